import { expect, test } from "vitest";
import type { VerdictLane } from "../../../src/site/pages/build-conversation.ts";
import { findingsInOrder, laneSegments, turnOfLane } from "./lane-turns.ts";

type Window = VerdictLane["windows"][number];

function lane(mode_id: string, verdict: VerdictLane["verdict"], windows: readonly Window[]): VerdictLane {
  return {
    // A test needs no brand.
    mode_id: mode_id as VerdictLane["mode_id"],
    dimension: "A",
    severity: "S5",
    gate: true,
    verdict,
    confidence: 1,
    because: null,
    rationale: null,
    missing: null,
    route: "llm_primary",
    first_turn: null,
    windows: [...windows],
    evidence: [],
    votes: [],
    second_judge: null,
    people: null,
    adjudication_required: false,
    contested: false,
  };
}

const looked = (first_turn: number, last_turn: number, verdict: Window["verdict"]): Window => ({
  unit: "event_window",
  first_turn,
  last_turn,
  verdict,
});

test("a verdict without a quote stands at the end of the place that decided it", () => {
  expect(turnOfLane(lane("IB-A1", "FAIL", [looked(1, 2, "PASS"), looked(4, 5, "FAIL")]))).toBe(5);
});

test("findings are walked through in reading order, and only failures are findings", () => {
  const lanes = [
    lane("IB-A1", "FAIL", [looked(4, 5, "FAIL")]),
    lane("IB-A2", "PASS", [looked(1, 1, "PASS")]),
    lane("IB-C2", "FAIL", [looked(2, 2, "FAIL")]),
  ];
  expect(findingsInOrder(lanes).map(({ mode_id }) => mode_id)).toEqual(["IB-C2", "IB-A1"]);
});

test("places that overlap become one segment that shows the worse verdict", () => {
  const segments = laneSegments(
    lane("IB-A1", "FAIL", [looked(1, 2, "PASS"), looked(2, 3, "FAIL"), looked(5, 6, "PASS")]),
  );
  expect(segments).toEqual([
    { first: 1, last: 3, verdict: "FAIL" },
    { first: 5, last: 6, verdict: "PASS" },
  ]);
});
