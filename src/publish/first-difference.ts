export interface Difference {
  /** Such as `models[2].overall.mean`. */
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** The first place, in the expected value's order, at which two JSON values differ; `null` where they are equal. */
export function firstDifference(found: unknown, expected: unknown, path = ""): Difference | null {
  if (Object.is(found, expected)) return null;
  if (Array.isArray(found) && Array.isArray(expected)) {
    for (let index = 0; index < Math.max(found.length, expected.length); index += 1) {
      const difference = firstDifference(found[index], expected[index], `${path}[${index}]`);
      if (difference !== null) return difference;
    }
    return null;
  }
  if (isObject(found) && isObject(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const difference = firstDifference(found[key], expected[key], path === "" ? key : `${path}.${key}`);
      if (difference !== null) return difference;
    }
    return null;
  }
  return { path, found, expected };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
