import type { Statistic } from "./statistic.ts";

/** What the values mean: names only, an order, or quantities whose distances count. */
export type MeasurementLevel = "nominal" | "ordinal" | "interval";

/**
 * Krippendorff's alpha: `items[item]` are the values its raters gave, in any order, `null` where one gave none.
 * Any number of raters, who need not have rated the same items.
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
      // A value stands in the middle of the ranks its ratings take up.
      let below = 0;
      const middles = frequency.map((count) => {
        below += count;
        return below - count / 2;
      });
      return (i, j) => ((middles[i] ?? 0) - (middles[j] ?? 0)) ** 2;
    }
  }
}
