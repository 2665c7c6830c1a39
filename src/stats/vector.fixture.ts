/** The computed value, the reference, and the number of printed decimals. */
export type Vector = readonly [name: string, actual: unknown, expected: number, decimals: number];

export function bounds(
  name: string,
  interval: unknown,
  low: number,
  high: number,
  decimals: number,
): Vector[] {
  return [
    [`${name}, low`, at(interval, "low"), low, decimals],
    [`${name}, high`, at(interval, "high"), high, decimals],
  ];
}

/** A value deep inside a result, or undefined if the result has none. */
export function at(result: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? Object.entries(value).find(([k]) => k === key)?.[1]
        : undefined,
    result,
  );
}
