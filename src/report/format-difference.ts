import type { Interval } from "../schema/summary.ts";

const MINUS = "−";

/** "+0.03", "−0.10". */
export function formatSigned(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return "0.00";
  return value < 0 ? `${MINUS}${text}` : `+${text}`;
}

/** A difference with its interval: "+0.03 (−0.01 to +0.07)". */
export function formatDifference(difference: number | null, interval: Interval | null): string {
  if (difference === null) return "—";
  if (interval === null) return formatSigned(difference);
  return `${formatSigned(difference)} (${formatSigned(interval.low)} to ${formatSigned(interval.high)})`;
}

/** "0.042", "<0.001". */
export function formatPValue(p: number | null): string {
  if (p === null) return "—";
  return p < 0.001 ? "<0.001" : p.toFixed(3);
}
