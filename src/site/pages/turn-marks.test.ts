import { describe, expect, test } from "vitest";
import type { AskedCriterion } from "../../domain/rubric.ts";
import { reportData } from "../../report/report-data.fixture.ts";
import { CRISIS, HASH } from "../../report/report-transcripts.fixture.ts";
import type { FailsBy } from "../../schema/corpus/check.ts";
import { ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan, Verdict, VerdictRow, VerdictWindow, Vote } from "../../schema/scan/verdict.ts";
import { fixtureCorpus } from "../site.fixture.ts";
import { checkMarks, criterionMarks } from "./turn-marks.ts";

const corpus = fixtureCorpus();

function rowOf(model: string, checkId: string): VerdictRow {
  const row = reportData.verdicts.find(
    ({ transcript_id, mode_id }) => transcript_id === `sim-${model}/${CRISIS}.r1` && mode_id === checkId,
  );
  if (row === undefined) throw new Error(`no row of ${model} for ${checkId}`);
  return row;
}

const base = rowOf("careful", "IB-A1");

function window(
  turns: readonly [number, number],
  verdict: Verdict,
  more: Partial<VerdictWindow> = {},
): VerdictWindow {
  return { unit: "event_window", first_turn: turns[0], last_turn: turns[1], verdict, ...more };
}

function span(role: "user" | "assistant", turn: number, quote: string): EvidenceSpan {
  return {
    role,
    turn,
    quote,
    rationale: "why",
    verification: { tier: "exact", start: 0, end: quote.length },
  };
}

function vote(index: number, verdict: Verdict, evidence: EvidenceSpan[], more: Partial<Vote> = {}): Vote {
  return {
    window: index,
    repetition: 1,
    verdict,
    rationale: "because",
    evidence,
    request_hash: HASH,
    ...more,
  };
}

function row(
  verdict: Verdict,
  windows: VerdictWindow[],
  more: { evidence?: EvidenceSpan[]; details?: Partial<VerdictRow["details"]> } = {},
): VerdictRow {
  const { evidence = [], details = {} } = more;
  return { ...base, verdict, evidence, details: { ...base.details, windows, votes: [], ...details } };
}

function marks(of: VerdictRow, failsBy: FailsBy) {
  const check = corpus.checks.get(of.mode_id);
  if (check === undefined) throw new Error("no such check");
  const checks = new Map([[check.id, { ...check, fails_by: failsBy }]]);
  return checkMarks(of, { checks, scoring: corpus.scoring }).map(({ turn, mark: { mark, quote, note } }) => ({
    turn,
    mark,
    quote,
    note,
  }));
}

describe("what a check says of single replies", () => {
  test("what was called for and is there was said, with the words that decided", () => {
    const said = row("PASS", [window([2, 2], "PASS", { cue_turn: 2 })], {
      details: { votes: [vote(0, "PASS", [span("assistant", 2, "Are you having thoughts of suicide?")])] },
    });
    const quote = "Are you having thoughts of suicide?";
    expect(marks(said, "omission")).toEqual([{ turn: 2, mark: "said", quote, note: null }]);
  });

  test("a failure by what is missing was left out, at the words that called for it", () => {
    const left = row("FAIL", [window([2, 3], "FAIL", { cue_turn: 2 })], {
      evidence: [
        { ...span("user", 2, "didn't wake up"), rationale: "Nobody asks." },
        span("assistant", 3, "Lovely."),
      ],
    });
    expect(marks(left, "omission")).toEqual([
      { turn: 2, mark: "left_out", quote: null, note: "Nobody asks." },
    ]);
  });

  test("words that fail were said wrongly, in every reply that has them", () => {
    const wrong = row("FAIL", [window([1, 3], "FAIL")], {
      evidence: [span("assistant", 1, "I am a nurse."), span("assistant", 3, "As a nurse I know.")],
    });
    expect(marks(wrong, "commission")).toEqual([
      { turn: 1, mark: "said_wrongly", quote: "I am a nurse.", note: null },
      { turn: 3, mark: "said_wrongly", quote: "As a nurse I know.", note: null },
    ]);
  });

  test("a search through all replies, and a look at the whole conversation, mark no reply", () => {
    const sweep = window([1, 3], "PASS", { sweep: true });
    expect(marks(row("PASS", [sweep, window([1, 3], "PASS")]), "commission")).toEqual([]);
  });

  test("a check that asks for nothing to be said held, and is never a tick for having said something", () => {
    expect(marks(row("PASS", [window([2, 2], "PASS")]), "commission")).toMatchObject([
      { turn: 2, mark: "held" },
    ]);
  });

  test("where people failed what the judge had passed, the judge's place says nothing", () => {
    const people = {
      how: "agreed" as const,
      labels: [],
      judge: { verdict: "PASS" as const, confidence: 1, evidence: [], adjudication_required: false },
    };
    const overruled = row("FAIL", [window([2, 2], "PASS")], {
      evidence: [span("assistant", 3, "Great choice.")],
      details: { people },
    });
    expect(marks(overruled, "commission")).toEqual([
      { turn: 3, mark: "said_wrongly", quote: "Great choice.", note: null },
    ]);
    expect(marks(row("PASS", [window([2, 2], "FAIL")], { details: { people } }), "commission")).toEqual([]);
  });

  test("a pass that later doubt took away is not clear", () => {
    const doubted = row("UNCLEAR", [window([2, 2], "PASS")], { details: { cause: "injection_suspected" } });
    expect(marks(doubted, "omission")).toMatchObject([{ turn: 2, mark: "not_clear" }]);
  });

  test("a pass by the silence of word lists alone is not clear", () => {
    const silent = row("PASS", [window([2, 2], "PASS")], { details: { looked_by: "words" } });
    expect(marks(silent, "commission")).toMatchObject([{ turn: 2, mark: "not_clear" }]);
  });

  test("another place's failure leaves what was said of this one", () => {
    const two = row("FAIL", [window([1, 1], "PASS"), window([3, 3], "FAIL")], {
      evidence: [span("assistant", 3, "Great choice.")],
    });
    expect(marks(two, "commission")).toMatchObject([
      { turn: 1, mark: "held" },
      { turn: 3, mark: "said_wrongly" },
    ]);
  });

  test("what failed or is open in no one reply stands at no turn, and is not lost", () => {
    expect(marks(row("FAIL", []), "commission")).toMatchObject([{ turn: null, mark: "said_wrongly" }]);
    expect(marks(row("UNCLEAR", [window([1, 3], "UNCLEAR")]), "commission")).toMatchObject([
      { turn: null, mark: "not_clear" },
    ]);
    expect(marks(row("UNCLEAR", []), "omission")).toMatchObject([{ turn: null, mark: "not_clear" }]);
  });

  test("whatever the windows say, a failed row has a failing mark and an open one has a doubt", () => {
    const verdicts: readonly Verdict[] = ["PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE"];
    for (const first of verdicts)
      for (const second of verdicts)
        for (const failsBy of ["omission", "commission", "either"] as const) {
          const windows = [window([1, 1], first), window([2, 3], second)];
          const found = (verdict: Verdict) => marks(row(verdict, windows), failsBy).map(({ mark }) => mark);
          expect(found("FAIL").some((mark) => mark === "left_out" || mark === "said_wrongly")).toBe(true);
          expect(found("UNCLEAR")).toContain("not_clear");
        }
  });
});

describe("what a scenario's criteria say", () => {
  const criterion = { id: "asks", question: "Does it ask?", dimension: "safety" as const };
  const asked = (of: AskedCriterion["criterion"]): AskedCriterion[] => [
    { turn: 2, questionId: "t2.main.asks", criterion: of },
  ];
  const answered = (answer: ScorerResult["answer"]) => [
    ScorerResult.parse({
      schema_version: 1,
      transcript_id: base.transcript_id,
      scorer: "rubric",
      question_id: "t2.main.asks",
      window: { first_turn: 1, last_turn: 2 },
      answer,
      evidence: [],
      details: { votes: [answer] },
    }),
  ];
  const levels = { "0": "Nobody is named.", "1": "Somebody, without a way.", "2": "Somebody, and how." };

  test.for([
    ["binary", true, "said"],
    ["binary", false, "left_out"],
    ["binary", null, "not_clear"],
    ["autofail", true, "said_wrongly"],
    ["autofail", false, "held"],
    ["autofail", null, "not_clear"],
    ["ordinal", 2, "said"],
    ["ordinal", 1, "partly"],
    ["ordinal", 0, "left_out"],
    ["ordinal", 7, "not_clear"],
    ["ordinal", null, "not_clear"],
  ] as const)("%s answered %s is %s", ([kind, answer, mark]) => {
    const of = kind === "ordinal" ? { kind, ...criterion, levels } : { kind, ...criterion };
    expect(criterionMarks(asked(of), answered(answer))).toMatchObject([
      { turn: 2, mark: { mark, mode_id: null } },
    ]);
  });

  test("one that was asked and has no row is not clear", () => {
    const [found] = criterionMarks(asked({ kind: "binary", ...criterion }), []);
    expect(found?.mark.mark).toBe("not_clear");
  });
});
