import type { Interval } from "../schema/summary.ts";

/** An interval for k where `open` more were not decided: its lower end takes none of them along, its upper end all. */
export function intervalWithOpen(
  k: number,
  open: number,
  intervalOf: (count: number) => Interval | null,
): Interval | null {
  const least = intervalOf(k);
  const most = intervalOf(k + open);
  return least && most && { low: least.low, high: most.high };
}
