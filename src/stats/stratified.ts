/** What a sample says that was drawn by strata, each with a share of its own: every stratum counts by its size. */
import type { Interval } from "../schema/scan/estimates.ts";
import { betaQuantile, tailProbability } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";

/** A part of the population, and what its sample showed. */
export interface SampledStratum {
  readonly size: number;
  /** Drawn without replacement, each member equally likely. */
  readonly sampled: number;
  readonly yes: number;
  /** Sampled and neither yes nor no: half of them in the estimate, none of them at one end of the interval and all at the other. */
  readonly open: number;
  /** Taken for its share where nothing of it was sampled; all of it is open then. @default 0.5 */
  readonly elsewhere?: number;
}

export interface StratifiedEstimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * A statistic of the strata's shares, with its interval by squaring and adding (Zou and Donner's MOVER, by substitution):
 * one stratum at a time goes to its lower and to its upper limit, and what that does to the statistic is added up
 * in squares, downwards and upwards apart. So it also holds for ratios, and next to 0 and 1, where few labels are.
 * What is open is no matter of chance: the lower end takes it all as what lowers the statistic, the upper end as what raises it.
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

/** With everything that is open taken for yes, or for no; nothing sampled leaves all of it open. */
export function settled({ size, sampled, yes, open }: SampledStratum, asYes: boolean): SampledStratum {
  if (sampled === 0) return { size, sampled: size, yes: asYes ? size : 0, open: 0 };
  return { size, sampled, yes: asYes ? yes + open : yes, open: 0 };
}

/** Added to yes and to no, before the limits are read from the beta distribution; `npm run bench -- labels` has what it covers. */
const PSEUDO_COUNT = 0.25;

interface ShareLimits extends Interval {
  readonly share: number;
}

/** What was drawn is known: the distance to a limit shrinks with the part of the stratum that is left. */
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
