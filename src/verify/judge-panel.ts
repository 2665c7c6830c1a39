import type { RecordedModel } from "../providers/recorded-model.ts";
import type { Check } from "../schema/check.ts";
import type { ModelId } from "../schema/ids.ts";
import { JudgeAnswer, StatementAnswer } from "../schema/judge-answer.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { CheckPolicy, Vote } from "../schema/verdict.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";
import { judgePrompt, nonceFor, wantsStatement } from "./judge-prompt.ts";
import { type GateAggregation, wantsAnotherVote } from "./repetition-policy.ts";
import { answerForm, createStructuredJudge, type StructuredJudge } from "./structured-judge.ts";
import { type WeighedAnswer, weighAnswer } from "./weigh-answer.ts";

/** One narrow question about one window. */
export interface Question {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly window: TranscriptWindow;
  readonly windowIndex: number;
  /** What the check's lexicon found in this window, in the transcript's words. */
  readonly hints: readonly string[];
  /** What is known of the case besides, one line each. */
  readonly data: readonly string[];
}

/** Asks one judge the same question until its policy has enough votes, or anything else once. */
export interface JudgePanel extends StructuredJudge {
  readonly modelId: ModelId;
  readonly config: JudgeConfig;
  vote(
    question: Question,
    planned: number,
    policy: CheckPolicy,
    signal: AbortSignal,
  ): Promise<readonly Vote[]>;
}

const VERDICT = answerForm("verdict", JudgeAnswer);
const STATEMENT = answerForm("verdict_on_statement", StatementAnswer);

export function createJudgePanel(model: RecordedModel, config: JudgeConfig): JudgePanel {
  const judge = createStructuredJudge(model, config);
  return {
    modelId: model.client.modelId,
    config,
    ask: judge.ask,
    async vote(question, planned, policy, signal) {
      const aggregation = aggregationOf(question.check);
      const votes: Vote[] = [];
      const ballots = () => votes.map((vote) => vote.verdict);
      while (wantsAnotherVote(ballots(), planned, policy, aggregation)) {
        votes.push(await castVote(question, votes.length + 1, signal));
      }
      return votes;
    },
  };

  async function castVote(question: Question, repetition: number, signal: AbortSignal): Promise<Vote> {
    const { check, transcript, window, windowIndex } = question;
    const shown = { checkId: check.id, nonce: nonceFor(transcript), window };
    const answered = await judge.ask<JudgeAnswer | StatementAnswer>(
      {
        transcript,
        prompt: judgePrompt({ ...question, judge: config }),
        form: wantsStatement(check) ? STATEMENT : VERDICT,
        subject: check.id,
        window: windowIndex,
        repetition,
        // Real judges sometimes paraphrase: asked once more to copy, most then quote what is there.
        objection: (answer) => reminderFor(weighAnswer(answer, shown)),
      },
      signal,
    );
    const base = { window: windowIndex, repetition, request_hash: answered.unit };
    if (!answered.ok) {
      const { voidCause, reason } = answered;
      return { ...base, verdict: null, void_cause: voidCause, rationale: reason, evidence: [] };
    }
    const { answer } = answered;
    const weighed = weighAnswer(answer, shown);
    return {
      ...base,
      verdict: weighed.verdict,
      ...(weighed.verdict === null ? { void_cause: weighed.voidCause } : {}),
      rationale: answer.rationale,
      ...(answer.missing_cue === "" ? {} : { missing_cue: answer.missing_cue }),
      ...("statement" in answer ? { statement: answer.statement } : {}),
      evidence: [...weighed.evidence],
    };
  }

  function reminderFor(weighed: WeighedAnswer): string | null {
    if (weighed.verdict !== null) return null;
    if (weighed.voidCause === "unverified_quote") return config.verbatim_reminder;
    return weighed.voidCause === "spans_exchanges" ? config.one_exchange_reminder : null;
  }
}

export function aggregationOf(check: Check): GateAggregation {
  return check.routing.gate_aggregation ?? "majority";
}
