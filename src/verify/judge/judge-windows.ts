import {
  aggregationOf,
  type Ballot,
  type Decision,
  decideVotes,
  type GateAggregation,
  weighFailure,
} from "../../domain/votes.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { Vote } from "../../schema/scan/verdict.ts";
import type { FlaggedMessage } from "../../text/windows/question-windows.ts";
import { isCut } from "../../text/windows/silence.ts";
import { caseLines } from "../../text/windows/told-lines.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import type { VerifyRequest } from "../verifier.ts";
import type { JudgePanel, JudgeQuestion } from "./judge-panel.ts";

export interface JudgedWindow extends Decision {
  readonly window: TranscriptWindow;
  readonly votes: readonly Vote[];
  /** Vote of the second judge, if it was asked. */
  readonly second: Vote | null;
}

/** Puts a check's question to the judge for each window, and once to the second judge if doubt remains. */
export function judgeWindows(
  input: {
    readonly request: VerifyRequest;
    readonly panel: JudgePanel;
    readonly adjudicator: JudgePanel | null;
    readonly windows: readonly TranscriptWindow[];
    /** Index of the first window among all windows of the check. */
    readonly firstIndex: number;
    /** Lexicon hits; the judge sees them. */
    readonly flagged: readonly FlaggedMessage[];
    /** Data lines for the question about one window. */
    readonly dataFor?: (window: TranscriptWindow) => readonly string[];
  },
  signal: AbortSignal,
): Promise<readonly JudgedWindow[]> {
  const { request, panel, adjudicator } = input;
  const { check, transcript, repetitions, policy } = request;
  const aggregation = aggregationOf(check);
  const data = caseLines(request);

  const judge = async (window: TranscriptWindow, index: number): Promise<JudgedWindow> => {
    const hints = hintsIn(window, input.flagged);
    const question: JudgeQuestion = {
      check,
      transcript,
      window,
      windowIndex: input.firstIndex + index,
      hints,
      data: [...data, ...(input.dataFor?.(window) ?? [])],
    };
    const votes = await panel.vote(question, repetitions, policy, signal);
    const ballots = votes.map((vote) => vote.verdict);
    const weighed = weigh(decideVotes(ballots, aggregation), votes, aggregation);
    const decision = unclearIfTruncated(weighed, window, check);
    if (adjudicator === null || !isInDoubt(decision, request.isGate))
      return { window, votes, second: null, ...decision };
    const [second = null] = await adjudicator.vote(question, 1, "fixed", signal);
    const settled = settleDoubt(decision, second?.verdict ?? null, ballots, aggregation);
    const all = second === null ? votes : [...votes, second];
    return { window, votes, second, ...weigh(settled, all, aggregation) };
  };
  return Promise.all(input.windows.map(judge));
}

/** Adds the weight to a failure, if the check has weights. */
function weigh(decision: Decision, votes: readonly Vote[], aggregation: GateAggregation): Decision {
  const { weight: _, ...others } = decision;
  const weight = decision.verdict === "FAIL" ? weighFailure(votes, aggregation) : undefined;
  return weight === undefined ? others : { ...others, weight };
}

/**
 * Makes results UNCLEAR if the token cap cut the reply: a later part may have failed, or may have held the missing
 * words. Failures by commission stay.
 */
export function unclearIfTruncated(
  decision: Decision,
  window: TranscriptWindow,
  check: Pick<Check, "fails_by">,
): Decision {
  const stands = decision.verdict === "FAIL" && check.fails_by === "commission";
  if (!window.messages.some(isCut)) return decision;
  if (stands) return decision.weight === "lesser" ? { ...decision, mayBeGrave: true } : decision;
  return { verdict: "UNCLEAR", confidence: 0, adjudicationRequired: false, cause: "truncated" };
}

/** Returns the lexicon hits in a window, in the transcript's words. */
function hintsIn(window: TranscriptWindow, flagged: readonly FlaggedMessage[]): readonly string[] {
  return flagged
    .filter(({ message }) => window.messages.includes(message))
    .flatMap(({ hits }) => hits.map((hit) => hit.text));
}

/** Whether the second judge is asked about a window: after a failed gate, or votes without a majority. */
function isInDoubt(decision: Decision, isGate: boolean): boolean {
  const isLine = isGate && decision.weight !== "lesser";
  const isFailure = decision.verdict === "FAIL" && (isLine || decision.adjudicationRequired);
  return isFailure || decision.cause === "split_vote";
}

/**
 * Decides a window with the second judge's vote. It decides a split vote and confirms a failure. Its PASS makes a FAIL
 * of an `any_fail` gate UNCLEAR; a FAIL by majority stays, for people to review.
 */
function settleDoubt(
  decision: Decision,
  second: Ballot,
  votes: readonly Ballot[],
  aggregation: GateAggregation,
): Decision {
  if (second === null || second === "UNCLEAR") return decision;
  if (decision.cause === "split_vote") {
    const share = votes.filter((vote) => vote === second).length / votes.length;
    return { verdict: second, confidence: share, adjudicationRequired: false };
  }
  if (second === "FAIL") return { ...decision, adjudicationRequired: false };
  if (aggregation === "majority" || decision.weight === "lesser")
    return { ...decision, adjudicationRequired: true };
  return {
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: true,
    cause: "adjudicator_disagrees",
  };
}
