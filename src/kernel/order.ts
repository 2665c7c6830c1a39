/** Compares texts by code units: the same order on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares items by a text: `rows.toSorted(by(({ name }) => name))`. */
export function by<Item>(textOf: (item: Item) => string): (a: Item, b: Item) => number {
  return (a, b) => compareText(textOf(a), textOf(b));
}
