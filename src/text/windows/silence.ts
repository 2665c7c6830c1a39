/** Detects silent and truncated replies. Silence is an answer; a reply cut by our own token cap is incomplete. */
import type { Check } from "../../schema/corpus/check.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Cue } from "./find-cues.ts";
import type { TranscriptWindow } from "./transcript-windows.ts";

// Blank braille is a symbol by its class, but invisible.
const VISIBLE = /[[\p{L}\p{M}\p{N}\p{P}\p{S}]--[\p{DI}\u2800]]/v;

/** Whether a reply shows a reader nothing: empty, blank, or only invisible characters. */
export function saysNothing({ role, content }: TranscriptMessage): boolean {
  return role === "assistant" && !VISIBLE.test(content);
}

/** Whether our token cap ended a reply, rather than the assistant. */
export function isCut({ role, truncated, finish_reason }: TranscriptMessage): boolean {
  return role === "assistant" && (truncated === true || finish_reason === "length");
}

/** Whether the answer was silent, be it by the assistant, a filter or a tool. */
export function isSilent(message: TranscriptMessage): boolean {
  return saysNothing(message) && !isCut(message);
}

/** Whether a window has no words that a judge could read and quote. */
export function isWordless({ messages }: Pick<TranscriptWindow, "messages">): boolean {
  return messages.every((message) => message.role !== "assistant" || saysNothing(message));
}

/** A cue marked by an author and answered by silence. */
export interface SilencedCue {
  readonly window: TranscriptWindow;
  readonly cue: Cue;
  readonly reply: TranscriptMessage;
}

/**
 * Returns the cues at which silence is a failure: the check can fail by omission, an author says that the message calls
 * for an answer, and none came.
 * A session check also looks at later replies, so none may come later. A check that can also fail by commission depends
 * on earlier replies, which silence does not show.
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
