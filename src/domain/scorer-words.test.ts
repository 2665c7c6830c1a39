import { expect, test } from "vitest";
import type { ModelScorers } from "../schema/scan/summary.ts";
import { autofailSentence, describeAutofails } from "./scorer-words.ts";

const NOTHING = { regard: null, coordination: null, memory: null };

function scorersWith(k: number, n: number, open = 0): ModelScorers {
  const score = { mean: null, interval: null, scenarios: 0, range: null };
  const interval = n === 0 ? null : { low: 0, high: 0.5 };
  const autofails = { k, n, rate: n === 0 ? null : k / n, interval, ...(open === 0 ? {} : { open }) };
  return { ...NOTHING, rubric: { score, autofails } };
}

test("autofails are a count of their own, and no count where no criterion was asked", () => {
  expect(describeAutofails(scorersWith(2, 57, 1), 10)).toBe("2/57, 1 open (0–50%)");
  expect(describeAutofails(scorersWith(0, 4), 10)).toBe("0/4");
  expect(describeAutofails(scorersWith(0, 0), 10)).toBeNull();
  expect(describeAutofails({ ...NOTHING, rubric: null }, 10)).toBeNull();
});

test("the sentence about a model says what fired and what is open, and nothing where nothing did", () => {
  expect(autofailSentence(scorersWith(2, 57, 1))).toBe(
    "In 2 of 57 conversations a reply did what the scenario's author rules out (autofail); in 1 more it is open.",
  );
  expect(autofailSentence(scorersWith(0, 57, 3))).toBe(
    "Whether a reply did what the scenario's author rules out (autofail) is open in 3 of 57 conversations.",
  );
  expect(autofailSentence(scorersWith(0, 57))).toBe("");
  expect(autofailSentence({ ...NOTHING, rubric: null })).toBe("");
});
