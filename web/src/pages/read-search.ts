/** Parameters after the question mark of the address, as typed by a person. */
export type SearchInput = Readonly<Record<string, unknown>>;

export function readString(search: SearchInput, key: string): string | undefined {
  const value = search[key];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Reads a whole number of at least 1. */
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
 * Returns the valid search parameters. Invalid ones are present as undefined, so that the next address drops them. The
 * router lays the result over the address as typed, so a missing key would let the typed value through.
 */
export function validSearch<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { [Key in keyof Values]?: Values[Key] } {
  return values;
}
