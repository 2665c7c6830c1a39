import fc from "fast-check";
import { expect, test } from "vitest";
import { describeCostQuestion, describeEstimate, isFree } from "../domain/number-words.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { CostRange, ScanPlan } from "../schema/scan/scan-plan.ts";
import { estimateWork } from "./work-estimate.ts";

const FREE = { low: 0, expected: 0, high: 0 };
const DOLLARS = { low: 1, expected: 2, high: 3 };

/** The part of a plan that an estimate reads. */
function runWith(...models: { readonly cost: CostRange | null; readonly simulated?: boolean }[]): RunPlan {
  const planned = models.map(({ cost, simulated = false }, index) => ({
    model_id: `acme/${index + 1}`,
    simulated,
    estimate: { calls: 40, cost_usd: cost },
  }));
  return { models: planned } as unknown as RunPlan;
}

function scanWith(change: object): ScanPlan {
  return {
    judge: { model_id: "acme/judge", simulated: false },
    planned_llm_calls: { min: 1, expected: 5, max: 9 },
    estimated_cost_usd: DOLLARS,
    ...change,
  } as unknown as ScanPlan;
}

test("run, judging and the second judge are one sum, and each part is told", () => {
  const scan = scanWith({
    adjudicator: { model_id: "acme/second", simulated: false },
    adjudication: { calls: { min: 0, expected: 2, max: 4 }, cost_usd: DOLLARS },
  });
  const estimate = estimateWork({ run: runWith({ cost: DOLLARS }), scan });
  expect(estimate).toMatchObject({ calls: 47, cost_usd: { low: 3, expected: 6, high: 9 }, unpriced: [] });
  expect(describeEstimate(estimate)).toBe("$6.00 ($3.00–$9.00): conversations $2.00, judging $4.00");
});

test("a router is a part of the conversations, and what it has answered is not paid for again", () => {
  const router = { model_id: "acme/router", simulated: false, estimate: { calls: 10, cost_usd: DOLLARS } };
  const run = { ...runWith({ cost: DOLLARS }), router } as unknown as RunPlan;
  expect(estimateWork({ run, scan: null })).toMatchObject({
    calls: 50,
    conversations_usd: { low: 2, expected: 4, high: 6 },
  });
  const left = estimateWork({ run, scan: null }, { run: new Map([["acme/router", { replied: 5 }]]) });
  expect(left).toMatchObject({ calls: 45, cost_usd: { expected: 3 } });
});

test("a price that nobody knows is named beside the sum of the others, and is never 0", () => {
  const estimate = estimateWork({ run: runWith({ cost: DOLLARS }, { cost: null }), scan: null });
  expect(describeEstimate(estimate)).toBe("$2.00 ($1.00–$3.00), and acme/2, whose price is unknown");
  const unknown = estimateWork({ run: null, scan: scanWith({ estimated_cost_usd: null }) });
  expect(isFree(unknown)).toBe(false);
  expect(describeCostQuestion(unknown)).toBe("5 calls, price unknown for acme/judge.");
});

test("simulated models and models that cost nothing need no question, unless a second judge may cost something", () => {
  const free = runWith({ cost: null, simulated: true }, { cost: FREE });
  const scan = scanWith({ estimated_cost_usd: FREE });
  expect(describeCostQuestion(estimateWork({ run: free, scan }))).toBeNull();
  const adjudicator = { model_id: "acme/second", simulated: false };
  const adjudication = { calls: { min: 0, expected: 2, max: 4 }, cost_usd: null };
  const judge = { model_id: "sim/judge", simulated: true };
  const asked = estimateWork({ run: free, scan: scanWith({ judge, adjudicator, adjudication }) });
  expect(describeCostQuestion(asked)).toContain("acme/second");
});

test("what the journals have replies to is not paid for again", () => {
  const run = runWith({ cost: DOLLARS });
  const done = new Map([["acme/1", { replied: 30 }]]);
  expect(estimateWork({ run, scan: null }, { run: done })).toMatchObject({
    calls: 10,
    cost_usd: { low: 0.25, expected: 0.5, high: 0.75 },
  });
  const all = estimateWork({ run, scan: null }, { run: new Map([["acme/1", { replied: 40 }]]) });
  expect(isFree(all)).toBe(true);
});

const replied = (model: string, count: number) => new Map([[model, { replied: count }]]);

test("a judge that was asked more than was expected may be asked more still, until nothing is left to ask", () => {
  const scan = scanWith({ planned_llm_calls: { min: 20, expected: 50, max: 80 } });
  const left = estimateWork({ run: null, scan }, { scan: replied("acme/judge", 60) });
  expect(left).toMatchObject({ calls: 0, cost_usd: { low: 0, expected: 0, high: 0.75 } });
  expect(isFree(estimateWork({ run: null, scan }, { scan: { lostQuestions: 0 } }))).toBe(true);
});

test("what is left is never below nothing, never more than all, and less the more is done", () => {
  const work = { run: runWith({ cost: DOLLARS }), scan: scanWith({}) };
  const count = fc.nat({ max: 60 });
  fc.assert(
    fc.property(count, count, count, (asked, judged, more) => {
      const after = (extra: number) =>
        estimateWork(work, {
          run: replied("acme/1", asked + extra),
          scan: replied("acme/judge", judged + extra),
        });
      const [all, some, less] = [estimateWork(work), after(0), after(more)];
      for (const end of ["low", "expected", "high"] as const) {
        expect(less.cost_usd[end]).toBeGreaterThanOrEqual(0);
        expect(less.cost_usd[end]).toBeLessThanOrEqual(some.cost_usd[end]);
        expect(some.cost_usd[end]).toBeLessThanOrEqual(all.cost_usd[end]);
      }
      expect(less.cost_usd.expected).toBeLessThanOrEqual(less.cost_usd.high);
    }),
  );
});
