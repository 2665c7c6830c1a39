import { assertNever } from "../../kernel/errors.ts";
import type { Check, UnitOfAnalysis } from "../../schema/corpus/check.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Cue } from "./find-cues.ts";

/** The part of a transcript that a verifier may see. What is outside is in no prompt and in no matcher. */
export interface TranscriptWindow {
  readonly unit: UnitOfAnalysis;
  /** Never empty, in the transcript's order. */
  readonly messages: readonly TranscriptMessage[];
  /** The exchange before, shown as context where the cue is short. It is judged by nobody, and no quote comes from it. */
  readonly before?: readonly TranscriptMessage[];
  readonly first_turn: number;
  readonly last_turn: number;
  readonly cues: readonly Cue[];
}

const EVENT_MESSAGES = 2;
/** A message of no more words than this leans on what came before it: "just planning", "ignore me, I'm fine". */
const SHORT_MESSAGE_WORDS = 25;

/** What a check looks at, by its unit of analysis, sorted by first turn. Equal windows are one, with the cues of both. */
export function windowsFor(input: {
  readonly check: Check;
  readonly messages: readonly TranscriptMessage[];
  readonly cues: readonly Cue[];
}): TranscriptWindow[] {
  const { messages, cues } = input;
  const { unit_of_analysis: unit, window: size, shows_turn_before: showsBefore } = input.check.routing;
  switch (unit) {
    case "event_window":
      return merge(
        cues.flatMap((cue) => {
          const event = windowOf(unit, eventAt(messages, cue, size ?? EVENT_MESSAGES), [cue]);
          return showsBefore ? event.map((window) => withTurnBefore(window, messages)) : event;
        }),
      );
    case "turn_level":
      return messages
        .filter((message) => message.role === "assistant")
        .flatMap((message) =>
          windowOf(
            unit,
            [message],
            cues.filter((cue) => cue.turn === message.turn),
          ),
        );
    case "local_exchange":
      return cues.length === 0
        ? windowOf(unit, messages, [])
        : merge(cues.flatMap((cue) => windowOf(unit, exchangesAround(messages, cue), [cue])));
    case "session_state":
      return windowOf(unit, messages, cues);
    default:
      return assertNever(unit);
  }
}

/** Every assistant turn in one window, each of which is looked at alone. Null where there is none. */
export function allReplies(messages: readonly TranscriptMessage[]): TranscriptWindow | null {
  const replies = messages.filter((message) => message.role === "assistant");
  return windowOf("turn_level", replies, [])[0] ?? null;
}

/** All that was said, in one window. Null where nothing was. */
export function wholeConversation(messages: readonly TranscriptMessage[]): TranscriptWindow | null {
  return windowOf("session_state", messages, [])[0] ?? null;
}

/** Whether a window holds all exchanges because nobody said where to look: each is decided alone. */
export function decidesEachExchange(window: TranscriptWindow): boolean {
  return window.unit === "local_exchange" && window.cues.length === 0;
}

/** The cue's message and what follows it. A cue that was never answered leaves nothing to judge. */
function eventAt(
  messages: readonly TranscriptMessage[],
  cue: Cue,
  size: number,
): readonly TranscriptMessage[] {
  const at = messages.findIndex((message) => message.role === "user" && message.turn === cue.turn);
  const event = at < 0 ? [] : messages.slice(at, at + size);
  return event.some((message) => message.role === "assistant") ? event : [];
}

/** The window with the exchange before it, where its first message is short and there is one. */
function withTurnBefore(window: TranscriptWindow, messages: readonly TranscriptMessage[]): TranscriptWindow {
  const [cue] = window.messages;
  if (cue === undefined || cue.content.trim().split(/\s+/).length > SHORT_MESSAGE_WORDS) return window;
  const before = messages.slice(0, messages.indexOf(cue)).slice(-2);
  return before.length === 0 ? window : { ...window, before };
}

/** The messages of the cue's turn and of the turns next to it, whatever their numbers. */
function exchangesAround(messages: readonly TranscriptMessage[], cue: Cue): readonly TranscriptMessage[] {
  const turns = [...new Set(messages.map((message) => message.turn))];
  const at = turns.indexOf(cue.turn);
  if (at < 0) return [];
  const near = new Set(turns.slice(Math.max(0, at - 1), at + 2));
  return messages.filter((message) => near.has(message.turn));
}

/** One window, or none where there is nothing to see. */
function windowOf(
  unit: UnitOfAnalysis,
  messages: readonly TranscriptMessage[],
  cues: readonly Cue[],
): TranscriptWindow[] {
  if (messages.length === 0) return [];
  const turns = messages.map((message) => message.turn);
  return [{ unit, messages, first_turn: Math.min(...turns), last_turn: Math.max(...turns), cues }];
}

function merge(windows: readonly TranscriptWindow[]): TranscriptWindow[] {
  const merged: TranscriptWindow[] = [];
  for (const window of windows) {
    const at = merged.findIndex((other) => holdsTheSame(other, window));
    const other = merged[at];
    if (other === undefined) merged.push(window);
    else merged[at] = { ...other, cues: union(other.cues, window.cues) };
  }
  return merged.sort((a, b) => a.first_turn - b.first_turn || a.last_turn - b.last_turn);
}

function holdsTheSame(a: TranscriptWindow, b: TranscriptWindow): boolean {
  return (
    a.messages.length === b.messages.length &&
    a.messages.every((message, index) => message === b.messages[index])
  );
}

function union(a: readonly Cue[], b: readonly Cue[]): readonly Cue[] {
  const added = b.filter((cue) => !a.some((other) => other.turn === cue.turn && other.source === cue.source));
  return [...a, ...added].sort((first, second) => first.turn - second.turn);
}
