/** Where two values part, and what each of them has there. */
export interface ValueDifference {
  /** Keys and indices, joined by dots; "" for the whole. */
  readonly field: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** The first place, in the order of the expected value's keys, where what was found is not what was expected. */
export function firstValueDifference(found: unknown, expected: unknown, field = ""): ValueDifference | null {
  if (Object.is(found, expected)) return null;
  if (!isCompound(found) || !isCompound(expected) || Array.isArray(found) !== Array.isArray(expected)) {
    return { field, found, expected };
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const key of keys) {
    const at = field === "" ? key : `${field}.${key}`;
    const difference = firstValueDifference(member(found, key), member(expected, key), at);
    if (difference !== null) return difference;
  }
  return null;
}

function isCompound(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function member(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
