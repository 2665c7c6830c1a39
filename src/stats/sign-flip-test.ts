import { sum } from "simple-statistics";
import type { Random } from "../kernel/random.ts";
import type { Statistic } from "./statistic.ts";

export interface SignFlipTest {
  /** Two-sided. */
  readonly p: number;
  readonly method: "exact" | "sampled";
  /** Sign patterns looked at. */
  readonly patterns: number;
}

/** 2^19 patterns, a few milliseconds; by symmetry half of all need not be looked at. */
const ENUMERATED_CLUSTERS = 20;
/** Sums that differ by rounding alone are equal. */
const RELATIVE_ROUNDING = 1e-9;

/**
 * Tests whether paired differences centre on 0, by turning the signs of whole clusters around:
 * all patterns where few clusters differ, otherwise `samples` patterns drawn with `random`.
 */
export function signFlipTest(
  clusters: readonly (readonly number[])[],
  options: { readonly random: Random; readonly samples: number },
): Statistic<SignFlipTest> {
  const totals = clusters.map((differences) => sum([...differences]));
  if (clusters.flat().length === 0) return { value: null, reason: "there is no pair to compare" };
  // A cluster whose differences cancel out is the same under either sign.
  const moving = Float64Array.from(totals.filter((total) => total !== 0));
  const scale = moving.reduce((most, total) => most + Math.abs(total), 0);
  const observed = Math.abs(moving.reduce((all, total) => all + total, 0));
  const threshold = observed - scale * RELATIVE_ROUNDING;
  return {
    value:
      moving.length <= ENUMERATED_CLUSTERS
        ? enumerate(moving, threshold)
        : sample(moving, threshold, options.random, options.samples),
  };
}

function enumerate(totals: Float64Array, threshold: number): SignFlipTest {
  const patterns = 2 ** Math.max(0, totals.length - 1);
  const signed = Float64Array.from(totals);
  let current = signed.reduce((all, total) => all + total, 0);
  let extreme = 0;
  for (let pattern = 1; pattern <= patterns; pattern += 1) {
    if (Math.abs(current) >= threshold) extreme += 1;
    // Gray code: consecutive patterns differ in one sign, the one at the number's lowest set bit.
    const turned = 31 - Math.clz32(pattern & -pattern);
    const value = signed[turned] ?? 0;
    current -= 2 * value;
    signed[turned] = -value;
  }
  return { p: extreme / patterns, method: "exact", patterns };
}

function sample(totals: Float64Array, threshold: number, random: Random, samples: number): SignFlipTest {
  let extreme = 0;
  for (let drawn = 0; drawn < samples; drawn += 1) {
    let current = 0;
    for (const total of totals) current += random.next() < 0.5 ? total : -total;
    if (Math.abs(current) >= threshold) extreme += 1;
  }
  // The observed pattern is one of them, so p is never 0.
  return { p: (extreme + 1) / (samples + 1), method: "sampled", patterns: samples };
}
