/** Counts as the page words them; the other numbers are worded alike everywhere, in `src/domain/number-words.ts`. */
import { formatRateInterval } from "../../../src/domain/number-words.ts";
import type { Proportion } from "../../../src/schema/scan/summary.ts";

/** A count with its base: "2 of 3"; "—" where there was no opportunity. */
export function formatCount({ k, n }: Pick<Proportion, "k" | "n">): string {
  return n === 0 ? "—" : `${k} of ${n}`;
}

/** "2 of 3 (21–94%)". */
export function formatProportion(proportion: Pick<Proportion, "k" | "n" | "interval">): string {
  const range = formatRateInterval(proportion.interval);
  return range === "" ? formatCount(proportion) : `${formatCount(proportion)} (${range})`;
}
