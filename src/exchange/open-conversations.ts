import { sha256 } from "../kernel/hash.ts";
import { exchangeErrors } from "./errors.ts";
import type { LoggedSpan } from "./logged-span.ts";

/** Limits for the part of a span log that is in memory. */
export interface OpenLimits {
  readonly conversations: number;
  /** Characters of all their messages. */
  readonly characters: number;
}

export const OPEN_LIMITS: OpenLimits = { conversations: 10_000, characters: 32 * 1024 * 1024 };

/** The spans of one conversation. */
export interface SpanGroup {
  readonly id: string;
  readonly spans: readonly LoggedSpan[];
}

interface Group {
  /** Position of its first span among all conversations. */
  readonly number: number;
  sessionId: string | null;
  readonly traceIds: Set<string>;
  readonly spans: LoggedSpan[];
  characters: number;
}

/**
 * Groups spans by conversation: by the session that they or another span of their trace name, else by trace. A
 * conversation stays open until the log ends or too much is in memory. Then the least recently used one is closed. A
 * later span of it is an error, because the part already read was incomplete.
 */
export class OpenConversations {
  readonly #limits: OpenLimits;
  /** Most recently used last. */
  readonly #open = new Set<Group>();
  readonly #bySession = new Map<string, Group>();
  readonly #byTrace = new Map<string, Group>();
  /** Hashes, so that a long log needs little memory. */
  readonly #closed = new Set<string>();
  #characters = 0;
  #met = 0;

  constructor(limits: OpenLimits = OPEN_LIMITS) {
    this.#limits = limits;
  }

  /** Yields the conversations that it had to close for this span. */
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

  /** Yields all open conversations in the order of their first spans. */
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

/** Size of a span besides its messages. */
const SPAN_CHARACTERS = 500;

function sizeOf({ call }: LoggedSpan): number {
  const messages = call === null ? [] : [...call.asked, ...call.replied];
  return messages.reduce((sum, { message: { content } }) => {
    if (typeof content === "string") return sum + content.length;
    return sum + (content == null ? 0 : JSON.stringify(content).length);
  }, SPAN_CHARACTERS);
}
