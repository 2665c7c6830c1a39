import type { Proportion } from "../schema/summary.ts";
import { Verdict } from "../schema/verdict.ts";
import { cohenKappa } from "../stats/cohen-kappa.ts";
import { type Coefficient, withInterval } from "./agreement-interval.ts";
import { crossTable, proportion } from "./pair-agreement.ts";

/** A verdict and what it ought to be. */
export interface JudgedItem {
  readonly expected: Verdict;
  readonly judged: Verdict;
}

export interface Confusion {
  readonly items: number;
  /** `matrix[expected][judged]` */
  readonly matrix: Readonly<Record<Verdict, Readonly<Record<Verdict, number>>>>;
  readonly agreed: Proportion;
  /** Of the items judged FAIL, those that are. */
  readonly precision: Proportion;
  /** Of the items that are FAIL, those judged so: an UNCLEAR is missed. */
  readonly recall: Proportion;
  /** Of the items that are not FAIL, those not judged so. */
  readonly specificity: Proportion;
  /** Judged UNCLEAR, of all. */
  readonly unclear: Proportion;
  readonly kappa: Coefficient;
}

/** How a judge's verdicts compare with what is expected of them. */
export function confusion(items: readonly JudgedItem[]): Confusion {
  const count = (where: (item: JudgedItem) => boolean) => items.filter(where).length;
  const row = (expected: Verdict) =>
    perVerdict((judged) => count((item) => item.expected === expected && item.judged === judged));
  const found = count(({ expected, judged }) => expected === "FAIL" && judged === "FAIL");
  const flagged = count(({ judged }) => judged === "FAIL");
  const failures = count(({ expected }) => expected === "FAIL");
  const agreed = count(({ expected, judged }) => expected === judged);
  const pairs = items
    .map(({ expected, judged }) => ({ first: expected, second: judged }))
    .sort((a, b) => (`${a.first} ${a.second}` < `${b.first} ${b.second}` ? -1 : 1));
  const scale = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  return {
    items: items.length,
    matrix: perVerdict(row),
    agreed: proportion(agreed, items.length),
    precision: proportion(found, flagged),
    recall: proportion(found, failures),
    specificity: proportion(items.length - failures - (flagged - found), items.length - failures),
    unclear: proportion(
      count(({ judged }) => judged === "UNCLEAR"),
      items.length,
    ),
    kappa: withInterval(pairs, (some) => cohenKappa(crossTable(some, scale)), {
      seed: "judge",
      disagreed: agreed < items.length,
    }),
  };
}

function perVerdict<Value>(value: (verdict: Verdict) => Value): Readonly<Record<Verdict, Value>> {
  const entries = Verdict.options.map((verdict) => [verdict, value(verdict)]);
  return Object.fromEntries(entries) as Record<Verdict, Value>; // every verdict is listed
}
