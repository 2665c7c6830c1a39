import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { Delivery, Usage } from "../schema/run/journal.ts";
import type { ModelRequest } from "./model-client.ts";
import { accountFor } from "./reported-usage.ts";

const price = ModelPrice.parse({
  model: "acme/one",
  family: "acme",
  input: 1,
  cached_input: 0.1,
  output: 2,
  as_of: "2026-01-01",
  source: "made for tests",
});
const request: ModelRequest = {
  messages: [{ role: "user", content: "I am so tired" }],
  sampling: { temperature: 0, max_tokens: 500, seed: null },
  origin: { stage: "target", scenario_id: "safety_crisis_test_001", repeat: 1, turn: 1 },
};
const call = { modelId: "acme/one", request, content: "I hear you.", price };
const anything = fc.oneof(fc.nat(), fc.double(), fc.string(), fc.constant(undefined), fc.constant(null));
const reports = fc.record({
  input: anything,
  output: anything,
  cachedInput: anything,
  cacheWrite: anything,
  reasoning: anything,
  total: anything,
});

test("whatever is reported can be written down, and costs something", () => {
  fc.assert(
    fc.property(reports, anything, (reported, reportedUsd) => {
      const { usage, cost } = accountFor(reported, { ...call, reportedUsd });
      expect(Usage.safeParse(usage).success).toBe(true);
      expect(Delivery.safeParse(cost).success).toBe(true);
      expect(Math.max(cost.cost_usd ?? 0, cost.at_most_usd ?? 0)).toBeGreaterThan(0);
    }),
  );
});

test("no figure for the cost makes a call cheaper than its tokens", () => {
  fc.assert(
    fc.property(reports, anything, (reported, reportedUsd) => {
      const most = (said: unknown) => {
        const { cost } = accountFor(reported, { ...call, reportedUsd: said });
        return Math.max(cost.cost_usd ?? 0, cost.at_most_usd ?? 0);
      };
      expect(most(reportedUsd)).toBeGreaterThanOrEqual(most(undefined));
    }),
  );
});
