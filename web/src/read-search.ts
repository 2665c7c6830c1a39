/** The part of the address after the question mark: whatever somebody typed there. */
export type SearchInput = Readonly<Record<string, unknown>>;

export function readString(search: SearchInput, key: string): string | undefined {
  const value = search[key];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A whole number of at least 1. */
export function readNumber(search: SearchInput, key: string): number | undefined {
  const value = Number(search[key]);
  return Number.isInteger(value) && value >= 1 ? value : undefined;
}

export function readOneOf<Option extends string>(
  search: SearchInput,
  key: string,
  options: readonly Option[],
): Option | undefined {
  return options.find((option) => option === search[key]);
}

type Present<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Leaves out what was not said, so that it stays out of the address too. */
export function withoutMissing<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): Present<Values> {
  // What is left has the type it came with.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Present<Values>;
}
