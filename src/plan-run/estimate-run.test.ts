import fc from "fast-check";
import { expect, test } from "vitest";
import type { MeasuredTokens } from "../measure/stage-costs.ts";
import { estimateRun } from "./estimate-run.ts";
import { scenarioOf } from "./plan-run.fixture.ts";

const turn = (t: number, length: number) => ({
  t,
  user_message: "x".repeat(length),
  expected_behaviors: ["Listens"],
});
const scenarios = [
  scenarioOf("empathy_burden_long_001", { turns: [turn(1, 400), turn(2, 400), turn(3, 400)] }),
];
const price = {
  model: "openai/gpt-5-mini",
  family: "openai",
  input: 1,
  output: 10,
  as_of: "2026-11-15",
  source: "a list",
} as never; // branded only when files are read

const base = {
  models: [{ modelId: "openai/gpt-5-mini", simulated: false }],
  scenarios,
  repeats: 1,
  systemPrompt: "y".repeat(400),
  prices: [price],
  measured: new Map<string, MeasuredTokens>(),
};

test("every turn sends again what came before it", () => {
  const estimate = estimateRun({
    ...base,
    measured: new Map([["openai/gpt-5-mini", { output: 100, shown: 100 }]]),
  }).get("openai/gpt-5-mini");
  // 100 tokens of system prompt and 100 of each message: 200 + 300 + 400, and earlier replies 0 + 1 + 2 times.
  expect(estimate?.input_tokens.expected).toBe(900 + 3 * 100);
  expect(estimate?.output_tokens.expected).toBe(300);
  expect(estimate?.cost_usd?.expected).toBeCloseTo((1200 + 3000) / 1e6, 12);
  expect(estimate?.reply_tokens_from).toBe("earlier_runs");
});

test("an unknown price is not zero, and a simulated model's is", () => {
  const models = [
    { modelId: "ollama/gemma", simulated: false },
    { modelId: "sim/careful", simulated: true },
  ];
  const estimates = estimateRun({ ...base, models });
  expect(estimates.get("ollama/gemma")?.cost_usd).toBeNull();
  expect(estimates.get("sim/careful")?.cost_usd).toEqual({ low: 0, expected: 0, high: 0 });
});

test("an estimate grows in proportion to the repeats, and low, expected and high keep their order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5000 }), (repeats, mean) => {
      const measured = new Map([["openai/gpt-5-mini", { output: mean, shown: mean }]]);
      const one = estimateRun({ ...base, measured }).get("openai/gpt-5-mini");
      const many = estimateRun({ ...base, measured, repeats }).get("openai/gpt-5-mini");
      expect(many?.calls).toBe((one?.calls ?? 0) * repeats);
      for (const range of [many?.input_tokens, many?.output_tokens, many?.cost_usd]) {
        expect(range?.low).toBeLessThanOrEqual(range?.expected ?? 0);
        expect(range?.expected).toBeLessThanOrEqual(range?.high ?? 0);
      }
    }),
  );
});

test("what a model thinks is billed once, and only its words are sent again", () => {
  const measured = new Map([["openai/gpt-5-mini", { output: 500, shown: 100 }]]);
  const estimate = estimateRun({ ...base, measured }).get("openai/gpt-5-mini");
  expect(estimate).toMatchObject({
    input_tokens: { expected: 900 + 3 * 100 },
    output_tokens: { expected: 1500 },
    shown_reply_tokens: 100,
  });
});

test("the ends of the cost are at most a factor of 4 apart, whatever the prices", () => {
  const usd = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(usd, usd, fc.constantFrom("openai/gpt-5-mini", "ollama/gemma"), (input, output, modelId) => {
      const prices = [{ ...(price as object), model: modelId, input, output } as never];
      const models = [{ modelId, simulated: false }];
      const { low = 0, high = 0 } = estimateRun({ ...base, models, prices }).get(modelId)?.cost_usd ?? {};
      expect(high).toBeLessThanOrEqual(4 * low + 1e-12);
    }),
  );
});
