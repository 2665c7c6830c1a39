/**
 * Tails and quantiles: of a sample, and of the t, beta and binomial distributions. These three are one
 * function, the regularised incomplete beta, and its inverse. distributions.test.ts compares them with
 * another library at 10,000 points and states how closely they agree.
 */
import { normalQuantile } from "./normal-quantile.ts";

/** The probability that a two-sided statement of the given confidence leaves out at each end: 0.025 for 0.95. */
export function tailProbability(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; it lies strictly between 0 and 1`);
  }
  return (1 - confidence) / 2;
}

/** The z for which a standard normal lies within ±z with the given probability: 1.96 for 0.95. */
export function criticalZ(confidence: number): number {
  return normalQuantile(1 - tailProbability(confidence));
}

/** A quantile of ascending values, interpolated linearly between its two neighbours (numpy's default). */
export function quantile(ascending: ArrayLike<number>, probability: number): number {
  const position = (ascending.length - 1) * probability;
  const below = Math.floor(position);
  const low = ascending[below];
  const high = ascending[Math.ceil(position)];
  if (low === undefined || high === undefined) {
    throw new RangeError(`no quantile ${probability} of ${ascending.length} values`);
  }
  return low + (high - low) * (position - below);
}

/** The t that Student's distribution does not exceed with the given probability. */
export function tQuantile(probability: number, degreesOfFreedom: number): number {
  assertProbability(probability);
  assertPositive(degreesOfFreedom, "degrees of freedom");
  if (probability === 0.5) return 0;
  const sign = Math.sign(probability - 0.5);
  const tail = Math.min(probability, 1 - probability);
  if (tail === 0) return sign * Number.POSITIVE_INFINITY;
  const logit = betaLogit(2 * tail, 1 - 2 * tail, degreesOfFreedom / 2, 0.5);
  return sign * Math.sqrt(degreesOfFreedom * Math.exp(-logit));
}

/**
 * Probability that a beta variable is at most x: the regularised incomplete beta function. Pass y if x is
 * close to 1 and 1 - x is known more precisely than by subtraction.
 */
export function betaCdf(x: number, a: number, b: number, y = 1 - x): number {
  assertPositive(a, "first shape");
  assertPositive(b, "second shape");
  if (Number.isNaN(x)) throw new RangeError("NaN is not a value of a beta variable");
  if (x <= 0) return 0;
  return y <= 0 ? 1 : Math.exp(logIncompleteBeta(a, b, x, y));
}

/** The x that a beta variable stays below with the given probability. */
export function betaQuantile(probability: number, a: number, b: number): number {
  assertProbability(probability);
  assertPositive(a, "first shape");
  assertPositive(b, "second shape");
  if (probability === 0 || probability === 1) return probability;
  return 1 / (1 + Math.exp(-betaLogit(probability, 1 - probability, a, b)));
}

/** Probability of exactly k of n at the given rate. */
export function binomialPmf(k: number, n: number, rate: number): number {
  assertTrials(n, rate);
  if (!Number.isInteger(k) || k < 0 || k > n) return 0;
  if (k === 0) return Math.exp(n * Math.log1p(-rate));
  if (k === n) return rate ** n;
  return rate === 0 || rate === 1 ? 0 : Math.exp(logTerm(k, n - k, rate, 1 - rate));
}

/** Probability of at most k of n at the given rate. */
export function binomialCdf(k: number, n: number, rate: number): number {
  assertTrials(n, rate);
  const most = Math.floor(k);
  if (Number.isNaN(most)) throw new RangeError(`${k} is not a count`);
  if (most < 0) return 0;
  return most >= n ? 1 : betaCdf(1 - rate, n - most, most + 1, rate);
}

/** log I_x(a, b), because the tail itself may be too small for a number; y is 1 - x. */
function logIncompleteBeta(a: number, b: number, x: number, y: number): number {
  if (x === 0 || y === 0) return x === 0 ? Number.NEGATIVE_INFINITY : 0;
  // The fraction converges quickly up to about the mean; beyond it the other tail is the one to sum.
  if (x * (a + b + 2) <= a + 1) return logDensity(a, b, x, y) - Math.log(betaFraction(a, b, x, y));
  return Math.log1p(-Math.exp(logDensity(b, a, y, x)) / betaFraction(b, a, y, x));
}

/** The logarithm of x^a y^b / B(a, b), the density of log(x / y). */
function logDensity(a: number, b: number, x: number, y: number): number {
  return logTerm(a, b, x, y) + Math.log((a * b) / (a + b));
}

/** The continued fraction of DiDonato and Morris (1992): x^a y^b / B(a, b) over I_x(a, b), by Lentz's method. */
function betaFraction(a: number, b: number, x: number, y: number): number {
  const start = (a * (a * y - b * x + 1)) / (a + 1);
  let value = start;
  let above = start;
  let below = 0;
  for (let m = 1; m < 1_000_000; m += 1) {
    const last = a + 2 * m - 1;
    const numerator = (((a + m - 1) * (a + b + m - 1)) / last) * ((m * (b - m)) / last) * x * x;
    const denominator =
      m + (m * (b - m) * x) / last + ((a + m) * (a * y - b * x + 1 + m * (1 + y))) / (a + 2 * m + 1);
    below = 1 / (denominator + numerator * below);
    above = denominator + numerator / above;
    const change = above * below;
    value *= change;
    if (Math.abs(change - 1) <= Number.EPSILON) return value;
  }
  throw new RangeError(`the incomplete beta function at (${a}, ${b}, ${x}) did not converge`);
}

/**
 * The log of (a+b choose a) x^a y^b for any positive a and b, by Loader's saddle point: the large terms cancel on
 * paper, so that no digits are lost where a and b are large.
 */
function logTerm(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const excess = a * y - b * x;
  const errors = stirlingError(n) - stirlingError(a) - stirlingError(b);
  const deviances = deviance(a, n * x, excess) + deviance(b, n * y, -excess);
  return errors - deviances - Math.log((2 * Math.PI * a * b) / n) / 2;
}

/** Difference of log Γ(n + 1) and Stirling's formula. */
function stirlingError(n: number): number {
  // Below 16 the series is too coarse; each step up adds what Stirling's formula gains there.
  let gained = 0;
  let at = n;
  for (; at < 16; at += 1) gained += (at + 0.5) * Math.log1p(1 / at) - 1;
  const s = 1 / (at * at);
  return gained + (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / at;
}

/**
 * k log(k / expected) - excess. The caller passes excess, which is k - expected, because subtracting would
 * lose its digits.
 */
function deviance(k: number, expected: number, excess: number): number {
  const share = excess / (k + expected);
  if (Math.abs(share) >= 0.3) return k * Math.log(k / expected) - excess;
  let sum = excess * share;
  let power = 2 * k * share;
  for (let odd = 3; ; odd += 2) {
    power *= share * share;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/** The lowest logit: below it x is too small for a number. */
const LOWEST_LOGIT = -700;

/**
 * log(x / (1-x)) for the x with I_x(a, b) = p; q is 1 - p. The log of a beta's distribution function is
 * concave in the logit, so Newton's method converges from any start, and from the left never overshoots.
 */
function betaLogit(p: number, q: number, a: number, b: number): number {
  if (p > q) return -betaLogit(q, p, b, a);
  const target = Math.log(p);
  let logit = Math.log(a / b);
  for (let step = 1, round = 0; Math.abs(step) > 1e-12 * (1 + Math.abs(logit)) && round < 100; round += 1) {
    const x = 1 / (1 + Math.exp(-logit));
    const y = 1 / (1 + Math.exp(logit));
    const reached = logIncompleteBeta(a, b, x, y);
    step = (target - reached) * Math.exp(reached - logDensity(a, b, x, y));
    logit = Math.max(LOWEST_LOGIT, logit + step);
  }
  return logit;
}

function assertProbability(probability: number): void {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is not a probability`);
}

function assertPositive(value: number, name: string): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new RangeError(`a ${name} of ${value}`);
}

function assertTrials(n: number, rate: number): void {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`${n} is not a count of trials`);
  assertProbability(rate);
}
