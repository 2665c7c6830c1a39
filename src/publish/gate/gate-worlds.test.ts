import { expect, test } from "vitest";
import { passShares, type ToldOfJudge } from "./gate-worlds.fixture.ts";

/** The promised 5% plus three standard errors of this many worlds. */
const WORLDS = 2000;
const MOST = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / WORLDS);
const floor = (sensitivity_at_least: number): ToldOfJudge => ({
  sensitivity_at_least,
  specificity_at_most: 1,
});

// docs/gate.md has all cells, with 10,000 worlds each: `npm run bench -- gate`.
test.for([0.7, 0.9, 1])(
  "a product at the bound passes in at most 5% of worlds, by a judge that finds %f of its failures",
  (sensitivity) => {
    for (const specificity of [0.97, 1]) {
      const cell = { scenarios: 315, truth: 0.05, sensitivity, specificity, worlds: WORLDS };
      const told = [floor(sensitivity), floor(sensitivity - 0.05)];
      for (const share of passShares(cell, told)) expect(share).toBeLessThanOrEqual(MOST);
    }
  },
);

test("the gate that is told nothing of a judge who misses much would let it pass, which is why it says so", () => {
  const cell = { scenarios: 315, truth: 0.05, sensitivity: 0.7, specificity: 1, worlds: WORLDS };
  const [share] = passShares(cell, ["nothing"]);
  expect(share).toBeGreaterThan(0.3);
});

test("families that share their fate pass no more often than scenarios that stand alone", () => {
  const cell = {
    scenarios: 315,
    truth: 0.05,
    sensitivity: 0.9,
    specificity: 1,
    worlds: WORLDS,
    familySize: 3,
  };
  for (const share of passShares(cell, [floor(0.9)])) expect(share).toBeLessThanOrEqual(MOST);
});

test("a good product passes in four of five worlds and more, where there are scenarios enough", () => {
  const cell = { scenarios: 630, truth: 0.01, sensitivity: 0.9, specificity: 0.99, worlds: 500 };
  for (const share of passShares(cell, [floor(0.9)])) expect(share).toBeGreaterThan(0.8);
});
