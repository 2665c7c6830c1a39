import { expect, test } from "vitest";
import { describeSpent, formatSpent, type WorkEstimate } from "../domain/number-words.ts";
import type { StageTotals } from "../schema/run/manifest.ts";
import { callsOfRun, callsOfScan, spentOn } from "./spent.ts";

const FREE = { low: 0, expected: 0, high: 0 };
const usage = { input_tokens: 900, cached_tokens: 0, output_tokens: 100, reasoning_tokens: 0 };
const totals = (more: Partial<StageTotals> = {}): StageTotals => ({
  calls: 10,
  failed: 0,
  lost_in_flight: 0,
  usage,
  cost_usd: 0.1,
  ...more,
});
const estimate = (cost: WorkEstimate["cost_usd"]): WorkEstimate => ({
  calls: 20,
  cost_usd: cost,
  conversations_usd: cost,
  judging_usd: FREE,
  unpriced: [],
});
const expected = estimate({ low: 0.12, expected: 0.15, high: 0.3 });

test("conversations and judging are one sum, with the estimate beside it", () => {
  const judging = {
    "acme/judge": totals({ calls: 350, failed: 2, retries: 12, from_cache: 2, cost_usd: 0.07 }),
  };
  const spent = spentOn([{ "acme/one": totals() }, judging]);
  expect(describeSpent(spent, expected)).toBe(
    "Spent $0.17 (estimated $0.15; $0.12–$0.30): 360 calls, 12 retries, 2 from the cache.",
  );
});

test("calls that were asked again were made twice, and are billed so", () => {
  const repaired = totals({ failed: 1, retries: 4, asked_again: { calls: 3, failed: 2 } });
  expect(describeSpent(spentOn([{ "acme/one": repaired }]), null)).toBe("Spent $0.10: 16 calls, 4 retries.");
});

test("what may have cost more says so, and an unknown price is neither 0 nor a sum", () => {
  const lost = spentOn([{ "acme/one": totals({ at_most_usd: 0.19 }) }]);
  expect(describeSpent(lost, null)).toBe("Spent $0.10, at most $0.19: 10 calls.");
  const unknown = spentOn([{ "acme/one": totals({ cost_usd: null }) }]);
  expect(describeSpent(unknown, null)).toBe("Spent: unknown price; 10 calls, 1,000 tokens.");
  const both = spentOn([{ "acme/one": totals({ cost_usd: null }), "acme/two": totals() }]);
  expect(formatSpent(both)).toBe("$0.10, and acme/one, whose price is unknown");
});

test("simulated work has no line, and work that the cache answered has one", () => {
  const simulated = spentOn([{ "sim/careful": totals({ cost_usd: 0 }) }]);
  expect(simulated).toMatchObject({ calls: 0, cost_usd: 0 });
  expect(describeSpent(simulated, estimate(FREE))).toBeNull();
  const cached = spentOn([{ "acme/one": totals({ from_cache: 10, cost_usd: 0 }) }]);
  expect(describeSpent(cached, expected)).toBe(
    "Spent $0 (estimated $0.15; $0.12–$0.30): 0 calls, 10 from the cache.",
  );
});

test("reports from before models were told apart count all the same", () => {
  expect(spentOn([callsOfRun({ target: totals() })]).cost_usd).toBe(0.1);
  expect(spentOn([callsOfScan({ judge: "acme/judge", actual: totals() })]).calls).toBe(10);
  expect(spentOn([callsOfScan({ judge: "acme/judge", actual: null })]).calls).toBe(0);
});
