import { expect, test } from "vitest";
import { isSimulatedName, modelFamily, SIMULATED_JUDGE } from "./models.ts";

test("a model's family is its maker's, whoever serves it, unless the catalogue knows better", () => {
  const nothing = { models: [] };
  expect(modelFamily("openrouter/anthropic/claude-haiku-4.5", nothing)).toBe("anthropic");
  expect(modelFamily("openai/gpt-5-mini", nothing)).toBe("openai");
  expect(modelFamily("alone", nothing)).toBe("alone");
});

test("only names of our own programs are simulated ones", () => {
  expect([SIMULATED_JUDGE, "simple/one", "openrouter/sim/one"].map(isSimulatedName)).toEqual([
    true,
    false,
    false,
  ]);
});
