/** A computed value, or the reason why there is none: an undefined value is neither 0 nor 1. */
export type Statistic<Value = number> =
  | { readonly value: Value; readonly reason?: never }
  | { readonly value: null; readonly reason: string };

/** Throws if k is not a number of successes among n trials. */
export function assertSuccesses(k: number, n: number): void {
  if (!Number.isSafeInteger(k) || !Number.isSafeInteger(n) || k < 0 || k > n) {
    throw new RangeError(`${k} of ${n} is not a count of successes`);
  }
}
