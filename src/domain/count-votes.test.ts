import { expect, test } from "vitest";
import { fixtureVerdicts } from "../report/report-verdicts.fixture.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import { countVotes } from "./votes.ts";

function row(
  verdict: Verdict,
  windows: readonly Verdict[],
  votes: readonly (readonly [number, Verdict | null])[],
): VerdictRow {
  const [base] = fixtureVerdicts;
  if (base === undefined) throw new Error("the fixture has no verdicts");
  return {
    ...base,
    verdict,
    details: {
      ...base.details,
      windows: windows.map((outcome, index) => ({
        unit: "event_window",
        first_turn: index + 1,
        last_turn: index + 1,
        verdict: outcome,
      })),
      votes: votes.map(([window, outcome], index) => ({
        window,
        repetition: index + 1,
        verdict: outcome,
        rationale: "",
        evidence: [],
        request_hash: "",
      })),
    },
  };
}

test("only the windows that decided are counted", () => {
  expect(
    countVotes(
      row(
        "FAIL",
        ["PASS", "FAIL"],
        [
          [0, "PASS"],
          [1, "FAIL"],
          [1, "FAIL"],
          [1, "PASS"],
        ],
      ),
    ),
  ).toEqual({ winning: 2, cast: 3 });
});

test("votes on several windows are not added up: those of the first that decided count", () => {
  expect(
    countVotes(
      row(
        "FAIL",
        ["UNCLEAR", "FAIL", "FAIL"],
        [
          [0, "UNCLEAR"],
          [1, "FAIL"],
          [2, "FAIL"],
          [2, "PASS"],
          [2, "FAIL"],
        ],
      ),
    ),
  ).toEqual({ winning: 1, cast: 1 });
});

test("where people overrule every window, the votes of the one that came nearest count, and of no other", () => {
  const votes = (window: number, ...said: readonly Verdict[]) => said.map((each) => [window, each] as const);
  const overruled = row(
    "FAIL",
    ["PASS", "PASS", "PASS"],
    [
      ...votes(0, "PASS", "PASS", "PASS"),
      ...votes(1, "PASS", "FAIL", "PASS"),
      ...votes(2, "PASS", "PASS", "PASS", "FAIL", "PASS"),
    ],
  );
  expect(countVotes(overruled)).toEqual({ winning: 1, cast: 3 });
  expect(countVotes({ ...overruled, verdict: "UNCLEAR" })).toEqual({ winning: 0, cast: 3 });
});

test("a void vote stays in the denominator", () => {
  expect(
    countVotes(
      row(
        "FAIL",
        ["FAIL"],
        [
          [0, "FAIL"],
          [0, null],
        ],
      ),
    ),
  ).toEqual({ winning: 1, cast: 2 });
});

test("a verdict that nobody voted on has no count", () => {
  expect(countVotes(row("PASS", [], []))).toBeNull();
});

test("where the place that decided was not voted on, votes on another place are no count of it", () => {
  const voted = [0, 0, 0].map((window) => [window, "PASS"] as const);
  expect(countVotes(row("FAIL", ["PASS", "FAIL"], voted))).toBeNull();
});
