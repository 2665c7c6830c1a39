import type { Bench } from "../../index.ts";
import { formatScore, formatScoreInterval } from "../../report/format-number.ts";

type Coefficient = Awaited<ReturnType<Bench["calibrateLabels"]>>["overall"]["all"]["ac1"];

/** The coefficients of a row, each with its interval. One reason in a row is enough. */
export function formatCoefficients(...coefficients: readonly Coefficient[]): readonly string[] {
  const first = coefficients.find(({ value }) => value === null);
  return coefficients.map((coefficient) => {
    const { value, reason, interval } = coefficient;
    if (value === null) return coefficient === first ? `undefined (${reason})` : "undefined";
    const range = formatScoreInterval(interval);
    return range === "" ? formatScore(value) : `${formatScore(value)} (${range})`;
  });
}
