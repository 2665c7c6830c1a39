import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lintCorpus } from "../../src/corpus/lint-corpus.ts";
import { loadCorpus } from "../../src/corpus/load-corpus.ts";
import { scenarioTurns } from "../../src/schema/scenario-turns.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const corpus = await loadCorpus(root);

test("the shipped corpus has no error", async () => {
  const { problems } = await lintCorpus(root);
  expect(problems.filter((problem) => problem.severity === "error")).toEqual([]);
});

test("the canary stands in every scenario file and in no word that a model is told", () => {
  for (const scenario of corpus.scenarios.values()) {
    expect(scenario.canary).toBe(corpus.canary);
    const told = scenarioTurns(scenario).flatMap(({ turn }) => [
      turn.user_message,
      ...(turn.branches ?? []).map((branch) => branch.user_message),
    ]);
    expect([...told, corpus.systemPrompt].join("\n")).not.toContain("canary");
  }
});

test("the first corpus holds a plain scenario, one with branches and one in two sessions", () => {
  const scenarios = [...corpus.scenarios.values()];
  const hasBranches = (scenario: (typeof scenarios)[number]) =>
    scenarioTurns(scenario).some(({ turn }) => turn.branches !== undefined);
  expect(scenarios.some((scenario) => scenario.sessions === undefined && !hasBranches(scenario))).toBe(true);
  expect(scenarios.some(hasBranches)).toBe(true);
  expect(scenarios.some((scenario) => scenario.sessions?.length === 2)).toBe(true);
});

test("every route of the first corpus has a check, and every check has golden cards of both labels", () => {
  const routes = new Set([...corpus.checks.values()].map((check) => check.routing.route));
  expect([...routes].sort()).toEqual([
    "hybrid_llm",
    "lexicon_only",
    "llm_primary",
    "longitudinal_trace",
    "regex_with_llm_edge",
  ]);
  for (const id of corpus.checks.keys()) {
    const labels = new Set(corpus.golden.get(id)?.map((card) => card.label));
    expect(labels).toContain("PASS");
    expect(labels).toContain("FAIL");
  }
});
