import type { CheckId } from "../schema/ids.ts";
import type {
  ChunkCounts,
  MonitorCheck,
  MonitorCount,
  MonitorDay,
  MonitorSummary,
} from "../schema/monitor/monitor.ts";
import { CountTable } from "./count-chunk.ts";
import { monitorErrors } from "./errors.ts";
import type { CheckWords } from "./look-for-words.ts";

/** With more labels the table is unreadable, and each label has its own counts for every day. */
const MOST_LABELS = 200;

export interface MergedCounts {
  readonly days: readonly MonitorDay[];
  readonly counts: readonly MonitorCount[];
}

/** The key for counting a log; it may have too many values for a usable table. */
export interface CountedBy {
  readonly by: string | null;
  /** Known keys that could be used for counting. */
  readonly keys: readonly string[];
}

/** Adds up chunks; their order does not matter. @param asked absent for a log that has a table already */
export function createMerge(asked?: CountedBy) {
  const table = new CountTable();
  return {
    add({ days, counts }: Pick<ChunkCounts, "days" | "counts">): void {
      for (const day of days) table.addDay(day);
      for (const count of counts) table.addCount(count);
      if (asked !== undefined && table.labels > MOST_LABELS)
        throw monitorErrors.IB_TOO_MANY_LABELS(asked.by, MOST_LABELS);
    },
    finish: (): MergedCounts => {
      const merged = table.finish();
      const isLabelled = merged.days.some(({ label }) => label !== null);
      if (asked !== undefined && asked.by !== null && merged.days.length > 0 && !isLabelled)
        throw monitorErrors.IB_NO_SUCH_KEY(asked.by, asked.keys);
      return merged;
    },
  };
}

/** Summarises the counts of a whole log. */
export function summariseCounts(
  { days, counts }: MergedCounts,
  checks: Iterable<CheckId>,
  words: readonly CheckWords[],
): Pick<MonitorSummary, "days" | "checks"> & { readonly totals: Omit<MonitorSummary["totals"], "bad"> } {
  const sum = (key: "conversations" | "answered" | "replies", rows: readonly MonitorDay[] = days) =>
    rows.reduce((total, row) => total + row[key], 0);
  const dated = [...new Set(days.flatMap(({ day }) => day ?? []))].sort();
  const answered = sum("answered");
  const ofCheck = (check: CheckId): MonitorCheck => {
    const found = words.find((one) => one.check === check);
    const rows = counts.filter(({ mode_id }) => mode_id === check);
    const conversations = rows.reduce((total, row) => total + row.conversations, 0);
    return {
      mode_id: check,
      lexicon: found?.lexicon ?? null,
      found: found?.found ?? null,
      conversations,
      messages: rows.reduce((total, row) => total + row.messages, 0),
      could_apply: found === undefined ? null : found.found === "cue" ? conversations : answered,
    };
  };
  return {
    totals: {
      conversations: sum("conversations"),
      answered,
      replies: sum("replies"),
      without_day: sum(
        "conversations",
        days.filter(({ day }) => day === null),
      ),
    },
    days: { first: dated[0] ?? null, last: dated.at(-1) ?? null, count: dated.length },
    checks: [...checks].map(ofCheck),
  };
}
