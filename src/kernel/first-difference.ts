/** First difference of two JSON values, with the value on each side. */
export interface ValueDifference {
  /** Keys and indices; empty for the root. */
  readonly path: readonly (string | number)[];
  readonly found: unknown;
  readonly expected: unknown;
}

/** The first place, in the expected value's order, at which two JSON values differ; `null` where they are equal. */
export function firstDifference(
  found: unknown,
  expected: unknown,
  path: ValueDifference["path"] = [],
): ValueDifference | null {
  if (Object.is(found, expected)) return null;
  if (!isCompound(found) || !isCompound(expected) || Array.isArray(found) !== Array.isArray(expected)) {
    return { path, found, expected };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const at = [...path, Array.isArray(expected) ? Number(key) : key];
    const difference = firstDifference(member(found, key), member(expected, key), at);
    if (difference !== null) return difference;
  }
  return null;
}

function isCompound(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Reads own keys only, so that a key such as `constructor` is not found on the prototype. */
function member(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
