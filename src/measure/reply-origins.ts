import { conversationOfReply } from "../domain/keys.ts";
import type { JournalEntry } from "../schema/run/journal.ts";
import { JournalCounter } from "./journal-totals.ts";

/** How fresh the replies of a journal are, and what did not come back. */
export interface ReplyOriginTotals {
  readonly replies: number;
  readonly repliesFromCache: number;
  /** All of whose replies came from the cache. */
  readonly conversationsFromCache: number;
  readonly failed: number;
  readonly lostInFlight: number;
  /** Lines of a process that had lost the run to another. */
  readonly staleLines: number;
  /** When the oldest of them was first had, in whatever run. */
  readonly oldestAt: string | null;
  readonly newestAt: string | null;
  /** Whether a call was made again that was lost, or whose answer was no use. */
  readonly wasRepaired: boolean;
}

interface KnownReply {
  readonly isFromCache: boolean;
  readonly hadAt: string;
}

/** Where replies came from; fed with a journal's lines in order. Of a unit's outcomes the last one counts. */
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
    // What a router says is in no conversation.
    if ("unit" in entry && this.#ways.has(entry.unit)) return;
    if (entry.event === "failed") this.#replies.set(entry.unit, null);
    if (entry.event === "replied") {
      const isFromCache = entry.from_cache ?? false;
      this.#replies.set(entry.unit, { isFromCache, hadAt: entry.first_had_at ?? entry.at });
    }
  }

  /** After the last line. */
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
