import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RouterConfig } from "../schema/corpus/judge-config.ts";
import { corpusOf, modelsOf, scenarioOf } from "./plan-run.fixture.ts";
import { planRun, type RunRequest, type ScenarioSelection, selectScenarios } from "./plan-run.ts";

describe("plan run", () => {
  const branching = {
    turns: [
      { t: 1, user_message: "Hello.", expected_behaviors: ["Listens"] },
      {
        t: 2,
        user_message: "And now?",
        expected_behaviors: ["Listens"],
        branches: [
          {
            branch_id: "was_asked",
            condition: { type: "contains_any", values: ["why"] },
            user_message: "You ask why.",
          },
        ],
      },
    ],
  };
  const scenarios = [
    scenarioOf("safety_crisis_night_001", branching),
    scenarioOf("empathy_burden_sister_001"),
    scenarioOf("continuity_trust_bus_001"),
  ];
  const request: RunRequest = {
    models: modelsOf("sim/careful", "openai/gpt-5-mini"),
    status: "active",
    repeats: 2,
    harness: "llm/raw",
    sampling: { temperature: 0.7, max_tokens: 100, seed: null },
  };
  const lineTemplatesHash = "0".repeat(64);
  const reactionRulesHash = "1".repeat(64);
  const plan = planRun({ request, corpus: corpusOf(scenarios), lineTemplatesHash, reactionRulesHash });

  test("a label names a run, and decides nothing of what was run", () => {
    const labelled = planRun({
      request: { ...request, label: "v2.3" },
      corpus: corpusOf(scenarios),
      lineTemplatesHash,
      reactionRulesHash,
    });
    expect(labelled).toEqual({ ...plan, label: "v2.3" });
  });

  /** Returns the parts of the fingerprint that differ from the plan above. */
  function changedParts(input: Partial<Parameters<typeof planRun>[0]>): string[] {
    const { fingerprint } = planRun({
      request,
      corpus: corpusOf(scenarios),
      lineTemplatesHash,
      reactionRulesHash,
      ...input,
    });
    const changed = Object.keys(plan.fingerprint.parts).filter(
      (part) => plan.fingerprint.parts[part] !== fingerprint.parts[part],
    );
    expect(fingerprint.hash !== plan.fingerprint.hash).toBe(changed.length > 0);
    return changed;
  }

  test("a plan counts its conversations, turns and branch points", () => {
    expect(plan.totals).toEqual({ conversations: 2 * 3 * 2, turns: 2 * 2 * 4 });
    expect(
      plan.scenarios.map(({ scenario_id, turns, branch_points }) => [scenario_id, turns, branch_points]),
    ).toEqual([
      ["continuity_trust_bus_001", 1, 0],
      ["empathy_burden_sister_001", 1, 0],
      ["safety_crisis_night_001", 2, 1],
    ]);
    expect(plan.models).toMatchObject([
      { model_id: "openai/gpt-5-mini", simulated: false, estimate: { calls: 8, cost_usd: null } },
      { model_id: "sim/careful", simulated: true, estimate: { calls: 8, cost_usd: { expected: 0 } } },
    ]);
  });

  test("the plan does not depend on the order in which models and scenarios are named", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...scenarios], { minLength: scenarios.length }),
        fc.shuffledSubarray([...request.models], { minLength: request.models.length }),
        (shuffled, models) => {
          const corpus = { ...corpusOf(shuffled), hash: plan.corpus.hash };
          expect(
            planRun({ request: { ...request, models }, corpus, lineTemplatesHash, reactionRulesHash }),
          ).toEqual(plan);
        },
      ),
    );
  });

  test("a change is named by the part it belongs to", () => {
    const { sampling } = request;
    expect(changedParts({})).toEqual([]);
    expect(changedParts({ request: { ...request, sampling: { ...sampling, temperature: 0 } } })).toEqual([
      "sampling",
    ]);
    expect(changedParts({ request: { ...request, sampling: { ...sampling, max_tokens: 99 } } })).toEqual([
      "sampling",
    ]);
    expect(changedParts({ request: { ...request, sampling: { ...sampling, seed: 0 } } })).toEqual([
      "sampling",
    ]);
    expect(changedParts({ request: { ...request, repeats: 3 } })).toEqual(["repeats"]);
    expect(changedParts({ request: { ...request, models: modelsOf("sim/careful") } })).toEqual(["models"]);
    expect(changedParts({ request: { ...request, category: "safety" } })).toEqual(["scenarios"]);
    expect(changedParts({ corpus: corpusOf(scenarios, "Be brief.") })).toEqual(["system_prompt"]);
    expect(changedParts({ lineTemplatesHash: "1".repeat(64) })).toEqual(["line_templates"]);
  });

  const routing = {
    config: RouterConfig.parse({
      version: "1.0.0",
      contract: "Decide which way.",
      unsure: "Nobody could say.",
      question: "Which way?",
      format_reminder: "One id.",
      temperature: 0,
      max_tokens: 100,
    }),
    templateHash: "2".repeat(64),
  };
  const [router] = modelsOf("lab/router");
  const meaning = {
    turns: branching.turns.map(({ branches, ...turn }) => ({
      ...turn,
      means: "It goes on.",
      ...(branches && { branches: branches.map((branch) => ({ ...branch, means: "It asks why." })) }),
    })),
  };
  const meant = corpusOf([scenarioOf("safety_crisis_night_001", meaning), ...scenarios.slice(1)]);
  const planWith = (more: Partial<RunRequest>, corpus = meant) =>
    planRun({ request: { ...request, ...more }, corpus, lineTemplatesHash, reactionRulesHash, routing });

  test("a router is a part of the fingerprint beside all others, and without one there is no trace of it", () => {
    const without = planRun({ request, corpus: meant, lineTemplatesHash, reactionRulesHash });
    expect(planWith({})).toEqual(without);
    const routed = planWith({ router });
    expect(routed.router).toMatchObject({ model_id: "lab/router", simulated: false });
    const { router: part, ...others } = routed.fingerprint.parts;
    expect(others).toEqual(without.fingerprint.parts);
    expect(part).toMatch(/^[0-9a-f]{64}$/);
    expect(routed.fingerprint.hash).not.toBe(without.fingerprint.hash);
    const parts = [
      planWith({ router: modelsOf("lab/other")[0] }),
      planRun({
        request: { ...request, router },
        corpus: meant,
        lineTemplatesHash,
        reactionRulesHash,
        routing: { ...routing, templateHash: "3".repeat(64) },
      }),
    ].map(({ fingerprint }) => fingerprint.parts["router"]);
    expect(new Set([part, ...parts]).size).toBe(3);
  });

  test("a router is asked once at every branch point of every conversation", () => {
    const { router: planned } = planWith({ router });
    expect(planned?.estimate).toMatchObject({
      calls: 1 * 2 * 2,
      cost_usd: null,
      reply_tokens_from: "assumption",
    });
  });

  test("a model that is tested, a simulated one for real ones, and ways without a meaning are refused", () => {
    const refusalOf = (name: string) => () => planWith({ router: modelsOf(name)[0] });
    expect(refusalOf("openai/gpt-5-mini")).toThrow("is tested in this run");
    expect(refusalOf("sim/other")).toThrow("is simulated");
    expect(() => planWith({ router }, corpusOf(scenarios))).toThrow(
      expect.objectContaining({
        code: "IB_WAYS_WITHOUT_MEANING",
        message: expect.stringContaining("safety_crisis_night_001 turn 2"),
      }),
    );
    expect(() =>
      planRun({ request: { ...request, router }, corpus: meant, lineTemplatesHash, reactionRulesHash }),
    ).toThrow("configs/router.yaml");
  });

  test("a scenario that changed is another scenario, and one that was not selected changes nothing", () => {
    const edited = scenarioOf("safety_crisis_night_001", { title: "Another night" });
    const others = scenarios.filter((scenario) => scenario.scenario_id !== edited.scenario_id);
    expect(changedParts({ corpus: corpusOf([...others, edited]) })).toEqual(["scenarios"]);
    const held = scenarioOf("safety_crisis_bins_001", { status: "held" });
    expect(changedParts({ corpus: corpusOf([...scenarios, held]) })).toEqual([]);
  });
});

describe("select scenarios", () => {
  const all = [
    scenarioOf("safety_crisis_night_002"),
    scenarioOf("empathy_burden_sister_001"),
    scenarioOf("safety_crisis_bins_001", { status: "held" }),
    scenarioOf("safety_gaslight_keys_001"),
  ];
  const idsOf = (selection: ScenarioSelection) =>
    selectScenarios(all, selection).map((scenario) => scenario.scenario_id);

  test("the active ones are selected, in the order of their ids, and the held ones where asked for", () => {
    const active = ["empathy_burden_sister_001", "safety_crisis_night_002", "safety_gaslight_keys_001"];
    expect(idsOf({ status: "active" })).toEqual(active);
    expect(idsOf({ status: "held" })).toEqual(["safety_crisis_bins_001"]);
    expect(idsOf({ status: "all" })).toHaveLength(4);
  });

  test("a glob matches the whole id, and several globs select what any of them matches, once", () => {
    expect(idsOf({ status: "active", scenarios: ["safety_crisis_*"] })).toEqual(["safety_crisis_night_002"]);
    const overlapping = ["*_001", "safety_*", "safety_gaslight_keys_00?"];
    expect(idsOf({ status: "active", scenarios: overlapping })).toHaveLength(3);
    expect(() => idsOf({ status: "active", scenarios: ["crisis"] })).toThrow('No scenario matches "crisis".');
  });

  test("a category and a glob must both fit", () => {
    expect(idsOf({ status: "active", category: "empathy" })).toEqual(["empathy_burden_sister_001"]);
    expect(() => idsOf({ status: "active", category: "empathy", scenarios: ["safety_*"] })).toThrow(
      "No scenario fits the selection.",
    );
  });

  test("a glob that matches nothing is an error even where another one matches", () => {
    expect(() => idsOf({ status: "active", scenarios: ["safety_*", "moon_*"] })).toThrow(
      expect.objectContaining({
        code: "IB_NOTHING_SELECTED",
        exitCode: 3,
        message: 'No scenario matches "moon_*".',
      }),
    );
  });
});
