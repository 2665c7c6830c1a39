import { quantile, tailProbability } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";

export interface SimultaneousSeparations {
  /** What a difference over its standard error exceeds in none of the pairs with the given confidence, were all equal. */
  readonly critical: number;
  readonly better: Separations;
  /** Of each paired difference, from the replicates. */
  readonly standardErrors: readonly (readonly number[])[];
}

interface Pair {
  readonly j: number;
  readonly k: number;
  readonly standardError: number;
}

/** A spread that rounding alone explains. */
const ROUNDED_SPREAD = 1e-12;

/**
 * Which models are separated from which, all pairs at once, by the bootstrapped maximum of |t| (Mogstad et al.).
 * `replicates[j]` are model j's, all from the same draws; a resample that lacks any model is left out for all.
 */
export function simultaneousSeparations(
  estimates: readonly number[],
  replicates: readonly (readonly (number | null)[])[],
  confidence = 0.95,
): Statistic<SimultaneousSeparations> {
  tailProbability(confidence);
  if (estimates.length !== replicates.length) throw new RangeError("every estimate has its own replicates");
  if (estimates.length === 0) return { value: null, reason: "there is no model to rank" };
  const columns = completeColumns(replicates);
  const resamples = columns[0]?.length ?? 0;
  if (resamples < 2) return { value: null, reason: "no two resamples score every model" };
  const standardErrors = estimates.map(() => estimates.map(() => 0));
  const largest = new Float64Array(resamples);
  for (const { j, k, standardError } of pairs(columns)) {
    for (const [row, column] of [
      [j, k],
      [k, j],
    ] as const) {
      const errors = standardErrors[row];
      if (errors !== undefined) errors[column] = standardError;
    }
    if (standardError <= ROUNDED_SPREAD) continue;
    const difference = (estimates[j] ?? 0) - (estimates[k] ?? 0);
    raiseToT(largest, columns[j], columns[k], difference, standardError);
  }
  const critical = quantile(largest.sort(), confidence);
  const better = separations(estimates, (j, k) => standardErrors[j]?.[k] ?? 0, critical);
  return { value: { critical, better, standardErrors } };
}

function completeColumns(replicates: readonly (readonly (number | null)[])[]): readonly Float64Array[] {
  const length = replicates[0]?.length ?? 0;
  if (replicates.some((column) => column.length !== length)) {
    throw new RangeError("models compared with each other share their resamples");
  }
  const complete = Array.from({ length }, (_, index) => index).filter((index) =>
    replicates.every((column) => column[index] !== null),
  );
  return replicates.map((column) => Float64Array.from(complete, (index) => column[index] ?? 0));
}

function* pairs(columns: readonly Float64Array[]): Generator<Pair> {
  for (const [k, second] of columns.entries()) {
    for (const [j, first] of columns.slice(0, k).entries()) {
      yield { j, k, standardError: differenceDeviation(first, second) };
    }
  }
}

function differenceDeviation(first: Float64Array, second: Float64Array): number {
  let mean = 0;
  let squares = 0;
  for (let index = 0; index < first.length; index += 1) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0);
    const step = difference - mean;
    mean += step / (index + 1);
    squares += step * (difference - mean);
  }
  return Math.sqrt(squares / (first.length - 1));
}

/** Raises each resample's maximum to this pair's |t|, centred on the estimated difference. */
function raiseToT(
  largest: Float64Array,
  first: Float64Array | undefined,
  second: Float64Array | undefined,
  difference: number,
  standardError: number,
): void {
  for (let index = 0; index < largest.length; index += 1) {
    const resampled = (first?.[index] ?? 0) - (second?.[index] ?? 0);
    const t = Math.abs(resampled - difference) / standardError;
    if (t > (largest[index] ?? 0)) largest[index] = t;
  }
}

/** `better[j][k]` says that j is better than k by more than chance explains. */
type Separations = readonly (readonly boolean[])[];

/** Rounding leaves differences and spreads of this size where there are none. */
const ROUNDED_DIFFERENCE = 1e-12;

/** Who is separated from whom, where a difference over its standard error must exceed `critical`; more is better. */
export function separations(
  estimates: readonly number[],
  standardError: (j: number, k: number) => number,
  critical: number,
): Separations {
  return estimates.map((mine, j) =>
    estimates.map((theirs, k) => {
      const difference = mine - theirs;
      // Without the first condition, equal models with no spread between them would be parted by rounding.
      return difference > ROUNDED_DIFFERENCE && difference > critical * standardError(j, k);
    }),
  );
}

/** The ranks a model may have, 1 being the best. */
export interface RankSet {
  readonly best: number;
  readonly worst: number;
}

/** The rank set of every model: behind all who are separated from it above, before all separated below. */
export function rankSets(better: Separations): readonly RankSet[] {
  return better.map((mine, j) => ({
    best: 1 + better.filter((theirs) => theirs[j]).length,
    worst: better.length - mine.filter(Boolean).length,
  }));
}

/**
 * The tier of every model, peeled from the rank sets: tier 1 are those whose set contains rank 1,
 * tier 2 those whose set among the others does, and so on.
 */
export function tiers(better: Separations): readonly number[] {
  const assigned = new Map<number, number>();
  for (let tier = 1; assigned.size < better.length; tier += 1) {
    const left = [...better.keys()].filter((model) => !assigned.has(model));
    const unbeaten = left.filter((model) => !left.some((other) => better[other]?.[model]));
    if (unbeaten.length === 0) throw new RangeError("separations that go round in a circle have no tiers");
    for (const model of unbeaten) assigned.set(model, tier);
  }
  return better.map((_, model) => assigned.get(model) ?? 0);
}
