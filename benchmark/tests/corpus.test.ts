import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lintCorpus } from "../../src/corpus/lint-corpus.ts";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { scenarioTurns } from "../../src/domain/scenarios.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

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
