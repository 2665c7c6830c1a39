import { expect, test } from "vitest";
import { VerdictRow } from "../schema/scan/verdict.ts";
import { HASH } from "./report-transcripts.fixture.ts";
import { fixtureVerdicts } from "./report-verdicts.fixture.ts";
import { contestsOf, describeWhoDecided, peopleSaid } from "./who-decided.ts";

const base = fixtureVerdicts.find(({ details }) => details.votes.length === 3);

type Said = "PASS" | "FAIL" | null;

function rowOf(
  first: readonly Said[],
  { second, details = {}, verdict = "FAIL" }: { second?: Said; details?: object; verdict?: string } = {},
): VerdictRow {
  const vote = (said: Said, repetition: number) => ({
    window: 0,
    repetition,
    verdict: said,
    ...(said === null ? { void_cause: "unverified_quote" } : {}),
    rationale: "",
    evidence: [],
    request_hash: HASH,
  });
  return VerdictRow.parse({
    ...base,
    verdict,
    details: {
      ...base?.details,
      votes: first.map((said, index) => vote(said, index + 1)),
      ...(second === undefined
        ? {}
        : { adjudication: { judge: "sim/second", verdict: second, votes: [vote(second, 1)] } }),
      ...details,
    },
  });
}

const judge = { verdict: "FAIL", confidence: 1, evidence: [], adjudication_required: false };
const labels = [
  { annotator: "anna", label: "PASS" },
  { annotator: "ben", label: "PASS" },
];

test("where all who were asked say the same nothing is contested", () => {
  expect(contestsOf(rowOf(["FAIL", "FAIL"], { second: "FAIL" }))).toEqual([]);
});

test("votes that differ are contested, and a second judge who sides with one of them does not count twice", () => {
  expect(contestsOf(rowOf(["FAIL", "PASS", "FAIL"], { second: "FAIL" }))).toEqual(["split_vote"]);
});

test("a second judge who says what no vote said is against the first", () => {
  expect(contestsOf(rowOf(["FAIL", "FAIL"], { second: "PASS" }))).toEqual(["second_judge"]);
  const cause = { cause: "adjudicator_disagrees" };
  expect(contestsOf(rowOf(["FAIL", "PASS"], { second: "PASS", details: cause, verdict: "UNCLEAR" }))).toEqual(
    ["second_judge", "split_vote"],
  );
});

test("a pass on which an author's criterion fired is contested until people decide", () => {
  const fired = { autofails: ["t2.main.af"] };
  expect(contestsOf(rowOf(["PASS"], { verdict: "PASS", details: fired }))).toEqual(["autofail"]);
  const decided = { ...fired, people: { how: "agreed", labels, judge: { ...judge, verdict: "PASS" } } };
  expect(contestsOf(rowOf(["PASS"], { verdict: "PASS", details: decided }))).toEqual([]);
});

test("a void vote contradicts nobody, and its quote did not stand up", () => {
  expect(contestsOf(rowOf(["FAIL", null]))).toEqual(["quote"]);
});

test("people are against the judge where they say otherwise, also where nobody quoted the words of a failure", () => {
  const overruled = rowOf(["FAIL"], {
    verdict: "PASS",
    details: { people: { how: "agreed", labels, judge } },
  });
  expect(contestsOf(overruled)).toEqual(["people"]);
  const agreed = rowOf(["FAIL"], { details: { people: { how: "agreed", labels, judge } } });
  expect(contestsOf(agreed)).toEqual([]);
  const settled = rowOf(["FAIL", "FAIL"], {
    details: { people: { how: "agreed", labels, judge: { ...judge, verdict: "UNCLEAR" } } },
  });
  expect(contestsOf(settled)).toEqual([]);
  const unquoted = rowOf(["PASS"], {
    verdict: "UNCLEAR",
    details: {
      cause: "people_without_quote",
      people: { how: "agreed", labels, judge: { ...judge, verdict: "PASS" } },
    },
  });
  expect(peopleSaid(unquoted)).toBe("FAIL");
  expect(contestsOf(unquoted)).toEqual(["people"]);
});

test("who decided is one line", () => {
  const row = rowOf(["FAIL", null], {
    second: "PASS",
    verdict: "PASS",
    details: { people: { how: "agreed", labels, judge } },
  });
  expect(describeWhoDecided(row)).toBe(
    "first judge FAIL, void | second judge sim/second PASS | people: anna PASS, ben PASS, decided PASS",
  );
});

test("a label that nobody has applied contradicts a verdict, and leaves an open one to be settled", () => {
  const label = { label: "PASS" } as const;
  expect(contestsOf(rowOf(["FAIL"]))).toEqual([]);
  expect(contestsOf(rowOf(["FAIL"]), [label])).toEqual(["people"]);
  expect(contestsOf(rowOf(["FAIL"]), [{ label: "FAIL" }])).toEqual([]);
  expect(contestsOf(rowOf(["FAIL"], { verdict: "UNCLEAR" }), [label])).toEqual([]);
});

test("of several places the one that decided is told first, and the others with how they ended", () => {
  const window = (turn: number, verdict: string) => ({
    unit: "event_window",
    first_turn: turn,
    last_turn: turn,
    verdict,
  });
  const row = rowOf(["PASS", "PASS", "PASS"], {
    details: { windows: [window(2, "PASS"), window(4, "FAIL"), window(6, "PASS")] },
  });
  const [vote] = row.details.votes;
  if (vote === undefined) throw new Error("nobody voted");
  const votes = [...row.details.votes, { ...vote, window: 1, verdict: "FAIL" as const }];
  expect(describeWhoDecided({ ...row, details: { ...row.details, votes } })).toBe(
    "turn 4: first judge FAIL; looked here too: turn 2: first judge PASS, PASS, PASS (held); turn 6: no vote of a judge (held)",
  );
});
