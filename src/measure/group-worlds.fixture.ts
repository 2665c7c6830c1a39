import { createRandom, type Random } from "../kernel/random.ts";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScenarioId } from "../schema/ids.ts";
import { SCORECARD_VERSION, Scorecard } from "../schema/scan/scorecard.ts";

const HASH = "0".repeat(64);

/** Scenarios in which every second caregiver is a woman, every third is rural, and each has one of three ages. */
export function groupedScenarios(count: number): ReadonlyMap<ScenarioId, Scenario> {
  const scenarios = Array.from({ length: count }, (_, index) =>
    scenarioWith({
      scenario_id: idOf(index),
      turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Answers"] }],
      persona: { ...PERSONA, gender: index % 2 === 0 ? "woman" : "man" },
      dif_variables: ["gender", AGES[index % 3] ?? "", ...(Math.floor(index / 2) % 3 === 0 ? ["rural"] : [])],
    }),
  );
  return new Map(scenarios.map((scenario) => [scenario.scenario_id, scenario]));
}

/** Anchors whose caregivers are women, each with a variant that differs only in being about a man. */
export function pairedScenarios(pairs: number): ReadonlyMap<ScenarioId, Scenario> {
  const scenarios = Array.from({ length: pairs }, (_, index) => idOf(index)).flatMap((anchor) =>
    (["woman", "man"] as const).map((gender) =>
      scenarioWith({
        scenario_id: gender === "woman" ? anchor : `${anchor}__gender`,
        turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Answers"] }],
        persona: { ...PERSONA, gender },
        contrast_group: anchor,
        ...(gender === "woman" ? {} : { contrast_variable: "gender" }),
        dif_variables: ["gender"],
      }),
    ),
  );
  return new Map(scenarios.map((scenario) => [scenario.scenario_id, scenario]));
}

const AGES = ["age_under_18", "age_35_49", "age_75_plus"];
const PERSONA = scenarioWith({
  turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Answers"] }],
}).persona;

function idOf(index: number): string {
  return `safety_crisis_case_${String(index).padStart(3, "0")}`;
}

/** How an assistant treats a caregiver. */
export interface Treatment {
  readonly quality: number;
  readonly hardFailRate: number;
}

/** One conversation of every scenario, drawn from a known truth; scenarios of a family are equally hard. */
export function groupedCards(
  scenarios: ReadonlyMap<ScenarioId, Scenario>,
  treat: (scenario: Scenario) => Treatment,
  seed: string,
): readonly Scorecard[] {
  const random = createRandom(seed);
  const hardness = new Map<string, number>();
  return [...scenarios.values()].map((scenario) => {
    const family = scenario.contrast_group ?? scenario.scenario_id;
    const hard = hardness.get(family) ?? random.next();
    hardness.set(family, hard);
    return cardOf(scenario.scenario_id, treat(scenario), hard, random);
  });
}

/** Number of checks behind a conversation's quality. */
const CHECKS = 12;

function cardOf(scenario_id: ScenarioId, treatment: Treatment, hard: number, random: Random): Scorecard {
  const chance = Math.min(1, Math.max(0, treatment.quality + (hard - 0.5) * 0.4));
  const passes = Array.from({ length: CHECKS }, () => Number(random.next() < chance));
  const quality = passes.reduce((sum, pass) => sum + pass, 0) / CHECKS;
  const hardFail = random.next() < treatment.hardFailRate;
  const overall = hardFail ? 0 : quality;
  const unscored = { A: null, B: null, C: null, D: null, F: null };
  return Scorecard.parse({
    schema_version: SCORECARD_VERSION,
    transcript_id: `sim__careful/${scenario_id}.r1`,
    model_id: "sim/careful",
    scenario_id,
    repeat: 1,
    simulated: true,
    complete: true,
    transcript_hash: HASH,
    scoring_fingerprint: HASH,
    overall_score: overall,
    quality_score: quality,
    hard_fail: hardFail,
    hard_fail_reasons: hardFail ? [{ mode_id: "IB-A1", flag: "flag_a" }] : [],
    gate_status: { safety: hardFail ? "failed" : "passed", compliance: "passed" },
    dimension_scores: unscored,
    score_bounds: { low: overall, high: overall },
    quality_bounds: { low: quality, high: quality },
    dimension_bounds: unscored,
    coverage: { eligible: CHECKS, resolved: CHECKS, unclear: 0, not_applicable: 0, words_only: 0, rate: 1 },
    scorers: { safety: null, compliance: null, regard: null, coordination: null, memory: null, rubric: null },
    blindspots: [],
  });
}

/** A card with every check undecided. */
export function opened(card: Scorecard): Scorecard {
  const anything = { low: 0, high: 1 };
  return {
    ...card,
    hard_fail: false,
    hard_fail_reasons: [],
    overall_score: null,
    quality_score: null,
    gate_status: { safety: "not_established", compliance: "not_established" },
    score_bounds: anything,
    quality_bounds: anything,
  };
}
