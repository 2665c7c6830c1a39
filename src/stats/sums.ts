/** Sums with compensation of rounding errors (Neumaier), and the moments of a sample from them. */

export function sum(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

export function sampleMean(values: readonly number[]): number {
  assertAtLeast(1, values, "mean");
  return sum(values) / values.length;
}

/** Divides by n - 1. */
export function sampleVariance(values: readonly number[]): number {
  assertAtLeast(2, values, "variance");
  const mean = sampleMean(values);
  return values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Covariance of two samples of the same items in the same order, over n - 1. */
export function sampleCovariance(first: readonly number[], second: readonly number[]): number {
  assertAtLeast(2, first, "covariance");
  if (first.length !== second.length) {
    throw new RangeError(`${first.length} and ${second.length} values are no pairs`);
  }
  const firstMean = sampleMean(first);
  const secondMean = sampleMean(second);
  const products = first.map((value, index) => (value - firstMean) * ((second[index] ?? 0) - secondMean));
  return products.reduce((total, product) => total + product, 0) / (first.length - 1);
}

function assertAtLeast(count: number, values: readonly number[], name: string): void {
  if (values.length < count) throw new RangeError(`${values.length} values have no ${name}`);
}
