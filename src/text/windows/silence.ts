/**
 * Replies in which nothing is said, and replies that were cut. Who is silent has answered; who was cut by our own token
 * cap was not heard out.
 */
import type { Check } from "../../schema/corpus/check.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Cue } from "./find-cues.ts";
import type { TranscriptWindow } from "./transcript-windows.ts";

// Blank braille is a symbol by its class, and shows nothing.
const VISIBLE = /[[\p{L}\p{M}\p{N}\p{P}\p{S}]--[\p{DI}\u2800]]/v;

/** Whether a reply shows a reader nothing: it is empty, or blank, or made of characters that nobody can see. */
export function saysNothing({ role, content }: TranscriptMessage): boolean {
  return role === "assistant" && !VISIBLE.test(content);
}

/** Whether our token cap ended a reply, and not the assistant. */
export function isCut({ role, truncated, finish_reason }: TranscriptMessage): boolean {
  return role === "assistant" && (truncated === true || finish_reason === "length");
}

/** Whether the assistant's answer was to say nothing, whoever held the words back: itself, a filter, or a tool. */
export function isSilent(message: TranscriptMessage): boolean {
  return saysNothing(message) && !isCut(message);
}

/** Whether there is nothing in a window that a judge could read and quote. */
export function isWordless({ messages }: Pick<TranscriptWindow, "messages">): boolean {
  return messages.every((message) => message.role !== "assistant" || saysNothing(message));
}

/** A cue that an author marked, and that silence answered. */
export interface SilencedCue {
  readonly window: TranscriptWindow;
  readonly cue: Cue;
  /** The silent reply to it. */
  readonly reply: TranscriptMessage;
}

/**
 * The cues at which silence is a failure: the check can fail by what is missing, an author says that the message calls
 * for an answer, and none came. A check of whole sessions looks at later replies as well, so there none may come later;
 * and where it can fail either way it turns on what was said before, which silence does not tell.
 */
export function silencedCues(
  check: Pick<Check, "fails_by">,
  windows: readonly TranscriptWindow[],
): readonly SilencedCue[] {
  if (check.fails_by === "commission") return [];
  return windows.flatMap((window) =>
    window.cues.filter(isAuthored).flatMap((cue) => {
      const isSession = window.unit === "session_state";
      if (isSession && check.fails_by === "either") return [];
      const replies = window.messages.filter(
        ({ role, turn }) => role === "assistant" && (turn === cue.turn || (isSession && turn > cue.turn)),
      );
      const [reply] = replies;
      return reply !== undefined && reply.turn === cue.turn && replies.every(isSilent)
        ? [{ window, cue, reply }]
        : [];
    }),
  );
}

function isAuthored({ source }: Cue): boolean {
  return source === "anchor" || source === "risk_trigger";
}
