/**
 * The quantile of the normal distribution, with the rational approximations to the inverse error function
 * from the Boost libraries: (C) Copyright John Maddock 2006, Boost Software License 1.0
 * (https://www.boost.org/LICENSE_1_0.txt).
 */

/** A ratio of two polynomials, each from its constant term upwards. */
type Rational = readonly [over: readonly number[], under: readonly number[]];

const CENTRAL: Rational = [
  [
    -0.0005087819496582806, -0.008368748197417368, 0.03348066254097446, -0.012692614766297404,
    -0.03656379714117627, 0.02198786811111689, 0.008226878746769157, -0.005387729650712429,
  ],
  [
    1, -0.9700050433032906, -1.5657455823417585, 1.5622155839842302, 0.662328840472003, -0.7122890234154284,
    -0.05273963823400997, 0.07952836873415717, -0.0023339375937419, 0.0008862163904564247,
  ],
];
const MIDDLE: Rational = [
  [
    -0.20243350835593876, 0.10526468069939171, 8.3705032834312, 17.644729840837403, -18.851064805871424,
    -44.6382324441787, 17.445385985570866, 21.12946554483405, -3.6719225470772936,
  ],
  [
    1, 6.242641248542475, 3.971343795334387, -28.66081804998, -20.14326346804852, 48.560921310873994,
    10.826866735546016, -22.643693341313973, 1.7211476576120028,
  ],
];
const TAIL: Rational = [
  [
    -0.1311027816799519, -0.16379404719331705, 0.11703015634199525, 0.38707973897260434, 0.3377855389120359,
    0.14286953440815717, 0.029015791000532906, 0.0021455899538880526, -6.794655751811263e-7,
    2.8522533178221704e-8, -6.81149956853777e-10,
  ],
  [
    1, 3.4662540724256723, 5.381683457070069, 4.778465929458438, 2.5930192162362027, 0.848854343457902,
    0.15226433829533179, 0.011059242293464892,
  ],
];
const FAR_TAIL: Rational = [
  [
    -0.0350353787183178, -0.0022242652921344794, 0.018557330651423107, 0.009508047013259196,
    0.0018712349281955923, 0.00015754461742496055, 0.00000460469890584318, -2.304047769118826e-10,
    2.6633922742578204e-12,
  ],
  [
    1, 1.3653349817554064, 0.7620591645536234, 0.22009110576413124, 0.03415891436709477, 0.00263861676657016,
    0.00007646752923027944,
  ],
];
const FARTHEST_TAIL: Rational = [
  [
    -0.016743100507663373, -0.0011295143874558028, 0.001056288621524929, 0.00020938631748758808,
    0.000014962478375834237, 4.4969678992770644e-7, 4.625961635228786e-9, -2.811287356288318e-14,
    9.905570997331033e-17,
  ],
  [
    1, 0.5914293448864175, 0.1381518657490833, 0.016074608709367652, 0.0009640118070051656,
    0.000027533547476472603, 2.82243172016108e-7,
  ],
];

/** The z that a standard normal stays below with the given probability. */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is not a probability`);
  if (probability === 0.5) return 0;
  // Both tails at once: from the smaller of the two, so that a tiny probability keeps its digits.
  const tails = 2 * Math.min(probability, 1 - probability);
  if (tails === 0) return probability === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Math.sign(probability - 0.5) * Math.SQRT2 * inverseComplementaryError(tails);
}

/** The x with erfc(x) = tails, for tails in (0, 1). */
function inverseComplementaryError(tails: number): number {
  if (tails >= 0.5) {
    const inside = 1 - tails;
    const scale = inside * (inside + 10);
    return scale * 0.08913147449493408 + scale * ratio(CENTRAL, inside);
  }
  if (tails >= 0.25)
    return Math.sqrt(-2 * Math.log(tails)) / (2.249481201171875 + ratio(MIDDLE, tails - 0.25));
  const distance = Math.sqrt(-Math.log(tails));
  if (distance < 3) return 0.807220458984375 * distance + ratio(TAIL, distance - 1.125) * distance;
  if (distance < 6) return 0.9399557113647461 * distance + ratio(FAR_TAIL, distance - 3) * distance;
  return 0.983628273010254 * distance + ratio(FARTHEST_TAIL, distance - 6) * distance;
}

function ratio([over, under]: Rational, at: number): number {
  const value = (terms: readonly number[]) => terms.reduceRight((sum, term) => sum * at + term, 0);
  return value(over) / value(under);
}
