import type { GateRule, MarginScore, MoreEvidence } from "../../schema/board/release-gate.ts";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import { normalQuantile } from "../../stats/normal-quantile.ts";
import { clusteredStandardError, noninferiority } from "../../stats/paired-difference.ts";
import { byFamily, type ScenarioFrame } from "../scenario-frame.ts";
import { scenarioMeans, scoreOfCard } from "../scenario-means.ts";
import type { GateSide } from "./gate-counts.ts";

const POWER = 0.8;

/** Whether a score is surely not worse than the baseline's by the margin: paired by scenario, clustered by family. */
export function gateMargin(input: {
  readonly score: MarginScore;
  readonly margin: number;
  readonly confidence: number;
  readonly side: GateSide;
  readonly baseline: GateSide | null;
  readonly frame: ScenarioFrame;
}): GateRule {
  const { score, margin, confidence, side, baseline, frame } = input;
  const base = { rule: `noninferiority.${score}`, findings: [], more: null };
  if (baseline === null) {
    return {
      ...base,
      outcome: "INCONCLUSIVE",
      message: "the policy has a margin, and no baseline was given",
    };
  }
  const scoreOf = (card: Scorecard) => scoreOfCard(card, score);
  const now = scenarioMeans(frame, side.cards, scoreOf);
  const then = scenarioMeans(frame, baseline.cards, scoreOf);
  const differences = frame.scenarios.map((_, index) => subtract(now[index], then[index]));
  const clustered = clusteredStandardError(byFamily(frame, differences));
  if (clustered.value === null) {
    return { ...base, outcome: "INCONCLUSIVE", message: `it cannot be compared: ${clustered.reason}` };
  }
  const { mean: difference, cr1: standardError, clusters } = clustered.value;
  const tested = noninferiority(
    { difference, standardError, degreesOfFreedom: clusters - 1, margin },
    confidence,
  ).value;
  if (tested === null) {
    // Every scenario differs by the same: there is no chance in it to allow for.
    const outcome = difference > -margin ? "PASS" : "FAIL";
    return { ...base, outcome, message: `${signed(difference)} in every scenario; −${margin} allowed` };
  }
  const { low, high } = tested.bounds;
  const seen = `${signed(difference)} against the baseline, with ${percent(confidence)} confidence`;
  if (tested.outcome !== "INCONCLUSIVE") {
    const bound = tested.outcome === "PASS" ? `not below ${signed(low)}` : `below ${signed(high)}`;
    return { ...base, outcome: tested.outcome, message: `${seen} ${bound}; −${margin} allowed` };
  }
  const scenarios = differences.filter((value) => value !== null).length;
  const distance = difference + margin;
  const more = moreEvidence({
    side,
    baseline,
    frame,
    scoreOf,
    scenarios,
    standardError,
    distance,
    confidence,
  });
  const message = `${seen} between ${signed(low)} and ${signed(high)}; −${margin} allowed. ${wanted(more, side)}`;
  return { ...base, outcome: "INCONCLUSIVE", message, more };
}

function wanted({ scenarios, repeats }: MoreEvidence, { repeats: had }: GateSide): string {
  if (scenarios === null)
    return "The difference lies at the margin: no amount of evidence is likely to decide it";
  const more = `About ${scenarios} more scenarios would decide it`;
  if (repeats !== null) return `${more}, or ${repeats} more repeats of each`;
  return had === 1
    ? `${more}; whether repeats would, a run with two of each can tell`
    : `${more}; repeats alone would not`;
}

/** What would decide the rule with 80% probability, if the difference and its spread stayed as they are. */
function moreEvidence(input: {
  readonly side: GateSide;
  readonly baseline: GateSide;
  readonly frame: ScenarioFrame;
  readonly scoreOf: (card: Scorecard) => number | null;
  readonly scenarios: number;
  readonly standardError: number;
  readonly distance: number;
  readonly confidence: number;
}): MoreEvidence {
  const { side, baseline, frame, scoreOf, scenarios, standardError, distance, confidence } = input;
  if (Math.abs(distance) < 1e-9) return { scenarios: null, repeats: null };
  const reach = normalQuantile(confidence) + normalQuantile(POWER);
  const needed = scenarios * ((reach * standardError) / distance) ** 2;
  const more = Math.max(1, Math.ceil(needed - scenarios));
  if (side.repeats === 1 || baseline.repeats === 1) return { scenarios: more, repeats: null };
  const chance = withinScenario(frame, side, scoreOf) + withinScenario(frame, baseline, scoreOf);
  const perScenario = scenarios * standardError ** 2;
  const between = Math.max(0, perScenario - chance / side.repeats);
  const allowed = scenarios * (distance / reach) ** 2;
  const repeats = allowed > between ? Math.ceil(chance / (allowed - between)) - side.repeats : null;
  return { scenarios: more, repeats: repeats === null ? null : Math.max(1, repeats) };
}

/** The mean variance between repeats of one scenario. */
function withinScenario(
  frame: ScenarioFrame,
  { cards }: GateSide,
  scoreOf: (card: Scorecard) => number | null,
): number {
  const byScenario = Map.groupBy(cards, (card) => card.scenario_id);
  const variances = frame.scenarios.flatMap(({ scenario_id }) => {
    const values = (byScenario.get(scenario_id) ?? []).flatMap((card) => scoreOf(card) ?? []);
    if (values.length < 2) return [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)];
  });
  return variances.length === 0 ? 0 : variances.reduce((sum, value) => sum + value, 0) / variances.length;
}

function subtract(now: number | null | undefined, then: number | null | undefined): number | null {
  return now === null || now === undefined || then === null || then === undefined ? null : now - then;
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return value < 0 ? `−${text}` : `+${text}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}
