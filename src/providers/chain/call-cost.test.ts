import fc from "fast-check";
import { expect, test } from "vitest";
import { costOfTokens, worstCaseUsd } from "./call-cost.ts";
import { PRICE, requestOf } from "./chain.fixture.ts";

test("no split of a prompt into tokens costs more than the worst case", () => {
  const count = fc.nat({ max: 5000 });
  const rate = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      rate,
      rate,
      rate,
      count,
      (text, cached, write, output, replied) => {
        const price = { ...PRICE, cached_input: cached, cache_write: write, output };
        const request = requestOf(1, {
          messages: [{ role: "user", content: text }],
          sampling: { temperature: 0, max_tokens: 5000, seed: null },
        });
        const input = Buffer.byteLength(text) + 16;
        const cachedInput = Math.floor(input / 3);
        const tokens = { input, cachedInput, cacheWrite: input - cachedInput, output: replied };
        const worst = worstCaseUsd("test/model", request, price);
        expect(costOfTokens(tokens, price)).toBeLessThanOrEqual(worst * (1 + 1e-9));
      },
    ),
  );
});

test("a schema and thinking on top of the cap are part of the worst case", () => {
  const plain = worstCaseUsd("anthropic/model", requestOf(1), PRICE);
  const output = { name: "answer", version: 1, jsonSchema: { type: "object" } };
  expect(worstCaseUsd("anthropic/model", requestOf(1, { output }), PRICE)).toBeGreaterThan(plain);
  const thinking = worstCaseUsd("anthropic/model", requestOf(1, { reasoningEffort: "low" }), PRICE);
  expect(thinking - plain).toBeCloseTo((6400 * PRICE.output) / 1e6, 9);
  expect(worstCaseUsd("openai/model", requestOf(1, { reasoningEffort: "low" }), PRICE)).toBe(plain);
});

test("fresh, cached and newly cached tokens have their own prices, and default to the price of input", () => {
  const tokens = { input: 1_000_000, cachedInput: 400_000, cacheWrite: 100_000, output: 500_000 };
  expect(costOfTokens(tokens, PRICE)).toBeCloseTo(2, 9);
  expect(costOfTokens(tokens, { ...PRICE, cached_input: 0.1, cache_write: 1.25 })).toBeCloseTo(
    0.5 + 0.04 + 0.125 + 1,
    9,
  );
});
