import type { Statistic } from "./statistic.ts";
import { sampleMean } from "./sums.ts";

/** A factor that values share: values of one of its levels move together. */
export interface Facet<Name extends string = string> {
  readonly name: Name;
  /** The level of each value, in the order of the values. */
  readonly levels: readonly string[];
}

export interface VarianceComponent<Name extends string = string> {
  /** Several if the design cannot separate them: the variance is their sum. */
  readonly sources: readonly Name[];
  readonly levels: number;
  /** Unbiased, and therefore sometimes below 0 if the true one is small. Callers that continue with it take 0. */
  readonly variance: number;
}

export interface VarianceComponents<Name extends string = string> {
  readonly components: readonly VarianceComponent<Name>[];
  /** Factors with a single level: they are equal in all values, so their variance cannot be estimated. */
  readonly unknown: readonly Name[];
}

/**
 * Estimates the variances of a design, crossed or nested and possibly unbalanced, with Henderson's first
 * method (Henderson 1953; Searle, Casella & McCulloch 1992, chapter 5). For every facet it equates the sums
 * of squares of the levels' totals with their expectations, which are linear in the variances. In a balanced
 * design that is the analysis of variance.
 * The design is solved once for any number of values.
 */
export function varianceEstimator<Name extends string>(
  facets: readonly Facet<Name>[],
  /** Name of the remaining variance: every value is a level of its own. */
  residual: Name,
): (values: readonly number[]) => Statistic<VarianceComponents<Name>> {
  const count = facets[0]?.levels.length ?? 0;
  if (facets.some(({ levels }) => levels.length !== count)) throw new RangeError("facets differ in length");
  const { partitions, unknown } = partition(facets, residual, count);
  const everything = { names: [], of: new Uint32Array(count), sizes: Float64Array.of(count) };
  const coefficients = partitions.map((rows) =>
    partitions.map((columns) => together(rows, columns) - together(everything, columns)),
  );
  return (values) => {
    if (values.length !== count) throw new RangeError(`${values.length} values of ${count} places`);
    if (count < 2) return { value: null, reason: "a single value says nothing of the spread" };
    const mean = sampleMean(values);
    const centred = values.map((value) => value - mean);
    const variances = solve(
      coefficients,
      partitions.map((each) => squaredTotals(each, centred)),
    );
    if (variances === null) return { value: null, reason: "the design cannot tell its parts apart" };
    const components = partitions.map(({ names, sizes }, index) => ({
      sources: names,
      levels: sizes.length,
      variance: variances[index] ?? 0,
    }));
    return { value: { components, unknown } };
  };
}

interface Partition<Name extends string> {
  readonly names: Name[];
  /** The number of each value's level. */
  readonly of: Uint32Array;
  /** Number of values of each level. */
  readonly sizes: Float64Array;
}

/** Merges facets that partition the values in the same way; a facet with a single part is unknown. */
function partition<Name extends string>(facets: readonly Facet<Name>[], residual: Name, count: number) {
  const unknown: Name[] = [];
  const found = new Map<string, Partition<Name>>();
  const single = Array.from({ length: count }, (_, index) => String(index));
  for (const { name, levels } of [...facets, { name: residual, levels: single }]) {
    const numbers = new Map<string, number>();
    for (const level of levels) if (!numbers.has(level)) numbers.set(level, numbers.size);
    if (numbers.size <= 1) {
      unknown.push(name);
      continue;
    }
    const of = Uint32Array.from(levels, (level) => numbers.get(level) ?? 0);
    const sizes = new Float64Array(numbers.size);
    for (const level of of) sizes[level] = (sizes[level] ?? 0) + 1;
    const key = of.join(" ");
    const alike = found.get(key);
    if (alike === undefined) found.set(key, { names: [name], of, sizes });
    else alike.names.push(name);
  }
  return { partitions: [...found.values()], unknown };
}

/**
 * Σ over the rows' levels of Σ over the columns' levels of n², over the level's n: the coefficient of a
 * column's variance in a row's squares.
 */
function together(rows: Partition<string>, columns: Partition<string>): number {
  const shared = new Map<number, number>();
  for (const [index, row] of rows.of.entries()) {
    const pair = row * columns.sizes.length + (columns.of[index] ?? 0);
    shared.set(pair, (shared.get(pair) ?? 0) + 1);
  }
  let total = 0;
  for (const [pair, n] of shared)
    total += n ** 2 / (rows.sizes[Math.floor(pair / columns.sizes.length)] ?? 1);
  return total;
}

function squaredTotals({ of, sizes }: Partition<string>, values: readonly number[]): number {
  const totals = new Float64Array(sizes.length);
  for (const [index, level] of of.entries()) totals[level] = (totals[level] ?? 0) + (values[index] ?? 0);
  return totals.reduce((sum, total, level) => sum + total ** 2 / (sizes[level] ?? 1), 0);
}

/** A pivot below this share of the largest coefficient is rounding. */
const ROUNDING = 1e-9;

/** Solves by elimination with partial pivoting; `null` if the equations do not determine the unknowns. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] | null {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const largest = Math.max(...matrix.flat().map(Math.abs));
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 0; column < rows.length; column += 1) {
    let best = column;
    for (let row = column + 1; row < rows.length; row += 1)
      if (Math.abs(at(row, column)) > Math.abs(at(best, column))) best = row;
    const [pivotRow, displaced] = [rows[best], rows[column]];
    if (pivotRow === undefined || displaced === undefined) return null;
    if (Math.abs(at(best, column)) <= ROUNDING * largest) return null;
    rows[best] = displaced;
    rows[column] = pivotRow;
    for (let row = 0; row < rows.length; row += 1) {
      if (row === column) continue;
      const factor = at(row, column) / at(column, column);
      rows[row] = (rows[row] ?? []).map((value, index) => value - factor * (pivotRow[index] ?? 0));
    }
  }
  return rows.map((row, index) => (row[rows.length] ?? 0) / (row[index] ?? 1));
}
