import type { Estimate, Interval, Proportion } from "../../../src/schema/scan/summary.ts";

const NO_NUMBER = "—";

/** A score between 0 and 1: "0.71". */
export function formatScore(score: number | null): string {
  return score === null ? NO_NUMBER : score.toFixed(2);
}

/** A share in percent: "33%". A share that is not 0 or 1 is never shown as if it were. */
export function formatRate(rate: number | null): string {
  if (rate === null) return NO_NUMBER;
  const percent = Math.round(rate * 100);
  if (percent === 0 && rate > 0) return "<1%";
  if (percent === 100 && rate < 1) return ">99%";
  return `${percent}%`;
}

/** A count with its base: "2 of 3"; "—" where there was no opportunity. */
export function formatCount({ k, n }: Pick<Proportion, "k" | "n">): string {
  return n === 0 ? NO_NUMBER : `${k} of ${n}`;
}

/** "21–94%"; empty where there is none. */
export function formatRateInterval(interval: Interval | null): string {
  return interval === null ? "" : `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%`;
}

/** "2 of 3 (21–94%)". */
export function formatProportion(proportion: Pick<Proportion, "k" | "n" | "interval">): string {
  const range = formatRateInterval(proportion.interval);
  return range === "" ? formatCount(proportion) : `${formatCount(proportion)} (${range})`;
}

/** "0.55–0.84"; empty where there is none. */
export function formatScoreInterval(interval: Interval | null): string {
  return interval === null ? "" : `${formatScore(interval.low)}–${formatScore(interval.high)}`;
}

/** A mean score with its interval: "0.71 (0.55–0.84)". */
export function formatEstimate({ mean, interval }: Pick<Estimate, "mean" | "interval">): string {
  if (mean === null) return NO_NUMBER;
  const range = formatScoreInterval(interval);
  return range === "" ? formatScore(mean) : `${formatScore(mean)} (${range})`;
}

/** "1 conversation", "2 conversations". */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** A difference with its sign: "+0.12", "−0.05". */
export function formatDifference(difference: number | null): string {
  if (difference === null) return NO_NUMBER;
  const rounded = difference.toFixed(2);
  if (rounded === "0.00" || rounded === "-0.00") return "0.00";
  return difference > 0 ? `+${rounded}` : rounded.replace("-", "−");
}

/** "$12.30"; small sums keep two significant digits; "—" where it is unknown. */
export function formatUsd(amount: number | null): string {
  if (amount === null) return NO_NUMBER;
  if (amount === 0) return "$0";
  return amount >= 0.1 ? `$${amount.toFixed(2)}` : `$${amount.toPrecision(2)}`;
}
