/** Counts and moments as the page words them; the other numbers are worded alike everywhere, in `src/domain/number-words.ts`. */
import { formatRateInterval } from "../../../src/domain/number-words.ts";
import type { Proportion } from "../../../src/schema/scan/estimates.ts";

/** A count with its base: "2 of 3"; "—" where there was no opportunity. */
export function formatCount({ k, n }: Pick<Proportion, "k" | "n">): string {
  return n === 0 ? "—" : `${k} of ${n}`;
}

/** "12 of 30 (25–58%)"; "2 of 3, too few for a rate" below the fewest that bear one. */
export function formatProportion(
  proportion: Pick<Proportion, "k" | "n" | "interval">,
  fewestForRate: number,
): string {
  const range = formatRateInterval(proportion.interval);
  if (proportion.n > 0 && proportion.n < fewestForRate)
    return `${formatCount(proportion)}, too few for a rate`;
  return range === "" ? formatCount(proportion) : `${formatCount(proportion)} (${range})`;
}

/** A moment on the reader's clock: "today 20:04", "18 November 2026, 20:04". @param timeZone @default the reader's */
export function formatMoment(time: string, now: Date, timeZone?: string): string {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
  const hour = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(time));
  const date = day.format(new Date(time));
  return date === day.format(now) ? `today ${hour}` : `${date}, ${hour}`;
}
