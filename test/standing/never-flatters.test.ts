/** Lost, unclear or silent data never improves an assistant's results. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { orderModels } from "../../src/domain/gates.ts";
import { rankModels } from "../../src/measure/ranking.ts";
import { familiesIn } from "../../src/measure/scenario-means.ts";
import { syntheticCorpus, syntheticScan } from "../../src/publish/board-scan.fixture.ts";
import { type BoardScan, modelsOf } from "../../src/publish/board-scan.ts";
import { type ComparedScan, compareScans } from "../../src/publish/compare-scans.ts";
import { judgeGate } from "../../src/publish/judge-gate.ts";
import { createSevereWatch, createVerdictIndex } from "../../src/publish/verdict-index.ts";
import { checkWith, headerFor } from "../../src/schema/artefacts.fixture.ts";
import type { ModelComparison } from "../../src/schema/board/comparison.ts";
import type { GateResult } from "../../src/schema/board/release-gate.ts";
import type { Check } from "../../src/schema/corpus/check.ts";
import { type CheckId, ModelId, Sha256 } from "../../src/schema/ids.ts";
import type { PlannedTranscript, ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import type { Summary } from "../../src/schema/scan/summary.ts";
import type { Verdict, VerdictRow } from "../../src/schema/scan/verdict.ts";
import { rowOf } from "../../src/score/score.fixture.ts";
import { createScanScorer } from "../../src/score/score-scan.ts";

const HASH = Sha256.parse("0".repeat(64));
const SCENARIOS = 10;
const MODELS = ["maker/a", "maker/b", "maker/c"] as const;
const [SUBJECT] = MODELS;
const { checks: _, ...world } = syntheticCorpus(SCENARIOS);
const scenarioIds = [...world.scenarios.keys()];
const familyOf = familiesIn(world.scenarios);
const CHECKS: readonly Check[] = (["A", "A", "B", "C", "C", "D", "D", "F", "F"] as const).map(
  (dimension, index) =>
    checkWith(
      { route: "llm_primary", unit_of_analysis: "event_window" },
      {
        id: `IB-${dimension}${index + 1}`,
        flag: `flag_${index}`,
        primary_bucket: dimension,
        severity: index < 3 ? "S5" : "S3",
      },
    ),
);
const corpus = { ...world, checks: new Map<CheckId, Check>(CHECKS.map((check) => [check.id, check])) };

/** A world's data for one question: its eligibility depends on the scenario, its verdict on the model. */
interface Cell {
  readonly verdict: Verdict;
  readonly byWords: boolean;
}
interface World {
  /** By scenario and check. */
  readonly eligible: readonly (readonly boolean[])[];
  /** By model, scenario and check. */
  readonly cells: readonly (readonly (readonly Cell[])[])[];
  /** By model, so that some models differ: as drawn, with hardly a failure, or failing every other check. */
  readonly kinds: readonly ("as_drawn" | "good" | "poor")[];
}

const cell: fc.Arbitrary<Cell> = fc.record({
  verdict: fc.constantFrom<Verdict>(
    "PASS",
    "PASS",
    "PASS",
    "PASS",
    "FAIL",
    "FAIL",
    "UNCLEAR",
    "NOT_APPLICABLE",
  ),
  byWords: fc.nat(5).map((drawn) => drawn === 0),
});
const exactly = <Item>(item: fc.Arbitrary<Item>, length: number) =>
  fc.array(item, { minLength: length, maxLength: length });
const anyWorld: fc.Arbitrary<World> = fc.record({
  eligible: exactly(
    exactly(
      fc.nat(4).map((drawn) => drawn > 0),
      CHECKS.length,
    ),
    SCENARIOS,
  ),
  cells: exactly(exactly(exactly(cell, CHECKS.length), SCENARIOS), MODELS.length),
  kinds: exactly(fc.constantFrom("as_drawn", "good", "poor"), MODELS.length),
});

function verdictOf({ cells, kinds }: World, model: number, scenario: number, check: number): Cell {
  const drawn = cells[model]?.[scenario]?.[check] ?? { verdict: "UNCLEAR", byWords: false };
  if (kinds[model] === "good" && drawn.verdict === "FAIL" && scenario > 0)
    return { ...drawn, verdict: "PASS" };
  if (kinds[model] === "poor" && drawn.verdict === "PASS" && check % 2 === 0)
    return { ...drawn, verdict: "FAIL" };
  return drawn;
}

/** Damage to one assistant: to a verdict, a row, a conversation or a reply. */
interface Harm {
  readonly kind: "unclear" | "row_lost" | "call_lost" | "blank";
  readonly scenario: number;
  readonly check: number;
}
const anyHarm: fc.Arbitrary<Harm> = fc.record({
  kind: fc.constantFrom("unclear", "row_lost", "call_lost", "blank"),
  scenario: fc.nat(SCENARIOS - 1),
  check: fc.nat(CHECKS.length - 1),
});

/** A conversation's rows. For a blank reply, checks that require words fail, and the rest is undecided. */
function rowsOf(drawn: World, model: number, scenario: number, harms: readonly Harm[]) {
  const own = model === 0 ? harms.filter((harm) => harm.scenario === scenario) : [];
  const isLost = own.some(({ kind }) => kind === "call_lost");
  const rows = CHECKS.flatMap((check, index): VerdictRow[] => {
    const { verdict, byWords } = verdictOf(drawn, model, scenario, index);
    const isEligible = drawn.eligible[scenario]?.[index] === true;
    const here = own.filter((harm) => harm.check === index);
    if (here.some(({ kind }) => kind === "row_lost")) return [];
    const isUnclear = isLost || here.some(({ kind }) => kind === "unclear");
    const isBlank = own.some(({ kind }) => kind === "blank") && verdict === "PASS";
    const silent = index % 2 === 0 ? "FAIL" : "UNCLEAR";
    const after = isUnclear ? "UNCLEAR" : isBlank ? silent : verdict;
    const row = rowOf(check.primary_bucket, isEligible ? after : "NOT_APPLICABLE", {
      severity: check.severity,
      eligible: isEligible,
    });
    const looked = byWords && after === verdict ? { looked_by: "words" as const } : {};
    return [{ ...row, mode_id: check.id, details: { ...row.details, ...looked } }];
  });
  return { rows, isLost };
}

interface Told {
  readonly scan: BoardScan;
  readonly summary: Summary;
  readonly compared: ComparedScan;
  readonly severe: ReturnType<ReturnType<typeof createSevereWatch>["finish"]>["severe"];
}

function tell(drawn: World, harms: readonly Harm[]): Told {
  // Only the fields of a plan that scoring reads.
  const plan = { profile: "full", judge: null, fingerprints: { transcripts: null, scoring: { hash: HASH } } };
  const scorer = createScanScorer(plan as unknown as ScanPlan, { ...corpus, rules: new Map() });
  const [index, watch] = [createVerdictIndex(), createSevereWatch()];
  for (const [model, name] of MODELS.entries()) {
    for (const [scenario, scenario_id] of scenarioIds.entries()) {
      const { rows, isLost } = rowsOf(drawn, model, scenario, harms);
      const header = headerFor(scenario_id, { model_id: ModelId.parse(name), complete: !isLost });
      const eligible = CHECKS.filter((_, check) => drawn.eligible[scenario]?.[check]).map(({ id }) => id);
      const planned = { transcript_hash: HASH, complete: !isLost, eligible } as unknown as PlannedTranscript;
      const placed = rows.map((row) => ({ ...row, model_id: header.model_id, scenario_id }));
      scorer.add({ planned, transcript: { header, messages: [] }, rows: placed });
      for (const row of placed) {
        index.add(row);
        watch.add(row);
      }
    }
  }
  const { scorecards, summary } = scorer.finish();
  const models = MODELS.map((modelId) => ({ modelId, failureRate: 0, hardFailRate: 0 }));
  const scan = { ...syntheticScan({ corpus, models, seed: "world" }), scorecards };
  return { scan, summary, compared: { scan, verdicts: index.finish() }, severe: watch.finish().severe };
}

/** Numbers for which lower is worse for the assistant. */
function standing({ scan, summary }: Told): Readonly<Record<string, number>> {
  const own = summary.models.find(({ model_id }) => model_id === SUBJECT);
  const ranking = rankModels(
    modelsOf([scan]).map(({ modelId }) => ({
      modelId,
      cards: scan.scorecards.filter((card) => card.model_id === modelId),
    })),
    familyOf,
  );
  const place = ranking.of.get(ModelId.parse(SUBJECT));
  if (own === undefined || place === undefined) throw new Error("the subject was scored");
  const ranges = { overall: own.overall, quality: own.quality, ...own.dimensions };
  const { k, n, open = 0, interval } = own.hard_fails;
  return {
    ...Object.fromEntries(Object.entries(ranges).map(([name, { range }]) => [name, range?.low ?? 0])),
    "lines kept": n === 0 ? 0 : -(k + open) / n,
    "lines kept, interval": -(interval?.high ?? 1),
    tier: -place.tier,
    "tier, then quality tier": -(place.tier * 100 + place.quality_tier),
    "best rank": -place.ranks.best,
    "worst rank": -place.ranks.worst,
    "place in a list": orderModels(summary.models).findIndex(({ model_id }) => model_id === SUBJECT),
    "gates passed": own.gates.safety.passed + own.gates.compliance.passed,
  };
}

/** The comparisons and gate rules that favour the assistant. */
function favours(
  before: Told,
  after: Told,
): { readonly old: ReadonlySet<string>; readonly now: ReadonlySet<string> } {
  return { old: favoursOf(before, before), now: favoursOf(after, before) };
}

function favoursOf(told: Told, base: Told): ReadonlySet<string> {
  const found = new Set<string>();
  for (const other of MODELS.slice(1)) {
    const first = { ...told.compared, model: SUBJECT };
    const second = { ...told.compared, model: other };
    for (const comparison of compareScans({ first, second, anyway: true, corpus }).models)
      for (const name of inFavour(comparison)) found.add(`against ${other}: ${name}`);
  }
  for (const [name, baseline] of [
    ["alone", null],
    ["against before", base],
  ] as const) {
    const result = judgeGate({
      subject: only(told),
      baseline: baseline && only(baseline),
      policy: {
        schema_version: 1,
        new_s5_failures: { at_most: 2 },
        hard_fail_rate: { at_most: 0.6, confidence: 0.8 },
        noninferiority: { margins: { overall: 0.3, quality: 0.3, C: 0.4 }, confidence: 0.8 },
        unclear_share: { at_most: 0.2 },
        incomplete_share: { at_most: 0.1 },
      },
      policyName: "test",
      corpus,
    });
    for (const rule of passing(result)) found.add(`gate ${name}: ${rule}`);
  }
  return found;
}

/** Only the subject, as a gate requires. */
function only({ scan, severe }: Told) {
  const scorecards = scan.scorecards.filter(({ model_id }) => model_id === SUBJECT);
  return {
    scan: { ...scan, scorecards },
    severe: severe.filter(({ modelId }) => modelId === SUBJECT),
  };
}

function passing({ models }: GateResult): readonly string[] {
  return models.flatMap(({ rules }) =>
    rules.filter(({ outcome }) => outcome === "PASS").map(({ rule }) => rule),
  );
}

function inFavour({ scores, gates, checks }: ModelComparison): readonly string[] {
  return [
    ...scores.filter(({ answer }) => answer === "first_better").map(({ score }) => score),
    ...gates
      .filter(({ p, only_first, only_second }) => (p ?? 1) < 0.2 && only_first > only_second)
      .map(({ gate }) => gate),
    ...checks
      .filter(({ p, only_first, only_second }) => (p ?? 1) < 0.3 && only_second > only_first)
      .map(({ mode_id }) => mode_id),
  ];
}

test("nothing lost, unclear or blank about an assistant raises anything that is said of it", () => {
  const harms = fc.array(anyHarm, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(anyWorld, harms, (drawn, harmed) => {
      const [before, after] = [tell(drawn, []), tell(drawn, harmed)];
      const [was, is] = [standing(before), standing(after)];
      for (const [name, value] of Object.entries(is)) {
        const old = was[name];
        if (old !== undefined) expect(value, name).toBeLessThanOrEqual(old + 1e-9);
      }
      const { old, now } = favours(before, after);
      // The screen of single checks is of rows alone: a scan that lost one is refused by its seal before it is compared.
      const isRefused = harmed.some(({ kind }) => kind === "row_lost");
      const gained = [...now].filter((name) => !old.has(name) && !(isRefused && name.includes("IB-")));
      expect(gained).toEqual([]);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

test("what is lost about a baseline never helps the release that is held against it", () => {
  // A blank reply of the baseline is a failure of its own, and no doubt.
  const doubt = anyHarm.filter(({ kind }) => kind !== "blank");
  const harms = fc.array(doubt, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(anyWorld, anyWorld, harms, (drawn, older, harmed) => {
      const subject = tell(drawn, []);
      const held = (baseline: Told) =>
        [...favoursOf(subject, baseline)].filter((name) => name.startsWith("gate against"));
      const old = new Set(held(tell(older, [])));
      expect(held(tell(older, harmed)).filter((name) => !old.has(name))).toEqual([]);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
