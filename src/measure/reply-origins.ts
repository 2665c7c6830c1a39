import { conversationOfReply } from "../domain/keys.ts";
import type { JournalEntry } from "../schema/run/journal.ts";
import { JournalCounter } from "./journal-totals.ts";

/** Freshness of a journal's replies, and calls without a reply. */
export interface ReplyOriginTotals {
  readonly replies: number;
  readonly repliesFromCache: number;
  /** Conversations whose replies all came from the cache. */
  readonly conversationsFromCache: number;
  readonly failed: number;
  readonly lostInFlight: number;
  /** Lines of a process that had lost the run to another. */
  readonly staleLines: number;
  /** Time when the oldest reply was first made, in any run. */
  readonly oldestAt: string | null;
  readonly newestAt: string | null;
  /** Whether a call was retried that was lost, or whose answer was unusable. */
  readonly wasRepaired: boolean;
}

interface KnownReply {
  readonly isFromCache: boolean;
  readonly hadAt: string;
}

/** Counts the origins of replies; fed with a journal's lines in order. The last outcome of a unit counts. */
export class ReplyOrigins {
  readonly #counter = new JournalCounter();
  readonly #conversations = new Map<string, string>();
  readonly #replies = new Map<string, KnownReply | null>();
  readonly #ways = new Set<string>();

  record(entry: JournalEntry): void {
    if (this.#counter.record(entry) === "stale") return;
    if (entry.event === "sent") {
      const { stage, model_id, subject } = entry.call;
      if (stage === "target")
        this.#conversations.set(entry.unit, `${model_id} ${conversationOfReply(subject)}`);
      if (stage === "router") this.#ways.add(entry.unit);
    }
    // A router's reply is in no conversation.
    if ("unit" in entry && this.#ways.has(entry.unit)) return;
    if (entry.event === "failed") this.#replies.set(entry.unit, null);
    if (entry.event === "replied") {
      const isFromCache = entry.from_cache ?? false;
      this.#replies.set(entry.unit, { isFromCache, hadAt: entry.first_had_at ?? entry.at });
    }
  }

  /** Call after the last line. */
  finish(): ReplyOriginTotals {
    this.#counter.endLeg();
    const { askedAgain, failed, lostInFlight, staleLines } = this.#counter.totals;
    const replies = [...this.#replies.values()].filter((reply) => reply !== null);
    const times = replies.map(({ hadAt }) => hadAt).toSorted();
    const byConversation = Map.groupBy(this.#conversations, ([, conversation]) => conversation);
    const cached = [...byConversation.values()].filter((calls) =>
      calls.every(([unit]) => this.#replies.get(unit)?.isFromCache === true),
    );
    return {
      replies: replies.length,
      repliesFromCache: replies.filter(({ isFromCache }) => isFromCache).length,
      conversationsFromCache: cached.length,
      failed,
      lostInFlight,
      staleLines,
      oldestAt: times[0] ?? null,
      newestAt: times.at(-1) ?? null,
      wasRepaired: askedAgain !== null,
    };
  }
}
