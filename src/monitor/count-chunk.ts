import { sha256 } from "../kernel/hash.ts";
import { compareText } from "../kernel/order.ts";
import type { Sha256 } from "../schema/ids.ts";
import {
  ChunkCounts,
  MONITOR_VERSION,
  type MonitorCount,
  type MonitorDay,
  MonitorHit,
} from "../schema/monitor/monitor.ts";
import { type LoggedConversation, stratumOf, type WordLook } from "./look-for-words.ts";

/** Stored result of a chunk. */
export interface CountedChunk {
  readonly counts: ChunkCounts;
  readonly hits: readonly MonitorHit[];
}

/** Returns the name under which a forgotten conversation is stored, instead of its own. */
export function forgottenName(id: string): string {
  return sha256(`forgotten ${id}`);
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Counts the conversations of one chunk, added in order. */
export function createChunkCount(
  name: { readonly chunk: Sha256; readonly scoring: Sha256 },
  look: WordLook,
  /** Conversations that count like the others, but without storing any of their words. */
  forgotten: ReadonlySet<string>,
) {
  const table = new CountTable();
  const hits: MonitorHit[] = [];
  let strata = "";
  return {
    add(conversation: LoggedConversation): void {
      const { id, model, at, label, messages } = conversation;
      const found = look(conversation);
      const place = { day: at === null ? null : (DAY.exec(at)?.[0] ?? null), label };
      const replies = messages.filter(({ role }) => role === "assistant").length;
      table.addDay({ ...place, conversations: 1, answered: replies === 0 ? 0 : 1, replies });
      for (const [check, ofCheck] of Map.groupBy(found, (each) => each.check)) {
        const kind = ofCheck[0]?.found;
        if (kind === undefined) continue;
        table.addCount({ ...place, mode_id: check, found: kind, conversations: 1, messages: ofCheck.length });
      }
      strata += stratumOf(found);
      if (found.length === 0 || forgotten.has(forgottenName(id))) return;
      for (const { check, ...rest } of found)
        hits.push(MonitorHit.parse({ conversation_id: id, model, at, label, mode_id: check, ...rest }));
    },
    finish: (): CountedChunk => ({
      counts: ChunkCounts.parse({ schema_version: MONITOR_VERSION, ...name, ...table.finish(), strata }),
      hits,
    }),
  };
}

/** Adds up counts of the same day, label and check. */
export class CountTable {
  readonly #days = new Map<string, MonitorDay>();
  readonly #counts = new Map<string, MonitorCount>();

  addDay(row: MonitorDay): void {
    const key = JSON.stringify([row.day, row.label]);
    const before = this.#days.get(key);
    if (before === undefined) this.#days.set(key, { ...row });
    else {
      before.conversations += row.conversations;
      before.answered += row.answered;
      before.replies += row.replies;
    }
  }

  addCount(row: MonitorCount): void {
    const key = JSON.stringify([row.day, row.label, row.mode_id]);
    const before = this.#counts.get(key);
    if (before === undefined) this.#counts.set(key, { ...row });
    else {
      before.conversations += row.conversations;
      before.messages += row.messages;
    }
  }

  /** Sorted by day, label and check; entries without a day or label come first. */
  finish(): { readonly days: readonly MonitorDay[]; readonly counts: readonly MonitorCount[] } {
    const inOrder = <Row>(rows: ReadonlyMap<string, Row>) =>
      [...rows].sort(([a], [b]) => compareKeys(a, b)).map(([, row]) => row);
    return { days: inOrder(this.#days), counts: inOrder(this.#counts) };
  }

  /** Number of different labels. */
  get labels(): number {
    return new Set([...this.#days.values()].map(({ label }) => label)).size;
  }
}

function compareKeys(a: string, b: string): number {
  const [first, second] = [a, b].map((key) => JSON.parse(key) as (string | null)[]); // The keys have the form built above.
  for (const [index, part] of (first ?? []).entries()) {
    const order = compareText(part ?? "", second?.[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
