import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckPolicy } from "../schema/scan/verdict.ts";
import { addCalls, callsPerQuestion, NO_CALLS, roundCalls } from "./calls-per-question.ts";
import { checkNamed } from "./plan-scan.fixture.ts";

const majority = checkNamed("IB-B1");
const anyFail = checkNamed("IB-A1");
const policies = fc.constantFrom(...CheckPolicy.options);
const repetitions = fc.integer({ min: 0, max: 9 });

test("the fewest calls, the likely ones and the most are in that order, and the most allows each vote to be asked again", () => {
  fc.assert(
    fc.property(fc.constantFrom(majority, anyFail), repetitions, policies, (check, planned, policy) => {
      const calls = callsPerQuestion(check, planned, policy);
      expect(calls.min).toBeLessThanOrEqual(calls.expected);
      expect(calls.expected).toBeLessThanOrEqual(calls.max);
      expect(calls.max).toBe(2 * planned);
      if (planned > 0) expect(calls.min).toBeGreaterThan(0);
    }),
  );
});

test("a fixed policy asks for every vote, and the others may stop early", () => {
  expect(callsPerQuestion(majority, 3, "fixed")).toEqual({ min: 3, expected: 3, max: 6 });
  expect(callsPerQuestion(majority, 3, "first_clear")).toMatchObject({ min: 1, max: 6 });
  expect(callsPerQuestion(majority, 3, "decided")).toMatchObject({ min: 2, max: 6 });
  // Two void votes of four leave no majority.
  expect(callsPerQuestion(majority, 4, "decided").min).toBe(2);
});

test("one FAIL decides a gate that any FAIL closes, but a PASS takes every vote, and most are a PASS", () => {
  const { expected, ...ends } = callsPerQuestion(anyFail, 3, "decided");
  expect(ends).toEqual({ min: 1, max: 6 });
  expect(expected).toBeCloseTo(2.79, 10);
});

test("no vote costs nothing, under any policy", () => {
  for (const policy of CheckPolicy.options) expect(callsPerQuestion(majority, 0, policy)).toEqual(NO_CALLS);
});

test("calls add up question by question, and only the likely number is rounded", () => {
  const calls = { min: 1, expected: 1.19, max: 3 };
  expect(addCalls(NO_CALLS, calls, 0)).toEqual(NO_CALLS);
  const sum = addCalls(addCalls(NO_CALLS, calls, 2), calls, 1);
  expect(sum).toMatchObject({ min: 3, max: 9 });
  expect(roundCalls(sum)).toEqual({ min: 3, expected: 4, max: 9 });
});
