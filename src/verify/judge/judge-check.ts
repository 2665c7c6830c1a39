import { type Decision, worstOf } from "../../domain/votes.ts";
import type { ModelId } from "../../schema/ids.ts";
import type { Adjudication, EvidenceSpan } from "../../schema/scan/verdict.ts";
import type { QuestionWindows } from "../../text/windows/question-windows.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import { holdsItsNonce } from "../judge-prompt.ts";
import { cueSpans, describeWindow } from "../omission.ts";
import { type CheckFinding, plainFinding, type VerifyRequest } from "../verifier.ts";
import type { ReplySearch } from "./found-in-replies.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { type JudgedWindow, judgeWindows } from "./judge-windows.ts";

/** Puts a check to the judge. Each window flagged by its words or named by a search is judged alone, by votes. */
export async function judgeCheck(
  input: {
    readonly request: VerifyRequest;
    readonly panel: JudgePanel;
    readonly adjudicator: JudgePanel | null;
    readonly questions: QuestionWindows;
    /** Data lines for the question about one window. */
    readonly dataFor?: (window: TranscriptWindow) => readonly string[];
  },
  signal: AbortSignal,
): Promise<CheckFinding> {
  const { request, panel, adjudicator, questions } = input;
  if (holdsItsNonce(request.transcript)) return plainFinding("nonce_in_text", "UNCLEAR");
  const { judged: windows, flagged } = questions;
  const { dataFor = () => [] } = input;
  const judged = await judgeWindows(
    { request, panel, adjudicator, flagged, dataFor, windows, firstIndex: 0 },
    signal,
  );
  const all = [...judged, ...questions.cleared.map(clearedWindow)];
  const isOfReplies = request.check.routing.unit_of_analysis === "turn_level";
  const sweep = (isOfReplies && request.sweep) || null;
  // There are no words to judge.
  if (all.length === 0 && sweep === null) return plainFinding("silent_reply", "UNCLEAR");
  return findingFrom({ request, judged: all, sweep, adjudicator: adjudicator?.modelId ?? null });
}

/** Combines all judged windows of a check into one finding, worst first. A vote's window is its index among them. */
export function findingFrom(input: {
  readonly request: VerifyRequest;
  readonly judged: readonly JudgedWindow[];
  readonly sweep: ReplySearch<unknown> | null;
  readonly adjudicator: ModelId | null;
}): CheckFinding {
  const { request, judged, sweep, adjudicator } = input;
  const parts = sweep === null ? judged : [...judged, sweep];
  const worst = worstOf(parts);
  if (worst === undefined) throw new Error("a check was judged without a window");
  const adjudication = adjudicator && adjudicationIn(judged, adjudicator);
  return {
    verdict: worst.verdict,
    confidence: worst.confidence,
    evidence: judged
      .filter((item) => item.verdict === worst.verdict && item.weight === worst.weight)
      .flatMap((item) => evidenceOf(item, request)),
    windows: [
      ...judged.map(({ window, verdict, weight }) => ({
        ...describeWindow(window, verdict),
        ...(weight === "lesser" ? { weight } : {}),
      })),
      ...(sweep === null ? [] : [{ ...describeWindow(sweep.window, sweep.verdict), sweep: true as const }]),
    ],
    votes: judged.flatMap(({ votes }) => votes),
    adjudicationRequired: judged.some((item) => item.adjudicationRequired),
    ...weightAmong(worst, parts),
    ...(worst.cause === undefined ? {} : { cause: worst.cause }),
    ...(adjudication === null ? {} : { adjudication }),
  };
}

/** Returns the weight of the worst failure. Beside a lesser failure, an undecided window may hold a grave one. */
function weightAmong(
  { verdict, weight }: Decision,
  parts: readonly Decision[],
): Pick<CheckFinding, "weight" | "mayBeGrave"> {
  if (verdict !== "FAIL" || weight === undefined) return {};
  const mayBeGrave =
    weight === "lesser" && parts.some((part) => part.verdict === "UNCLEAR" || part.mayBeGrave === true);
  return { weight, ...(mayBeGrave ? { mayBeGrave } : {}) };
}

/**
 * Returns the evidence of a window from the winning votes only, because a losing vote's quotes support another verdict.
 * A failure by omission cites the cue first and says there what is missing.
 */
function evidenceOf(
  { window, votes, second, verdict }: JudgedWindow,
  request: VerifyRequest,
): readonly EvidenceSpan[] {
  const all = second === null ? votes : [...votes, second];
  const deciding = all.find((vote) => vote.verdict === verdict);
  if (deciding === undefined) return [];
  const { evidence, missing_cue, rationale } = deciding;
  if (verdict !== "FAIL" || request.check.fails_by !== "omission") return evidence;
  return [...cueSpans(window.cues, missing_cue ?? rationale, request), ...evidence];
}

/** Returns the result of a window that words alone pass. */
export function clearedWindow(window: TranscriptWindow): JudgedWindow {
  const decision = { verdict: "PASS", confidence: 1, adjudicationRequired: false } as const;
  return { window, votes: [], second: null, ...decision };
}

function adjudicationIn(judged: readonly JudgedWindow[], judge: ModelId): Adjudication | null {
  const votes = judged.flatMap(({ second }) => (second === null ? [] : [second]));
  if (votes.length === 0) return null;
  const valid = votes.flatMap(({ verdict }) => (verdict === null ? [] : [{ verdict }]));
  return { judge, verdict: worstOf(valid)?.verdict ?? null, votes };
}
