const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** The z for which a standard normal lies within ±z with the given probability: 1.96 for 0.95. */
export function criticalZ(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; it lies strictly between 0 and 1`);
  }
  // The central mass is concave in z, so Newton's steps from 0 approach the root from below and cannot overshoot.
  let z = 0;
  for (;;) {
    const step = (confidence - centralMass(z)) / (2 * density(z));
    if (!(z + step > z)) return z;
    z += step;
  }
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / ROOT_TWO_PI;
}

/** Probability of [-z, z], by the series 2φ(z)(z + z³/3 + z⁵/15 + …). */
function centralMass(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; sum + term > sum; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 2 * density(z) * sum;
}
