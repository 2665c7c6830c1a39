import { formatQuantity } from "../../domain/number-words.ts";
import { differenceRanges } from "../../measure/paired-scores.ts";
import { provenDifference } from "../../measure/proven-difference.ts";
import { POWER } from "../../measure/ranking.ts";
import {
  byFamily,
  type FamilyOf,
  meanOf,
  scoreOfCard,
  scoreRangeOfCard,
} from "../../measure/scenario-means.ts";
import type { GateRule, MarginScore, MoreEvidence } from "../../schema/board/release-gate.ts";
import type { Interval } from "../../schema/scan/estimates.ts";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import { normalQuantile } from "../../stats/normal-quantile.ts";
import { fewest } from "../../stats/power.ts";
import { rangedMean } from "../../stats/ranged-means.ts";
import { type GateSide, percent } from "./gate-counts.ts";

/** Decides whether a score is certainly not worse than the baseline's by more than the margin. Pairs by scenario, clusters by family. */
export function gateMargin(input: {
  readonly score: MarginScore;
  readonly margin: number;
  readonly confidence: number;
  readonly side: GateSide;
  readonly baseline: GateSide | null;
  readonly familyOf: FamilyOf;
}): GateRule {
  const { score, margin, confidence, side, baseline, familyOf } = input;
  const base = { rule: `noninferiority.${score}`, findings: [], more: null };
  if (baseline === null) {
    return {
      ...base,
      outcome: "INCONCLUSIVE",
      message: "the policy has a margin, and no baseline was given",
    };
  }
  const differences = differenceRanges({ first: baseline.cards, second: side.cards }, (card) =>
    scoreRangeOfCard(card, score),
  );
  const families = [...byFamily(differences, familyOf).values()];
  const [proven, ranged] = [provenDifference(families), rangedMean(families).value];
  if (proven === null || ranged === null) {
    const message = "it cannot be compared: one family of scenarios says nothing of how families differ";
    return { ...base, outcome: "INCONCLUSIVE", message };
  }
  // The subject's lower end against the baseline's upper end, and the reverse.
  const { mean } = proven;
  const bounds = proven.limits(1 - confidence);
  const isOpen = mean.high - mean.low > ROUNDING;
  const difference = isOpen ? `${signed(mean.low)} to ${signed(mean.high)}` : signed(mean.low);
  const seen = `${difference} against the baseline${isOpen ? ", by how what is open falls" : ""}, with ${percent(confidence)} confidence`;
  if (bounds.low > -margin) {
    return {
      ...base,
      outcome: "PASS",
      message: `${seen} not below ${signed(bounds.low)}; −${margin} allowed`,
    };
  }
  if (bounds.high < -margin) {
    return {
      ...base,
      outcome: "FAIL",
      message: `${seen} not above ${signed(bounds.high)}; −${margin} allowed`,
    };
  }
  const between = `${seen} ${describeBounds(bounds)}; −${margin} allowed`;
  if (mean.low <= -margin && mean.high >= -margin) {
    const message = `${between}. What is open decides it: no further conversation would`;
    return { ...base, outcome: "INCONCLUSIVE", message };
  }
  // The share of subsets against a mean is at least half to the power of the number of families.
  const missingFamilies = Math.max(0, Math.ceil(-Math.log2(1 - confidence)) - families.length);
  const more = moreEvidence({
    side,
    baseline,
    scoreOf: (card) => scoreOfCard(card, score),
    scenarios: new Set(differences.keys()),
    standardError: ranged.largestError,
    distance: (mean.low > -margin ? mean.low : mean.high) + margin,
    confidence,
    missingFamilies,
  });
  const message = `${between}. ${wanted(more, side, missingFamilies > 0)}`;
  return { ...base, outcome: "INCONCLUSIVE", message, more };
}

/** Smaller differences are rounding errors. */
const ROUNDING = 1e-9;

function wanted(
  { scenarios, repeats }: MoreEvidence,
  { repeats: had }: GateSide,
  areFamiliesMissing: boolean,
): string {
  if (scenarios === null)
    return "The difference lies at the margin: no amount of evidence is likely to decide it";
  const which = areFamiliesMissing ? " of other families" : "";
  const more = `About ${formatQuantity(scenarios, "more scenario")}${which} would decide it`;
  if (repeats !== null) return `${more}, or ${formatQuantity(repeats, "more repeat")} of each`;
  return had === 1 && !areFamiliesMissing
    ? `${more}; whether repeats would, a run with two of each can tell`
    : `${more}; repeats alone would not`;
}

/** Computes how much more would decide the rule with 80% probability, if the difference and its spread stay the same. */
function moreEvidence(input: {
  readonly side: GateSide;
  readonly baseline: GateSide;
  readonly scoreOf: (card: Scorecard) => number | null;
  /** Scenarios of both sides. */
  readonly scenarios: ReadonlySet<string>;
  readonly standardError: number;
  readonly distance: number;
  readonly confidence: number;
  /** Number of families missing for a bound; more repeats cannot replace them. */
  readonly missingFamilies: number;
}): MoreEvidence {
  const { side, baseline, scoreOf, standardError, distance, confidence, missingFamilies } = input;
  const scenarios = input.scenarios.size;
  if (Math.abs(distance) < 1e-9) return { scenarios: null, repeats: null };
  const reach = normalQuantile(confidence) + normalQuantile(POWER);
  const needed = scenarios * ((reach * standardError) / distance) ** 2;
  const more = Math.max(1, missingFamilies, Math.ceil(needed - scenarios));
  if (missingFamilies > 0) return { scenarios: more, repeats: null };
  if (side.repeats === 1 || baseline.repeats === 1) return { scenarios: more, repeats: null };
  const chance = [side, baseline].map(({ cards, repeats }) => ({
    repeats,
    variance: varianceBetweenRepeats(
      cards.filter((card) => input.scenarios.has(card.scenario_id)),
      scoreOf,
    ),
  }));
  const ofChance = (added: number) =>
    chance.reduce((sum, { variance, repeats }) => sum + variance / (repeats + added), 0);
  const between = Math.max(0, scenarios * standardError ** 2 - ofChance(0));
  const allowed = scenarios * (distance / reach) ** 2 - between;
  if (allowed <= 0) return { scenarios: more, repeats: null };
  return {
    scenarios: more,
    repeats: fewest(1, (added) => ofChance(added) <= allowed),
  };
}

/** Computes the variance between a scenario's repeats, averaged over scenarios. */
function varianceBetweenRepeats(
  cards: readonly Scorecard[],
  scoreOf: (card: Scorecard) => number | null,
): number {
  const variances = [...Map.groupBy(cards, (card) => card.scenario_id).values()].flatMap((repeats) => {
    const values = repeats.flatMap((card) => scoreOf(card) ?? []);
    const mean = meanOf(values);
    if (mean === null || values.length < 2) return [];
    return [values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)];
  });
  return meanOf(variances) ?? 0;
}

/** Describes the certain range of the difference. A bound may be infinite. */
function describeBounds({ low, high }: Interval): string {
  if (Number.isFinite(low) && Number.isFinite(high)) return `between ${signed(low)} and ${signed(high)}`;
  if (Number.isFinite(low)) return `not below ${signed(low)}, with no bound above`;
  if (Number.isFinite(high)) return `not above ${signed(high)}, with no bound below`;
  return "within no bound, as families of scenarios are too few for one";
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return value < 0 ? `−${text}` : `+${text}`;
}
