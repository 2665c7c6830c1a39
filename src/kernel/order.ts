/** The order of texts, by code units: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts by a text of each: `rows.toSorted(by(({ name }) => name))`. */
export function by<Item>(textOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => compareText(textOf(a), textOf(b));
}
