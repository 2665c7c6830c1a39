/**
 * Estimates from a stratified sample with a different sampling fraction per stratum: every stratum counts by
 * its size.
 */
import type { Interval } from "../schema/scan/estimates.ts";
import { betaQuantile, tailProbability } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";

/** A part of the population, with the results of its sample. */
export interface SampledStratum {
  readonly size: number;
  /** Drawn without replacement, each member equally likely. */
  readonly sampled: number;
  readonly yes: number;
  /**
   * Sampled, but neither yes nor no: half of them count in the estimate, none at one end of the interval and
   * all at the other.
   */
  readonly open: number;
  /** Assumed share of a stratum without a sample; all of it is undecided then. @default 0.5 */
  readonly elsewhere?: number;
}

export interface StratifiedEstimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * A statistic of the strata's shares, with its interval by squaring and adding (Zou and Donner's MOVER, by
 * substitution). Each stratum in turn moves to its lower and to its upper limit; the changes of the statistic
 * are added in squares, downwards and upwards separately. The method thus also works for ratios, and near 0
 * and 1 with few labels. Undecided items are not random: the lower end counts them all as lowering the
 * statistic, the upper end as raising it.
 */
export function stratifiedEstimate(
  strata: readonly SampledStratum[],
  statistic: (shares: readonly number[]) => Statistic,
  options: { readonly least?: number; readonly confidence?: number } = {},
): Statistic<StratifiedEstimate> {
  const { least = 0, confidence = 0.95 } = options;
  for (const stratum of strata) assertStratum(stratum);
  const shares = strata.map(({ sampled, yes, open, elsewhere = 0.5 }) =>
    sampled === 0 ? elsewhere : (yes + open / 2) / sampled,
  );
  const found = statistic(shares);
  if (found.value === null) return found;
  const { value } = found;
  const at = (changed: readonly number[]) => statistic(changed).value ?? value;
  // Whether a higher share of a stratum raises the statistic.
  const raises = shares.map((_, index) => at(shares.with(index, 1)) >= at(shares.with(index, 0)));
  const end = (towards: "low" | "high") => {
    const limits = strata.map((stratum, index) =>
      shareLimits(settled(stratum, (towards === "high") === raises[index]), confidence),
    );
    const middle = limits.map(({ share }) => share);
    const moves = limits.flatMap(({ low, high }, index) =>
      [low, high].map((limit) => at(middle.with(index, limit)) - at(middle)),
    );
    const sign = towards === "low" ? -1 : 1;
    const squares = moves.filter((move) => move * sign > 0).reduce((sum, move) => sum + move ** 2, 0);
    return at(middle) + sign * Math.sqrt(squares);
  };
  const interval = {
    low: Math.max(least, Math.min(value, end("low"))),
    high: Math.min(1, Math.max(value, end("high"))),
  };
  return { value: { value, interval } };
}

/** Counts everything undecided as yes, or as no; without a sample all of the stratum is undecided. */
export function settled({ size, sampled, yes, open }: SampledStratum, asYes: boolean): SampledStratum {
  if (sampled === 0) return { size, sampled: size, yes: asYes ? size : 0, open: 0 };
  return { size, sampled, yes: asYes ? yes + open : yes, open: 0 };
}

/**
 * Added to yes and to no before the limits are read from the beta distribution; `npm run bench -- labels`
 * measures the coverage.
 */
const PSEUDO_COUNT = 0.25;

interface ShareLimits extends Interval {
  readonly share: number;
}

/** The drawn items are known: the distance to a limit shrinks with the undrawn part of the stratum. */
function shareLimits({ size, sampled, yes }: SampledStratum, confidence: number): ShareLimits {
  const share = yes / sampled;
  const tail = tailProbability(confidence);
  const unseen = Math.sqrt(1 - sampled / size);
  const limit = (probability: number) =>
    share + unseen * (betaQuantile(probability, yes + PSEUDO_COUNT, sampled - yes + PSEUDO_COUNT) - share);
  return { low: yes === 0 ? 0 : limit(tail), share, high: yes === sampled ? 1 : limit(1 - tail) };
}

function assertStratum({ size, sampled, yes, open }: SampledStratum): void {
  const counts = [size, sampled, yes, open];
  const fits = counts.every((count) => Number.isSafeInteger(count) && count >= 0) && size > 0;
  if (!fits || sampled > size || yes + open > sampled) {
    throw new RangeError(`${yes} and ${open} of ${sampled} from ${size} is no sample of a stratum`);
  }
}
