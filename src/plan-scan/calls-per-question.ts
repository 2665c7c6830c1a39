import { assertNever } from "../kernel/errors.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { CheckPolicy } from "../schema/scan/verdict.ts";

export interface CallRange {
  readonly min: number;
  readonly expected: number;
  readonly max: number;
}

// Mean votes per question at K = 3, replayed on 3,040 real triples: how many stop early, and the share of K they use.
const FIRST_CLEAR_SHARE = 1.19 / 3;
const DECIDED_SHARE = 2.06 / 3;
const DECIDED_ANY_FAIL_SHARE = 2.79 / 3;

/** An answer that is malformed, or whose quotes do not match, gets one retry. */
const MOST_CALLS_PER_VOTE = 2;

/** Returns how many calls one question of a check may take under a policy. */
export function callsPerQuestion(check: Check, repetitions: number, policy: CheckPolicy): CallRange {
  if (repetitions === 0) return NO_CALLS;
  const max = repetitions * MOST_CALLS_PER_VOTE;
  const expectedAt = (share: number) => Math.max(1, repetitions * share);
  switch (policy) {
    case "fixed":
      return { min: repetitions, expected: repetitions, max };
    case "first_clear":
      return { min: 1, expected: expectedAt(FIRST_CLEAR_SHARE), max };
    case "decided": {
      // One FAIL decides any_fail. A majority needs more than half of the votes, so half of them void exclude it.
      const anyFail = check.routing.gate_aggregation === "any_fail";
      const min = anyFail ? 1 : Math.ceil(repetitions / 2);
      const expected = Math.max(min, expectedAt(anyFail ? DECIDED_ANY_FAIL_SHARE : DECIDED_SHARE));
      return { min, expected, max };
    }
    default:
      return assertNever(policy);
  }
}

export const NO_CALLS: CallRange = { min: 0, expected: 0, max: 0 };

/** A question with a single vote. */
export const ONE_ANSWER: CallRange = { min: 1, expected: 1, max: MOST_CALLS_PER_VOTE };

/** Adds the calls of one question `times` over to `sum`. */
export function addCalls(sum: CallRange, calls: CallRange, times: number): CallRange {
  return {
    min: sum.min + calls.min * times,
    expected: sum.expected + calls.expected * times,
    max: sum.max + calls.max * times,
  };
}

export function roundCalls(calls: CallRange): CallRange {
  return { ...calls, expected: Math.round(calls.expected) };
}
