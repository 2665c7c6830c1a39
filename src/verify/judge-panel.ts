import type { ChatMessage } from "../providers/model-client.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import type { Check } from "../schema/check.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { CheckPolicy, Vote } from "../schema/verdict.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";
import { judgePrompt } from "./judge-prompt.ts";
import { parseJudgeAnswer } from "./parse-judge-answer.ts";
import { type GateAggregation, wantsAnotherVote } from "./repetition-policy.ts";
import { weighAnswer } from "./weigh-answer.ts";

/** One narrow question about one window. */
export interface Question {
  readonly check: Check;
  readonly transcriptId: string;
  readonly nonce: string;
  readonly window: TranscriptWindow;
  readonly windowIndex: number;
  readonly hints: readonly string[];
}

/** Asks one judge the same question until its policy has enough votes. */
export interface JudgePanel {
  vote(
    question: Question,
    planned: number,
    policy: CheckPolicy,
    signal: AbortSignal,
  ): Promise<readonly Vote[]>;
}

export function createJudgePanel(model: RecordedModel, config: JudgeConfig): JudgePanel {
  return {
    async vote(question, planned, policy, signal) {
      const aggregation = aggregationOf(question.check);
      const votes: Vote[] = [];
      while (
        wantsAnotherVote(
          votes.map((vote) => vote.verdict),
          planned,
          policy,
          aggregation,
        )
      ) {
        votes.push(await castVote(question, votes.length + 1, signal));
      }
      return votes;
    },
  };

  async function castVote(question: Question, repetition: number, signal: AbortSignal): Promise<Vote> {
    const prompt = judgePrompt({ ...question, judge: config });
    const first = await attempt(question, prompt, repetition, 1, signal);
    if (first.vote.void_cause !== "unverified_quote") return first.vote;
    // Real judges sometimes paraphrase: asked once more to copy, most then quote what is there.
    const again: readonly ChatMessage[] = [
      ...prompt,
      { role: "assistant", content: first.content },
      { role: "user", content: config.verbatim_reminder },
    ];
    return (await attempt(question, again, repetition, 2, signal)).vote;
  }

  async function attempt(
    question: Question,
    messages: readonly ChatMessage[],
    repetition: number,
    attemptNumber: number,
    signal: AbortSignal,
  ): Promise<{ readonly vote: Vote; readonly content: string }> {
    const outcome = await model.ask(
      {
        messages,
        sampling: {
          temperature: repetition === 1 ? config.first_temperature : config.later_temperature,
          max_tokens: config.max_tokens,
          seed: null,
        },
        origin: {
          stage: "judge",
          transcript_id: question.transcriptId,
          mode_id: question.check.id,
          window: question.windowIndex,
          repetition,
          attempt: attemptNumber,
        },
      },
      signal,
    );
    const base = { window: question.windowIndex, repetition, request_hash: outcome.unit };
    const voided = (void_cause: NonNullable<Vote["void_cause"]>, rationale: string, content = "") => ({
      vote: { ...base, verdict: null, void_cause, rationale, evidence: [] },
      content,
    });
    if (!outcome.ok) return voided("call_failed", outcome.reason);
    const { content, finish_reason } = outcome.reply;
    if (finish_reason === "length")
      return voided("truncated", "The answer was cut by the token cap.", content);
    if (finish_reason === "refusal" || finish_reason === "content_filter") {
      return voided("refused", "The judge refused to answer.", content);
    }
    const answer = parseJudgeAnswer(content);
    if (answer === null) return voided("unparsable", "The answer is not one valid object.", content);

    const weighed = weighAnswer(answer, {
      checkId: question.check.id,
      nonce: question.nonce,
      window: question.window,
    });
    const vote: Vote = {
      ...base,
      verdict: weighed.verdict,
      ...(weighed.verdict === null ? { void_cause: weighed.voidCause } : {}),
      rationale: answer.rationale,
      ...(answer.missing_cue === "" ? {} : { missing_cue: answer.missing_cue }),
      evidence: [...weighed.evidence],
    };
    return { vote, content };
  }
}

export function aggregationOf(check: Check): GateAggregation {
  return check.routing.gate_aggregation ?? "majority";
}
