/** Agreement of raters beyond chance: of two on a square table, or of any number on counts of ratings. */
import type { Statistic } from "./statistic.ts";

export interface AgreementTable {
  readonly items: number;
  readonly agreed: number;
  readonly categories: number;
  /** How often the first and the second rater used each category. */
  readonly usage: readonly { readonly first: number; readonly second: number }[];
  /** Reason why no coefficient can be computed, if any. */
  readonly undefinedBecause: string | null;
}

/** Reads a square table of counts: `table[i][j]` items were put into i by the first rater and into j by the second. */
export function agreementTable(table: readonly (readonly number[])[]): AgreementTable {
  for (const row of table) {
    if (row.length !== table.length) throw new RangeError("an agreement table has as many rows as columns");
    for (const count of row) {
      if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a count of items`);
    }
  }
  const usage = table.map((row, category) => ({
    first: totalOf(row),
    second: totalOf(table.map((other) => other[category] ?? 0)),
  }));
  const items = totalOf(usage.map(({ first }) => first));
  const agreed = totalOf(table.map((row, category) => row[category] ?? 0));
  return {
    items,
    agreed,
    categories: table.length,
    usage,
    undefinedBecause: whyTableUndefined(items, usage),
  };
}

function whyTableUndefined(items: number, usage: AgreementTable["usage"]): string | null {
  if (items === 0) return "nothing was rated twice";
  const used = usage.filter(({ first, second }) => first + second > 0).length;
  return used === 1 ? "both raters used one category only" : null;
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Cohen's kappa of two raters: agreement beyond what their own category shares would give by chance. */
export function cohenKappa(table: readonly (readonly number[])[]): Statistic {
  const { items, agreed, usage, undefinedBecause } = agreementTable(table);
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  // Uses counts rather than shares, so that chance agreement gives 0 exactly.
  const byChance = usage.reduce((sum, { first, second }) => sum + first * second, 0);
  return { value: (items * agreed - byChance) / (items * items - byChance) };
}

/**
 * Gwet's AC1 of two raters: like kappa, but stable if nearly everything falls into one category.
 * With a single category in use its formula would give 1 on no evidence, so the result is undefined there
 * too.
 */
export function gwetAc1(table: readonly (readonly number[])[]): Statistic {
  const { items, agreed, categories, usage, undefinedBecause } = agreementTable(table);
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  const observed = agreed / items;
  const byChance =
    usage.reduce((sum, { first, second }) => {
      const share = (first + second) / (2 * items);
      return sum + share * (1 - share);
    }, 0) /
    (categories - 1);
  return { value: (observed - byChance) / (1 - byChance) };
}

export interface RatingCounts {
  /** Rows with at least two ratings: only they can show agreement. */
  readonly paired: readonly { readonly counts: readonly number[]; readonly raters: number }[];
  readonly rated: readonly { readonly counts: readonly number[]; readonly raters: number }[];
  readonly categories: number;
  /** Reason why no coefficient can be computed, if any. */
  readonly undefinedBecause: string | null;
}

/** Reads a table with one row per item: how many raters put it into each category. */
export function ratingCounts(table: readonly (readonly number[])[]): RatingCounts {
  const categories = table[0]?.length ?? 0;
  for (const row of table) {
    if (row.length !== categories) throw new RangeError("every item is rated on the same categories");
    for (const count of row) {
      if (!Number.isSafeInteger(count) || count < 0)
        throw new RangeError(`${count} is not a count of ratings`);
    }
  }
  const rated = table
    .map((counts) => ({ counts, raters: counts.reduce((sum, count) => sum + count, 0) }))
    .filter(({ raters }) => raters > 0);
  const paired = rated.filter(({ raters }) => raters > 1);
  const used = Array.from({ length: categories }, (_, category) => category).filter((category) =>
    paired.some(({ counts }) => (counts[category] ?? 0) > 0),
  );
  return { paired, rated, categories, undefinedBecause: whyRatingsUndefined(paired.length, used.length) };
}

/** The mean over items of the share of rater pairs that agree. */
export function pairwiseAgreement(paired: RatingCounts["paired"]): number {
  const shares = paired.map(
    ({ counts, raters }) =>
      counts.reduce((sum, count) => sum + count * (count - 1), 0) / (raters * (raters - 1)),
  );
  return shares.reduce((sum, share) => sum + share, 0) / paired.length;
}

/** The mean over items of the share of ratings in each category. */
function categoryShares({ rated, categories }: RatingCounts): readonly number[] {
  return Array.from(
    { length: categories },
    (_, category) =>
      rated.reduce((sum, { counts, raters }) => sum + (counts[category] ?? 0) / raters, 0) / rated.length,
  );
}

function whyRatingsUndefined(items: number, categoriesUsed: number): string | null {
  if (items === 0) return "nothing was rated twice";
  return categoriesUsed === 1 ? "all raters used one category only" : null;
}

/** Fleiss' kappa of equally many ratings per item: `table[item][category]` raters chose that category. */
export function fleissKappa(table: readonly (readonly number[])[]): Statistic {
  const ratings = ratingCounts(table);
  const { paired, rated, undefinedBecause } = ratings;
  if (undefinedBecause !== null) return { value: null, reason: undefinedBecause };
  if (rated.some(({ raters }) => raters !== rated[0]?.raters)) {
    return { value: null, reason: "the items were not rated equally often" };
  }
  const byChance = categoryShares(ratings).reduce((sum, share) => sum + share * share, 0);
  return { value: (pairwiseAgreement(paired) - byChance) / (1 - byChance) };
}

/** Gwet's AC1 of any number of ratings per item: `table[item][category]` raters chose that category. */
export function gwetAc1OfMany(table: readonly (readonly number[])[]): Statistic {
  const ratings = ratingCounts(table);
  if (ratings.undefinedBecause !== null) return { value: null, reason: ratings.undefinedBecause };
  const byChance =
    categoryShares(ratings).reduce((sum, share) => sum + share * (1 - share), 0) / (ratings.categories - 1);
  return { value: (pairwiseAgreement(ratings.paired) - byChance) / (1 - byChance) };
}

/** Meaning of the values: names only, an order, or quantities whose distances count. */
export type MeasurementLevel = "nominal" | "ordinal" | "interval";

/**
 * Krippendorff's alpha. `items[item]` are the values its raters gave, in any order, with `null` for a missing
 * one.
 * Accepts any number of raters, who need not have rated the same items.
 */
export function krippendorffAlpha(
  items: readonly (readonly (number | null)[])[],
  level: MeasurementLevel,
): Statistic {
  const paired = items
    .map((ratings) => ratings.filter((value) => value !== null))
    .filter((ratings) => ratings.length > 1);
  if (paired.length === 0) return { value: null, reason: "nothing was rated twice" };
  if (paired.flat().some((value) => !Number.isFinite(value)))
    throw new RangeError("a rating is not a number");
  const values = [...new Set(paired.flat())].toSorted((a, b) => a - b);
  if (values.length === 1) return { value: null, reason: "all raters used one category only" };
  const frequency = countEach(paired.flat(), values);
  const total = paired.flat().length;
  const distance = distances(values, frequency, level);

  let observed = 0;
  for (const ratings of paired) {
    observed += disagreement(countEach(ratings, values), distance) / (ratings.length - 1);
  }
  const byChance = disagreement(frequency, distance) / (total - 1);
  return { value: 1 - observed / byChance };
}

function countEach(ratings: readonly number[], values: readonly number[]): readonly number[] {
  return values.map((value) => ratings.filter((rating) => rating === value).length);
}

/** The summed distance over all ordered pairs of ratings. */
function disagreement(counts: readonly number[], distance: (i: number, j: number) => number): number {
  let sum = 0;
  for (const [i, count] of counts.entries()) {
    if (count === 0) continue;
    for (const [j, other] of counts.entries()) sum += count * other * distance(i, j);
  }
  return sum;
}

/** The squared distance between the i-th and the j-th value. */
function distances(
  values: readonly number[],
  frequency: readonly number[],
  level: MeasurementLevel,
): (i: number, j: number) => number {
  switch (level) {
    case "nominal":
      return (i, j) => (i === j ? 0 : 1);
    case "interval":
      return (i, j) => ((values[i] ?? 0) - (values[j] ?? 0)) ** 2;
    case "ordinal": {
      // The rank of a value is the middle of the ranks of its ratings.
      let below = 0;
      const middles = frequency.map((count) => {
        below += count;
        return below - count / 2;
      });
      return (i, j) => ((middles[i] ?? 0) - (middles[j] ?? 0)) ** 2;
    }
  }
}
