import type { ComparedMeasure } from "../../../src/schema/site-compare.ts";
import { formatDifference } from "../words/format-number.ts";

/** An interval is of one measure alone; p pays for having looked at all of them. */
export const BETTER_BELOW_P = 0.05;

/** A measure in words, and who is better by it where both the interval and p say so. */
export function describeDifference(
  { difference, interval, better, p, reason }: ComparedMeasure,
  a: string,
  b: string,
): string {
  if (difference === null || interval === null) return reason ?? "no difference can be computed";
  const range = `${formatDifference(difference)} (${formatDifference(interval.low)} to ${formatDifference(interval.high)})`;
  const sure = p === null ? "" : p < 0.001 ? ", p < 0.001" : `, p = ${p.toFixed(3)}`;
  const holdsZero = interval.low <= 0 && interval.high >= 0;
  if (holdsZero || p === null || p >= BETTER_BELOW_P) return `${range}: cannot be told apart${sure}`;
  const winner = difference > 0 === (better === "higher") ? b : a;
  return `${range}: better for ${winner}${sure}`;
}
