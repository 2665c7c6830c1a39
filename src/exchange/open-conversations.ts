import { sha256 } from "../kernel/hash.ts";
import { exchangeErrors } from "./errors.ts";
import type { LoggedSpan } from "./logged-span.ts";

/** How much of a log of spans is held at a time. */
export interface OpenLimits {
  readonly conversations: number;
  /** Of all that was said in them. */
  readonly characters: number;
}

export const OPEN_LIMITS: OpenLimits = { conversations: 10_000, characters: 32 * 1024 * 1024 };

/** The spans of one conversation. */
export interface SpanGroup {
  readonly id: string;
  readonly spans: readonly LoggedSpan[];
}

interface Group {
  /** In which order it was first met. */
  readonly number: number;
  sessionId: string | null;
  readonly traceIds: Set<string>;
  readonly spans: LoggedSpan[];
  characters: number;
}

/**
 * Spans by the conversation they are of: that of the session which they or another span of their trace name, else their
 * trace. A conversation stays open until the log ends or too much is held; then the one that was not met for longest is
 * closed, and a span of it that comes later is an error, because what was read of it was not the whole.
 */
export class OpenConversations {
  readonly #limits: OpenLimits;
  /** Last met last. */
  readonly #open = new Set<Group>();
  readonly #bySession = new Map<string, Group>();
  readonly #byTrace = new Map<string, Group>();
  /** Hashes, so that a long log costs little. */
  readonly #closed = new Set<string>();
  #characters = 0;
  #met = 0;

  constructor(limits: OpenLimits = OPEN_LIMITS) {
    this.#limits = limits;
  }

  /** The conversations that had to be closed for it. */
  *add(span: LoggedSpan): Generator<SpanGroup> {
    const saysNothing = span.call === null && span.fault === null;
    if (saysNothing && (span.sessionId === null || this.#isLate(span))) return;
    if (this.#isLate(span))
      throw exchangeErrors.IB_LOG_OUT_OF_ORDER(span.place, span.sessionId ?? span.traceId, this.#limits);
    const group = this.#groupOf(span);
    const characters = sizeOf(span);
    group.spans.push(span);
    group.characters += characters;
    this.#characters += characters;
    this.#open.delete(group);
    this.#open.add(group);
    for (const oldest of this.#open) {
      const isTooMuch =
        this.#open.size > this.#limits.conversations || this.#characters > this.#limits.characters;
      if (!isTooMuch || oldest === group) break;
      yield this.#close(oldest);
    }
  }

  /** All that are open, in the order in which they were first met. */
  *end(): Generator<SpanGroup> {
    const groups = [...this.#open].toSorted((a, b) => a.number - b.number);
    for (const group of groups) yield this.#close(group);
  }

  #groupOf({ traceId, sessionId }: LoggedSpan): Group {
    const ofTrace = this.#byTrace.get(traceId);
    if (sessionId === null) return ofTrace ?? this.#start(traceId, null);
    const ofSession = this.#bySession.get(sessionId);
    if (ofTrace === undefined || (ofTrace.sessionId !== null && ofTrace.sessionId !== sessionId)) {
      const group = ofSession ?? this.#start(traceId, sessionId);
      group.traceIds.add(traceId);
      this.#byTrace.set(traceId, group);
      return group;
    }
    if (ofSession === ofTrace) return ofTrace;
    if (ofSession === undefined) {
      ofTrace.sessionId = sessionId;
      this.#bySession.set(sessionId, ofTrace);
      return ofTrace;
    }
    ofSession.spans.push(...ofTrace.spans);
    ofSession.characters += ofTrace.characters;
    for (const id of ofTrace.traceIds) {
      ofSession.traceIds.add(id);
      this.#byTrace.set(id, ofSession);
    }
    this.#open.delete(ofTrace);
    return ofSession;
  }

  #start(traceId: string, sessionId: string | null): Group {
    this.#met += 1;
    const traceIds = new Set([traceId]);
    const group: Group = { number: this.#met, sessionId, traceIds, spans: [], characters: 0 };
    this.#byTrace.set(traceId, group);
    if (sessionId !== null) this.#bySession.set(sessionId, group);
    return group;
  }

  #close(group: Group): SpanGroup {
    const { sessionId, traceIds, spans, characters } = group;
    this.#open.delete(group);
    this.#characters -= characters;
    if (sessionId !== null) {
      this.#bySession.delete(sessionId);
      this.#closed.add(keyOf("session", sessionId));
    }
    for (const id of traceIds) {
      if (this.#byTrace.get(id) === group) this.#byTrace.delete(id);
      this.#closed.add(keyOf("trace", id));
      if (sessionId === null) this.#closed.add(keyOf("lone trace", id));
    }
    const [id = ""] = sessionId === null ? traceIds : [sessionId];
    return { id, spans };
  }

  #isLate({ traceId, sessionId }: LoggedSpan): boolean {
    if (sessionId === null) return this.#closed.has(keyOf("trace", traceId));
    return this.#closed.has(keyOf("session", sessionId)) || this.#closed.has(keyOf("lone trace", traceId));
  }
}

const KEY_DIGITS = 24;

function keyOf(kind: string, id: string): string {
  return sha256(`${kind} ${id}`).slice(0, KEY_DIGITS);
}

/** What a span weighs besides its words. */
const SPAN_CHARACTERS = 500;

function sizeOf({ call }: LoggedSpan): number {
  const messages = call === null ? [] : [...call.asked, ...call.replied];
  return messages.reduce((sum, { message: { content } }) => {
    if (typeof content === "string") return sum + content.length;
    return sum + (content == null ? 0 : JSON.stringify(content).length);
  }, SPAN_CHARACTERS);
}
