/** The part of the address after the question mark: whatever somebody typed there. */
export type SearchInput = Readonly<Record<string, unknown>>;

export function readString(search: SearchInput, key: string): string | undefined {
  const value = search[key];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A whole number of at least 1. */
export function readNumber(search: SearchInput, key: string): number | undefined {
  const text = readString(search, key);
  const value = Number(text ?? "");
  return Number.isInteger(value) && value >= 1 ? value : undefined;
}

export function readOneOf<Option extends string>(
  search: SearchInput,
  key: string,
  options: readonly Option[],
): Option | undefined {
  return options.find((option) => option === search[key]);
}

/**
 * What was understood of the address. What was not is there as undefined, and so stays out of the next address: the
 * router lays this over the address as typed, and a key that were missing here would let the typed value through.
 */
export function validSearch<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { [Key in keyof Values]?: Values[Key] } {
  return values;
}
