import type { BlindspotRate } from "../schema/summary.ts";
import { formatCount, formatRate } from "./format-number.ts";

/** "2/3", "4/12, 33%", "0/2, 1 unclear"; empty where the check had no occasion. */
export function describeBlindspot({ failures, small_cell, unclear, mistagged }: BlindspotRate): string {
  return [
    failures.n === 0 ? "" : formatCount(failures.k, failures.n),
    failures.n === 0 || small_cell ? "" : formatRate(failures.rate),
    unclear === 0 ? "" : `${unclear} unclear`,
    mistagged ? "tags suspect" : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
