export interface RatingCounts {
  /** Rows with at least two ratings: only they can agree. */
  readonly paired: readonly { readonly counts: readonly number[]; readonly raters: number }[];
  readonly rated: readonly { readonly counts: readonly number[]; readonly raters: number }[];
  readonly categories: number;
  /** Why no coefficient can be had from it, if so. */
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
  return { paired, rated, categories, undefinedBecause: whyUndefined(paired.length, used.length) };
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
export function categoryShares({ rated, categories }: RatingCounts): readonly number[] {
  return Array.from(
    { length: categories },
    (_, category) =>
      rated.reduce((sum, { counts, raters }) => sum + (counts[category] ?? 0) / raters, 0) / rated.length,
  );
}

function whyUndefined(items: number, categoriesUsed: number): string | null {
  if (items === 0) return "nothing was rated twice";
  return categoriesUsed === 1 ? "all raters used one category only" : null;
}
