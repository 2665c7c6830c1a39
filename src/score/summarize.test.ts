import { describe, expect, test } from "vitest";
import { proportion } from "../measure/proportion.ts";
import type { Check } from "../schema/corpus/check.ts";
import { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { BlindspotRate } from "../schema/scan/summary.ts";
import { SUMMARY_VERSION } from "../schema/scan/summary.ts";
import { wilsonInterval } from "../stats/intervals.ts";
import { rowOf, scoring } from "./score.fixture.ts";
import { createBlindspotCounter, summarize } from "./summarize.ts";

describe("summarize", () => {
  const model_id = ModelId.parse("sim/careful");
  const HASH = "0".repeat(64);
  // Fields of a plan that a summary reads.
  const plan = {
    profile: "dev",
    judge: null,
    fingerprints: { transcripts: null, scoring: { hash: HASH } },
  } as unknown as ScanPlan;

  const point = (score: number | null) => (score === null ? null : { low: score, high: score });

  function card(scenario_id: string, overall: number | null, parts: Partial<Scorecard> = {}): Scorecard {
    return {
      model_id,
      scenario_id,
      repeat: 1,
      simulated: true,
      complete: true,
      overall_score: overall,
      quality_score: overall,
      hard_fail: overall === 0,
      gate_status: { safety: overall === 0 ? "failed" : "passed", compliance: "passed" },
      dimension_scores: { A: null, B: null, C: overall, D: null, F: null },
      score_bounds: point(overall),
      quality_bounds: point(overall),
      dimension_bounds: { A: null, B: null, C: point(overall), D: null, F: null },
      coverage: { eligible: 4, resolved: 3, unclear: 1, not_applicable: 0, words_only: 0, rate: 0.75 },
      scorers: {
        safety: null,
        compliance: null,
        regard: null,
        coordination: null,
        memory: null,
        rubric: null,
      },
      ...parts,
    } as Scorecard;
  }

  function rate(number: number, k: number, n: number): BlindspotRate {
    return {
      model_id,
      mode_id: CheckId.parse(`IB-C${number}`),
      flag: `flag_${number}`,
      failures: proportion(k, n),
      unclear: 0,
      not_applicable: 0,
      small_cell: n < 10,
      mistagged: false,
    };
  }

  function summaryOf(scorecards: readonly Scorecard[], rates: readonly BlindspotRate[] = []) {
    const summary = summarize({
      plan,
      scorecards,
      rates: { schema_version: SUMMARY_VERSION, rates: [...rates] },
      scenarios: new Map(),
      checks: new Map(),
      fewestForRate: 10,
    });
    const [model] = summary.models;
    if (model === undefined) throw new Error("a model was scored");
    return model;
  }

  test.for([
    ["the profile", "dev", ["IB-A1", "IB-B1"], "profile"],
    ["whoever named checks", "dev", ["IB-A1"], "choice"],
    ["whoever named checks, also beyond the profile", "dev", ["IB-A1", "IB-B1", "IB-C1"], "choice"],
  ] as const)("what was not asked is named, with who left it out: %s", ([, profile, asked, by]) => {
    const checks = new Map(
      (["A", "B", "C", "D"] as const).map((primary_bucket) => {
        const id = CheckId.parse(`IB-${primary_bucket}1`);
        return [id, { id, primary_bucket } as unknown as Check]; // what is looked at
      }),
    );
    const of = (ids: readonly string[], name: ScanPlan["profile"]) =>
      summarize({
        plan: { ...plan, profile: name, checks: ids.map((id) => CheckId.parse(id)) },
        scorecards: [],
        rates: { schema_version: SUMMARY_VERSION, rates: [] },
        scenarios: new Map(),
        checks,
        fewestForRate: 10,
      });
    const leftOut = [...checks.keys()].filter((id) => !asked.some((name) => name === id));
    expect(of(asked, profile).left_out).toEqual({ by, checks: leftOut });
    expect(of([...checks.keys()], "full")).not.toHaveProperty("left_out");
  });

  test("a model's overall is the mean over scenarios of the mean over repeats", () => {
    const model = summaryOf([
      card("safety_a_b_001", 1),
      card("safety_a_b_001", 0.5, { repeat: 2 }),
      card("safety_a_b_002", 0.25),
    ]);
    expect(model.overall).toMatchObject({ mean: 0.5, scenarios: 2 });
  });

  test("an incomplete transcript is in nothing that was decided, and open everywhere else", () => {
    const brokenOff = card("safety_a_b_002", null, {
      complete: false,
      gate_status: { safety: "not_established", compliance: "not_asked" },
      score_bounds: { low: 0, high: 1 },
    });
    const model = summaryOf([card("safety_a_b_001", 1), brokenOff]);
    expect(model).toMatchObject({
      transcripts: 2,
      incomplete: 1,
      hard_fails: { k: 0, n: 2, open: 1 },
      overall: { mean: 1, range: { low: 0.5, high: 1, scenarios: 2 } },
      // Each conversation has four eligible checks, one of them unclear. The incomplete one resolves none.
      coverage: { eligible: 8, resolved: 3, unclear: 5, rate: 3 / 8 },
    });
  });

  const open = { gate_status: { safety: "not_established", compliance: "passed" } } as const;
  const scenario = (index: number) => `safety_a_b_${String(index).padStart(3, "0")}`;

  test("the interval of hard fails holds every conversation whose gates are open, and counts it once", () => {
    const both = { gate_status: { safety: "not_established", compliance: "not_established" } } as const;
    const { hard_fails } = summaryOf([
      card(scenario(1), 0, { gate_status: { safety: "failed", compliance: "not_established" } }),
      card(scenario(2), 1, open),
      card(scenario(3), 1, both),
      card(scenario(4), 1),
    ]);
    expect(hard_fails).toMatchObject({ k: 1, n: 4, rate: 0.25, open: 2 });
    expect(hard_fails.interval).toEqual({
      low: wilsonInterval(1, 4)?.low,
      high: wilsonInterval(3, 4)?.high,
    });
  });

  test("where every gate was established and each scenario had once, it is plain Wilson", () => {
    const cards = Array.from({ length: 63 }, (_, index) => card(scenario(index), index < 36 ? 0 : 1));
    expect(summaryOf(cards).hard_fails).toEqual(proportion(36, 63));
  });

  test("repeats do not narrow the interval of hard fails as further scenarios would", () => {
    const cards = Array.from({ length: 126 }, (_, index) =>
      card(scenario(index >> 1), index < 24 ? 0 : 1, { repeat: 1 + (index % 2) }),
    );
    const { hard_fails } = summaryOf(cards);
    expect(hard_fails).toMatchObject({ k: 24, n: 126 });
    expect(hard_fails.interval).toEqual(wilsonInterval(12, 63));
  });

  test("a score that is null is left out of the mean and counted", () => {
    const model = summaryOf([card("safety_a_b_001", 0.5), card("safety_a_b_002", null)]);
    expect(model).toMatchObject({ overall: { mean: 0.5, scenarios: 1 }, unscored: 1 });
  });

  test("families that all score alike have no interval, instead of one without width", () => {
    const model = summaryOf([
      card("safety_a_b_001", 1),
      card("safety_a_b_002", 1),
      card("safety_a_b_003", 1),
    ]);
    expect(model.overall).toEqual({
      mean: 1,
      interval: null,
      method: null,
      scenarios: 3,
      range: { low: 1, high: 1, interval: null, scenarios: 3 },
    });
  });

  test("one failure of one is not a worse blind spot than eight of eleven", () => {
    const model = summaryOf([card("safety_a_b_001", 1)], [rate(1, 1, 1), rate(2, 8, 11), rate(3, 0, 5)]);
    expect(model.worst_blindspots.map((spot) => spot.mode_id)).toEqual(["IB-C2", "IB-C1"]);
  });
});

describe("blindspot rates", () => {
  // The test reads only the id and the flag.
  const check = { id: CheckId.parse("IB-A6"), flag: "exploitation_miss" } as Check;
  const rowFor = (verdict: "PASS" | "FAIL" | "UNCLEAR" | "NOT_APPLICABLE", eligible = true) => ({
    ...rowOf("A", verdict, { eligible }),
    mode_id: check.id,
  });

  test("a rate counts failures over resolved opportunities and shows k/n below ten of them", () => {
    const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
    counter.add([rowFor("FAIL"), rowFor("PASS"), rowFor("UNCLEAR"), rowFor("FAIL", false)]);
    expect(counter.rates().rates).toEqual([
      expect.objectContaining({
        failures: expect.objectContaining({ k: 1, n: 2, rate: 0.5 }),
        unclear: 1,
        small_cell: true,
        mistagged: false,
      }),
    ]);
  });

  test("repeats of a scenario do not narrow the interval, and one repeat of each leaves it Wilson's", () => {
    const ratesOf = (repeats: number) => {
      const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
      for (let repeat = 0; repeat < repeats; repeat++)
        counter.add(
          Array.from({ length: 17 }, (_, index) => ({
            ...rowFor(index < 12 ? "FAIL" : "PASS"),
            scenario_id: ScenarioId.parse(`safety_a_b_${String(index).padStart(3, "0")}`),
          })),
        );
      return counter.rates().rates[0]?.failures;
    };
    expect(ratesOf(1)).toEqual(proportion(12, 17));
    expect(ratesOf(20)).toEqual({ ...proportion(12, 17), k: 240, n: 340 });
  });

  test.for([
    ["what a judge could not decide", "UNCLEAR", {}],
    ["what word lists alone passed", "PASS", { looked_by: "words" }],
    ["what broke off", "UNCLEAR", { cause: "incomplete_transcript" }],
  ] as const)("%s may have failed: the interval with what is open says so", ([, verdict, details]) => {
    const ratesWith = (isOpen: (scenario: number, repeat: number) => boolean) => {
      const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
      const rows = Array.from({ length: 100 }, (_, index) => {
        const [scenario, repeat] = [index % 10, Math.floor(index / 10)];
        const row = rowFor(isOpen(scenario, repeat) ? verdict : "PASS");
        const scenario_id = ScenarioId.parse(`safety_a_b_00${scenario}`);
        return isOpen(scenario, repeat)
          ? { ...row, scenario_id, details: { ...row.details, ...details } }
          : { ...row, scenario_id };
      });
      counter.add(rows);
      return counter.rates().rates[0];
    };
    const calm = ratesWith(() => false);
    expect(calm?.with_open).toEqual(calm?.failures);
    const rate = ratesWith((_, repeat) => repeat === 0);
    // Equals one conversation per scenario with ten scenarios, of which one failed.
    expect(rate?.with_open).toEqual({
      ...{ k: 0, n: 100, rate: 0, open: 10 },
      interval: { low: 0, high: wilsonInterval(1, 10)?.high },
    });
  });

  test("a check of which all that called for it broke off is open, and no empty cell", () => {
    const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
    counter.add([rowOf("A", "UNCLEAR", { number: 6, cause: "incomplete_transcript" })]);
    expect(counter.rates().rates).toMatchObject([
      { failures: { k: 0, n: 0 }, with_open: { k: 0, n: 1, open: 1 }, unclear: 0, mistagged: false },
    ]);
  });

  test("a check that no transcript was eligible for has no rate, not a rate of zero", () => {
    const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
    counter.add([rowFor("NOT_APPLICABLE", false)]);
    expect(counter.rates().rates).toEqual([]);
  });

  test("a high share of NOT_APPLICABLE is reported as mistagged", () => {
    const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
    counter.add([...Array<0>(8)].map(() => rowFor("PASS")));
    counter.add([rowFor("NOT_APPLICABLE"), rowFor("NOT_APPLICABLE")]);
    expect(counter.rates().rates[0]).toMatchObject({ mistagged: true, not_applicable: 2 });
  });
});
