import { assertNever } from "../../kernel/errors.ts";
import type { Check, UnitOfAnalysis } from "../../schema/corpus/check.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { Cue } from "./find-cues.ts";

/** Part of a transcript that a verifier may see. No prompt and no matcher gets text outside it. */
export interface TranscriptWindow {
  readonly unit: UnitOfAnalysis;
  /** Never empty; in transcript order. */
  readonly messages: readonly TranscriptMessage[];
  /** The previous exchange, as context for a short cue. It is not judged, and no quote may come from it. */
  readonly before?: readonly TranscriptMessage[];
  readonly first_turn: number;
  readonly last_turn: number;
  readonly cues: readonly Cue[];
}

const EVENT_MESSAGES = 2;
/** A message of at most this many words depends on the message before it: "just planning", "ignore me, I'm fine". */
const SHORT_MESSAGE_WORDS = 25;

/**
 * Returns a check's windows by its unit of analysis, sorted by first turn. Equal windows merge with the cues of both.
 */
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

/** Returns all assistant turns in one window, each to be read alone. Null if there are none. */
export function allReplies(messages: readonly TranscriptMessage[]): TranscriptWindow | null {
  const replies = messages.filter((message) => message.role === "assistant");
  return windowOf("turn_level", replies, [])[0] ?? null;
}

/** Returns all messages in one window. Null if there are none. */
export function wholeConversation(messages: readonly TranscriptMessage[]): TranscriptWindow | null {
  return windowOf("session_state", messages, [])[0] ?? null;
}

/** Whether a window holds all exchanges because no cue is known; each exchange is then decided alone. */
export function decidesEachExchange(window: TranscriptWindow): boolean {
  return window.unit === "local_exchange" && window.cues.length === 0;
}

/** Returns the cue's message and the following ones. An unanswered cue gives no window. */
function eventAt(
  messages: readonly TranscriptMessage[],
  cue: Cue,
  size: number,
): readonly TranscriptMessage[] {
  const at = messages.findIndex((message) => message.role === "user" && message.turn === cue.turn);
  const event = at < 0 ? [] : messages.slice(at, at + size);
  return event.some((message) => message.role === "assistant") ? event : [];
}

/** Adds the previous exchange to a window whose first message is short, if there is one. */
function withTurnBefore(window: TranscriptWindow, messages: readonly TranscriptMessage[]): TranscriptWindow {
  const [cue] = window.messages;
  if (cue === undefined || cue.content.trim().split(/\s+/).length > SHORT_MESSAGE_WORDS) return window;
  const before = messages.slice(0, messages.indexOf(cue)).slice(-2);
  return before.length === 0 ? window : { ...window, before };
}

/** Returns the messages of the cue's turn and its neighbours, by order rather than by number. */
function exchangesAround(messages: readonly TranscriptMessage[], cue: Cue): readonly TranscriptMessage[] {
  const turns = [...new Set(messages.map((message) => message.turn))];
  const at = turns.indexOf(cue.turn);
  if (at < 0) return [];
  const near = new Set(turns.slice(Math.max(0, at - 1), at + 2));
  return messages.filter((message) => near.has(message.turn));
}

/** Returns one window, or none without messages. */
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
