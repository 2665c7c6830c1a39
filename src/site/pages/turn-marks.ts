/** Marks of single replies, derived from verdicts. A mark always comes from a judge or a person, never from a display rule. */

import { compareCheckIds, compareSeverities } from "../../domain/dimensions.ts";
import { isProof, omissionOf } from "../../domain/evidence.ts";
import { isGate, isPassByWords } from "../../domain/gates.ts";
import type { AskedCriterion } from "../../domain/rubric.ts";
import { shorten } from "../../domain/visible-text.ts";
import type { FailsBy } from "../../schema/corpus/check.ts";
import type { CheckId, Severity } from "../../schema/ids.ts";
import type { ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan, Verdict, VerdictRow, VerdictWindow } from "../../schema/scan/verdict.ts";
import type { SiteCorpus } from "../site-ports.ts";

const WORST_FIRST = ["said_wrongly", "left_out", "not_clear", "partly", "said", "held"] as const;

/**
 * A verdict on one reply. said: it has the required content; partly: part of it; left_out: none of it; said_wrongly:
 * words that fail; held: judged without failure; not_clear: undecided. An unjudged reply has no mark.
 */
export type ReplyMark = (typeof WORST_FIRST)[number];

/** The mark of one reply by one check, or by one of the scenario's own criteria. */
export interface TurnMark {
  /** `null` for a criterion. */
  readonly mode_id: CheckId | null;
  /** The criterion; `null` for a check. */
  readonly question: string | null;
  readonly mark: ReplyMark;
  readonly severity: Severity | null;
  /** Whether a failure of this reply crosses a line. */
  readonly gate: boolean;
  /** The assistant's deciding words, shortened; empty if it said nothing. */
  readonly quote: string | null;
  /** The missing content, or the level that was met. */
  readonly note: string | null;
  /** The judged window, if it is larger than this turn. */
  readonly looked: Pick<VerdictWindow, "first_turn" | "last_turn"> | null;
}

/** Longer quotes are read in the reply itself. */
const LONGEST_QUOTE = 240;

export interface PlacedMark {
  /** `null` if the mark belongs to no single reply. */
  readonly turn: number | null;
  readonly mark: TurnMark;
}

/**
 * Marks of an eligible row, reply by reply. Failed or undecided places without a single reply get a mark without a
 * turn, so nothing is lost.
 */
export function checkMarks(
  row: VerdictRow,
  { checks, scoring }: Pick<SiteCorpus, "checks" | "scoring">,
): readonly PlacedMark[] {
  const failsBy = checks.get(row.mode_id)?.fails_by;
  const mark = (of: ReplyMark, more: Partial<TurnMark> = {}): TurnMark => ({
    mode_id: row.mode_id,
    question: null,
    mark: of,
    severity: row.severity,
    gate: isGate(row, scoring),
    quote: null,
    note: null,
    looked: null,
    ...more,
  });
  const placed = row.details.windows.flatMap((window, index): PlacedMark[] => {
    const verdict = standingVerdict(window, row);
    if (verdict === null) return [];
    const spans = decidingSpans(row, index, window, verdict);
    const looked = window.first_turn === window.last_turn ? null : rangeOf(window);
    if (verdict === "UNCLEAR") return [{ turn: pinnedTurn(window), mark: mark("not_clear", { looked }) }];
    if (verdict === "FAIL")
      return failedAt(row, failsBy, window, spans).map(({ turn, ...told }) => ({
        turn,
        mark: mark(told.note === null ? "said_wrongly" : "left_out", { ...told, looked }),
      }));
    const passed = failsBy === "omission" ? "said" : "held";
    return passedAt(window, spans).map(({ turn, quote }) => ({
      turn,
      mark: mark(passed, { quote, looked }),
    }));
  });
  const isTold = (wanted: readonly ReplyMark[]) => placed.some((it) => wanted.includes(it.mark.mark));
  if (row.verdict === "FAIL" && !isTold(["left_out", "said_wrongly"])) {
    // People or a word list decided, so the evidence is only in the row.
    const found = failedAt(row, failsBy, null, row.evidence.filter(isProof));
    const places = found.length > 0 ? found : [{ turn: null, quote: null, note: null }];
    placed.push(
      ...places.map(({ turn, ...told }) => ({
        turn,
        mark: mark(told.note === null ? "said_wrongly" : "left_out", told),
      })),
    );
  }
  if (row.verdict === "UNCLEAR" && !isTold(["not_clear"]))
    placed.push({ turn: null, mark: mark("not_clear") });
  return worstOfEachTurn(placed);
}

/**
 * A window's verdict, compared with the row's, which later judges and people may have changed. `null` if it was
 * overruled, because then no verdict on this reply is left.
 */
function standingVerdict(window: VerdictWindow, row: VerdictRow): Verdict | null {
  const { verdict } = window;
  if (window.sweep === true || verdict === "NOT_APPLICABLE") return null;
  if (verdict === "PASS" && isPassByWords(row)) return "UNCLEAR";
  if (verdict === row.verdict) return verdict;
  const isExplained = row.details.windows.some((other) => other.verdict === row.verdict);
  // Another place decided, so the verdict on this one stays.
  if (verdict === "PASS" || (verdict === "UNCLEAR" && row.verdict === "FAIL"))
    return isExplained ? verdict : row.verdict === "UNCLEAR" ? "UNCLEAR" : null;
  return row.verdict === "UNCLEAR" ? "UNCLEAR" : null;
}

/** The assistant's words that the deciding votes quote. */
function decidingSpans(
  { details, evidence, verdict: decided }: VerdictRow,
  index: number,
  { first_turn, last_turn }: VerdictWindow,
  verdict: Verdict,
): readonly EvidenceSpan[] {
  const votes = [...details.votes, ...(details.adjudication?.votes ?? [])].filter(
    (vote) => vote.window === index && vote.verdict === verdict,
  );
  return [...(decided === verdict ? evidence : []), ...votes.flatMap((vote) => vote.evidence)].filter(
    (span) => isProof(span) && first_turn <= span.turn && span.turn <= last_turn,
  );
}

interface ToldTurn {
  readonly turn: number | null;
  readonly quote: string | null;
  /** The missing content; `null` if the assistant's own words failed. */
  readonly note: string | null;
}

/** The places of a failure: at the words that called for missing content, or at each failing reply. */
function failedAt(
  row: VerdictRow,
  failsBy: FailsBy | undefined,
  window: VerdictWindow | null,
  spans: readonly EvidenceSpan[],
): readonly ToldTurn[] {
  const omission = omissionOf(row, failsBy);
  if (omission !== null) {
    const [cue] = row.evidence.filter(({ role }) => role === "user");
    const isHere = window === null || (cue && window.first_turn <= cue.turn && cue.turn <= window.last_turn);
    const turn = (isHere ? cue?.turn : undefined) ?? spans[0]?.turn ?? (window && pinnedTurn(window));
    return [{ turn, quote: spans.some(({ quote }) => quote === "") ? "" : null, note: omission.missing }];
  }
  const quoted = firstOfEachTurn(spans);
  return quoted.length > 0 || window === null
    ? quoted.map((told) => ({ ...told, note: null }))
    : [{ turn: pinnedTurn(window), quote: null, note: null }];
}

/** A pass marks the replies it quotes, or else the reply it looked at; a pass of a whole conversation marks none. */
function passedAt(
  window: VerdictWindow,
  spans: readonly EvidenceSpan[],
): readonly { readonly turn: number; readonly quote: string | null }[] {
  const quoted = firstOfEachTurn(spans);
  const turn = pinnedTurn(window);
  return quoted.length > 0 ? quoted : turn === null ? [] : [{ turn, quote: null }];
}

/** The reply that a window is about; `null` if it covers several equally. */
function pinnedTurn({ first_turn, last_turn, cue_turn }: VerdictWindow): number | null {
  return first_turn === last_turn ? last_turn : (cue_turn ?? null);
}

function firstOfEachTurn(spans: readonly EvidenceSpan[]): readonly { turn: number; quote: string }[] {
  return [...Map.groupBy(spans, ({ turn }) => turn)].map(([turn, [first]]) => ({
    turn,
    quote: shorten(first?.quote ?? "", LONGEST_QUOTE),
  }));
}

function rangeOf({ first_turn, last_turn }: VerdictWindow): TurnMark["looked"] {
  return { first_turn, last_turn };
}

export function compareMarks(a: TurnMark, b: TurnMark): number {
  return (
    WORST_FIRST.indexOf(a.mark) - WORST_FIRST.indexOf(b.mark) ||
    (a.severity === null || b.severity === null ? 0 : compareSeverities(a.severity, b.severity)) ||
    compareCheckIds(a.mode_id ?? "", b.mode_id ?? "")
  );
}

/** Keeps one mark per check and reply: the worst. */
function worstOfEachTurn(placed: readonly PlacedMark[]): readonly PlacedMark[] {
  return [...Map.groupBy(placed, ({ turn }) => turn).values()].flatMap(
    (ofTurn) => ofTurn.toSorted((a, b) => compareMarks(a.mark, b.mark))[0] ?? [],
  );
}

/** Marks by the scenario's own criteria. A criterion that was asked and has no answer is not clear. */
export function criterionMarks(
  asked: readonly AskedCriterion[],
  results: readonly ScorerResult[],
): readonly PlacedMark[] {
  const answers = new Map(
    results.filter(({ scorer }) => scorer === "rubric").map((result) => [result.question_id, result]),
  );
  return asked.map(({ turn, questionId, criterion }) => {
    const result = answers.get(questionId);
    const [proof] = (result?.evidence ?? []).filter((span) => isProof(span) && span.turn === turn);
    const { mark, note } = metBy(criterion, result?.answer ?? null);
    return {
      turn,
      mark: {
        mode_id: null,
        question: criterion.question,
        mark,
        severity: null,
        gate: false,
        quote: proof === undefined ? null : shorten(proof.quote, LONGEST_QUOTE),
        note,
        looked: null,
      },
    };
  });
}

function metBy(
  criterion: AskedCriterion["criterion"],
  answer: ScorerResult["answer"],
): { readonly mark: ReplyMark; readonly note: string | null } {
  switch (criterion.kind) {
    case "autofail":
      return { mark: yesOrNo(answer, "said_wrongly", "held"), note: null };
    case "binary":
      return { mark: yesOrNo(answer, "said", "left_out"), note: null };
    case "ordinal": {
      const note = criterion.levels[String(answer)] ?? null;
      if (typeof answer !== "number" || note === null) return { mark: "not_clear", note: null };
      const levels = Object.keys(criterion.levels).map(Number);
      if (answer >= Math.max(...levels)) return { mark: "said", note };
      return { mark: answer > Math.min(...levels) ? "partly" : "left_out", note };
    }
  }
}

function yesOrNo(answer: ScorerResult["answer"], yes: ReplyMark, no: ReplyMark): ReplyMark {
  if (typeof answer !== "boolean") return "not_clear";
  return answer ? yes : no;
}
