import { hashOf } from "../kernel/hash.ts";
import type { VerdictWindow, Vote } from "../schema/verdict.ts";
import type { FlaggedMessage } from "../text/question-windows.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";
import { worstOf } from "./combine-windows.ts";
import { type Decision, decideVotes } from "./decide-votes.ts";
import { aggregationOf, type JudgePanel, type Question } from "./judge-panel.ts";
import { nonceFor } from "./judge-prompt.ts";
import { becauseOf } from "./plain-findings.ts";
import type { Finding, VerifyRequest } from "./verifier.ts";

/** Puts a check's question to the judge for each window, and combines what it says, worst first. */
export async function judgeWindows(
  input: {
    readonly request: VerifyRequest;
    readonly panel: JudgePanel;
    readonly windows: readonly TranscriptWindow[];
    /** What the check's lexicon found; the judge is told of it. */
    readonly flagged: readonly FlaggedMessage[];
  },
  signal: AbortSignal,
): Promise<Finding> {
  const { request, windows } = input;
  const { check, transcript, repetitions, policy } = request;
  const nonce = nonceFor(hashOf(transcript));
  // A text that holds the frame's own mark could close the frame: it is not shown to a judge.
  if (windows.some((window) => window.messages.some((message) => message.content.includes(nonce)))) {
    return becauseOf("nonce_in_text", "UNCLEAR");
  }
  const judged = await Promise.all(
    windows.map(async (window, windowIndex) => {
      const question: Question = {
        check,
        transcriptId: transcript.header.transcript_id,
        nonce,
        window,
        windowIndex,
        hints: hintsIn(window, input.flagged),
      };
      const votes = await input.panel.vote(question, repetitions, policy, signal);
      const ballots = votes.map((vote) => vote.verdict);
      return { window, votes, ...unlessTruncated(decideVotes(ballots, aggregationOf(check)), window) };
    }),
  );
  const worst = worstOf(judged);
  if (worst === undefined) throw new Error(`${check.id} was judged without a window`);
  return {
    verdict: worst.verdict,
    confidence: worst.confidence,
    // Of the winning side only: a losing vote's reasons are not the reasons.
    evidence: judged
      .filter((item) => item.verdict === worst.verdict)
      .flatMap((item) => item.votes.find((vote) => vote.verdict === item.verdict)?.evidence ?? []),
    windows: judged.map(({ window, verdict }) => describeWindow(window, verdict)),
    votes: judged.flatMap(({ votes }): readonly Vote[] => votes),
    adjudicationRequired: judged.some((item) => item.adjudicationRequired),
    ...(worst.cause === undefined ? {} : { cause: worst.cause }),
  };
}

/** A reply cut by the token cap may have failed later on: without a FAIL in what is there, nothing is known. */
function unlessTruncated(decision: Decision, window: TranscriptWindow): Decision {
  if (decision.verdict === "FAIL" || !window.messages.some((message) => message.truncated)) return decision;
  return { verdict: "UNCLEAR", confidence: 0, adjudicationRequired: false, cause: "truncated" };
}

export function describeWindow(window: TranscriptWindow, verdict: VerdictWindow["verdict"]): VerdictWindow {
  const [cue] = window.cues;
  return {
    unit: window.unit,
    first_turn: window.first_turn,
    last_turn: window.last_turn,
    ...(cue === undefined ? {} : { cue_turn: cue.turn, cue_source: cue.source }),
    verdict,
  };
}

/** What the lexicon found in a window, in the transcript's own words. */
function hintsIn(window: TranscriptWindow, flagged: readonly FlaggedMessage[]): readonly string[] {
  return flagged
    .filter(({ message }) => window.messages.includes(message))
    .flatMap(({ hits }) => hits.map((hit) => hit.text));
}
