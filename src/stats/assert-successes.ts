/** Refuses a k that is not a number of successes among n trials. */
export function assertSuccesses(k: number, n: number): void {
  if (!Number.isSafeInteger(k) || !Number.isSafeInteger(n) || k < 0 || k > n) {
    throw new RangeError(`${k} of ${n} is not a count of successes`);
  }
}
