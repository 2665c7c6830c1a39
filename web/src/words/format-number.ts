/** Formats counts and moments for the page; `src/domain/number-words.ts` formats the other numbers for all outputs. */
import { formatRateInterval } from "../../../src/domain/number-words.ts";
import type { Proportion } from "../../../src/schema/scan/estimates.ts";

/** Formats a count with its base: "2 of 3"; "—" without an opportunity. */
export function formatCount({ k, n }: Pick<Proportion, "k" | "n">): string {
  return n === 0 ? "—" : `${k} of ${n}`;
}

/** Formats "12 of 30 (25–58%)"; "2 of 3, too few for a rate" below the fewest for a rate. */
export function formatProportion(
  proportion: Pick<Proportion, "k" | "n" | "interval">,
  fewestForRate: number,
): string {
  const range = formatRateInterval(proportion.interval);
  if (proportion.n > 0 && proportion.n < fewestForRate)
    return `${formatCount(proportion)}, too few for a rate`;
  return range === "" ? formatCount(proportion) : `${formatCount(proportion)} (${range})`;
}

/** Formats a time on the reader's clock: "today 20:04", "18 November 2026, 20:04". @param timeZone @default the reader's */
export function formatMoment(time: string, now: Date, timeZone?: string): string {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
  const hour = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(time));
  const date = day.format(new Date(time));
  return date === day.format(now) ? `today ${hour}` : `${date}, ${hour}`;
}
