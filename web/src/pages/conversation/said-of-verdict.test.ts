import { expect, test } from "vitest";
import { ModelId } from "../../../../src/schema/ids.ts";
import type { Verdict } from "../../../../src/schema/scan/verdict.ts";
import type { SiteVote } from "../../../../src/site/pages/build-conversation.ts";
import { saidOfVerdict } from "./said-of-verdict.ts";

const place = (turn: number, verdict: Verdict) =>
  ({ unit: "event_window", first_turn: turn, last_turn: turn, verdict }) as const;

function vote(window: number, repetition: number, verdict: Verdict | null): SiteVote {
  return {
    window,
    repetition,
    verdict,
    void_cause: verdict === null ? "unparsable" : null,
    rationale: "",
    missing_cue: null,
    evidence: [],
    shares_words: false,
  };
}

const FAILED_ONCE = {
  verdict: "FAIL",
  windows: [place(4, "FAIL"), place(6, "PASS")],
  votes: [vote(0, 1, "FAIL"), vote(1, 1, "PASS"), vote(1, 2, "PASS"), vote(1, 3, "PASS")],
  second_judge: null,
  people: null,
} as const;

const lane = (change: Partial<Parameters<typeof saidOfVerdict>[0]> = {}) =>
  saidOfVerdict({
    ...FAILED_ONCE,
    windows: [...FAILED_ONCE.windows],
    votes: [...FAILED_ONCE.votes],
    ...change,
  });

function shown(said: ReturnType<typeof saidOfVerdict>) {
  return said.strips.map(({ label, place, outcome, parties, note }) => ({
    label,
    place,
    outcome,
    said: parties.map(({ title, voices }) => `${title}: ${voices.map(({ verdict }) => verdict).join(" ")}`),
    note,
  }));
}

test("one vote to fail on turn 4 never stands in a row with three to pass on turn 6", () => {
  expect(shown(lane())).toEqual([
    { label: "Who decided", place: "turn 4", outcome: null, said: ["first judge: FAIL"], note: null },
    {
      label: "Looked here too: turn 6",
      place: "turn 6",
      outcome: "held",
      said: ["first judge: PASS PASS PASS"],
      note: null,
    },
  ]);
  expect(lane().counted).toBe("turn 4: 1 fail; turn 6: 3 pass");
  expect(lane().said.map(({ words }) => words)).toEqual([
    "vote 1 on turn 4",
    "vote 1 on turn 6",
    "vote 2 on turn 6",
    "vote 3 on turn 6",
  ]);
});

test("of one place there is one strip, with people and the second judge in it", () => {
  const one = lane({
    windows: [place(4, "FAIL")],
    votes: [vote(0, 1, "FAIL"), vote(0, 2, "PASS"), vote(0, 3, "PASS")],
    one_vote_fails: true,
    second_judge: { judge: ModelId.parse("sim/second"), votes: [vote(0, 1, "FAIL")] },
    people: {
      how: "agreed",
      labels: [
        { annotator: "anna", label: "FAIL" },
        { annotator: "ben", label: "FAIL" },
      ],
      judge: "FAIL",
    },
  });
  expect(shown(one)).toEqual([
    {
      label: "Who decided",
      place: null,
      outcome: null,
      said: ["first judge: FAIL PASS PASS", "second judge: FAIL", "people: FAIL FAIL FAIL"],
      note: "One vote to fail is enough for this check.",
    },
  ]);
  expect(one.counted).toBe("2 pass, 1 fail; second judge: 1 fail; people: 2 fail");
});

test("people who decided otherwise stand in a strip of their own, before the places", () => {
  const labels = [
    { annotator: "anna", label: "PASS" as const },
    { annotator: "adjudicated", label: "PASS" as const },
  ];
  const overruled = lane({ verdict: "PASS", people: { how: "adjudicated", labels, judge: "FAIL" } });
  expect(shown(overruled).map(({ place, outcome, said }) => [place, outcome, ...said])).toEqual([
    ["turn 6", null, "first judge: PASS PASS PASS"],
    [null, null, "people: PASS PASS"],
    ["turn 4", "failed", "first judge: FAIL"],
  ]);
});
