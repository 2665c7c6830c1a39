export interface AgreementTable {
  readonly items: number;
  readonly agreed: number;
  readonly categories: number;
  /** How often each category was used, by the first rater and by the second. */
  readonly usage: readonly { readonly first: number; readonly second: number }[];
  /** Why no coefficient can be had from it, if so. */
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
    first: sum(row),
    second: sum(table.map((other) => other[category] ?? 0)),
  }));
  const items = sum(usage.map(({ first }) => first));
  const agreed = sum(table.map((row, category) => row[category] ?? 0));
  return { items, agreed, categories: table.length, usage, undefinedBecause: whyUndefined(items, usage) };
}

function whyUndefined(items: number, usage: AgreementTable["usage"]): string | null {
  if (items === 0) return "nothing was rated twice";
  const used = usage.filter(({ first, second }) => first + second > 0).length;
  return used === 1 ? "both raters used one category only" : null;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
