import { isProof, isVerified } from "../../domain/evidence.ts";
import { aggregationOf, wantsAnotherVote, wantsWeight } from "../../domain/votes.ts";
import type { RecordedModel } from "../../providers/recorded-model.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { JudgeConfig } from "../../schema/corpus/judge-config.ts";
import type { ModelId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import {
  ANSWER_FORMS,
  type JudgeAnswer,
  type StatementAnswer,
  type WeighedStatementAnswer,
} from "../../schema/scan/judge-protocol.ts";
import type { CheckPolicy, EvidenceSpan, Verdict, VoidCause, Vote } from "../../schema/scan/verdict.ts";
import { evidenceSpan } from "../../text/quotes/quote-ladder.ts";
import type { QuoteTests } from "../../text/quotes/quote-weight.ts";
import { decidesEachExchange, type TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import { answerKind, judgePrompt, nonceFor } from "../judge-prompt.ts";
import { type DisguiseOf, deidentified } from "./deidentified-judge.ts";
import {
  type AnswerForm,
  answerForm,
  createStructuredJudge,
  type NoteQuestion,
  type StructuredJudge,
} from "./structured-judge.ts";

export interface JudgeQuestion {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly window: TranscriptWindow;
  readonly windowIndex: number;
  /** Lexicon hits in this window, in the transcript's words. */
  readonly hints: readonly string[];
  /** Further known facts about the case, one line each. */
  readonly data: readonly string[];
}

/** Asks one judge the same question until its policy has enough votes; asks other questions once. */
export interface JudgePanel extends StructuredJudge {
  readonly modelId: ModelId;
  readonly config: JudgeConfig;
  /** Tests for reading its quotes. */
  readonly tests: QuoteTests;
  vote(
    question: JudgeQuestion,
    planned: number,
    policy: CheckPolicy,
    signal: AbortSignal,
  ): Promise<readonly Vote[]>;
}

type CheckAnswer = JudgeAnswer & Partial<Pick<WeighedStatementAnswer, "statement" | "weight">>;

const FORMS: Readonly<Record<ReturnType<typeof answerKind>, AnswerForm<CheckAnswer>>> = {
  verdict: answerForm(ANSWER_FORMS.verdict),
  weighed_verdict: answerForm(ANSWER_FORMS.weighed_verdict),
  statement: answerForm(ANSWER_FORMS.statement),
  weighed_statement: answerForm(ANSWER_FORMS.weighed_statement),
};

export function createJudgePanel(
  model: RecordedModel,
  config: JudgeConfig,
  tests: QuoteTests,
  note?: NoteQuestion,
  disguiseOf?: DisguiseOf,
): JudgePanel {
  const asked = createStructuredJudge(model, config, note);
  const judge = disguiseOf === undefined ? asked : deidentified(asked, disguiseOf);
  return {
    modelId: model.client.modelId,
    config,
    tests,
    ask: judge.ask,
    async vote(question, planned, policy, signal) {
      const aggregation = aggregationOf(question.check);
      const votes: Vote[] = [];
      const ballots = () => votes.map((vote) => vote.verdict);
      while (
        wantsAnotherVote(ballots(), planned, policy, aggregation) ||
        wantsWeight(votes, planned, policy, aggregation)
      ) {
        votes.push(await castVote(question, votes.length + 1, signal));
      }
      return votes;
    },
  };

  async function castVote(question: JudgeQuestion, repetition: number, signal: AbortSignal): Promise<Vote> {
    const { check, transcript, window, windowIndex } = question;
    const nonce = nonceFor(transcript);
    const shown = [...(window.before ?? []), ...window.messages];
    const assistantTurns = shown.filter((message) => message.role === "assistant").length;
    const answered = await judge.ask(
      {
        transcript,
        prompt: judgePrompt({ ...question, judge: config }),
        form: FORMS[answerKind(check)],
        subject: check.id,
        window: windowIndex,
        repetition,
        isEchoed: (answer) =>
          answer.check_id === check.id && answer.nonce === nonce && answer.assistant_turns === assistantTurns,
        weigh: (answer) => ({ answer, ...weighAnswer(answer, { check, window, tests }) }),
        // Real judges sometimes paraphrase; after one reminder to copy, most quote exactly.
        objection: reminderFor,
      },
      signal,
    );
    const base = { window: windowIndex, repetition, request_hash: answered.unit };
    if (!answered.ok) {
      const { voidCause, reason } = answered;
      return { ...base, verdict: null, void_cause: voidCause, rationale: reason, evidence: [] };
    }
    const { answer, ...weighed } = answered.answer;
    return {
      ...base,
      verdict: weighed.verdict,
      ...(weighed.verdict === null ? { void_cause: weighed.voidCause } : {}),
      rationale: answer.rationale,
      ...(answer.missing_cue === "" ? {} : { missing_cue: answer.missing_cue }),
      ...(answer.statement === undefined ? {} : { statement: answer.statement }),
      ...(weighed.verdict === "FAIL" ? weightOfFailure(check, answer) : {}),
      evidence: [...weighed.evidence],
    };
  }

  function reminderFor(weighed: WeighedAnswer): string | null {
    if (weighed.verdict !== null) return null;
    if (weighed.voidCause === "unverified_quote") return config.verbatim_reminder;
    if (weighed.voidCause === "no_grounds") return config.grounds_reminder;
    return weighed.voidCause === "spans_exchanges" ? config.one_exchange_reminder : null;
  }
}

type WeighedAnswer =
  | { readonly verdict: Verdict; readonly evidence: readonly EvidenceSpan[] }
  | { readonly verdict: null; readonly voidCause: VoidCause; readonly evidence: readonly EvidenceSpan[] };

/** Decides whether an answer counts as a vote: its quotes must occur in its window. */
function weighAnswer(
  answer: CheckAnswer,
  {
    check,
    window,
    tests,
  }: { readonly check: Check; readonly window: TranscriptWindow; readonly tests: QuoteTests },
): WeighedAnswer {
  const evidence = answer.evidence.map((item) =>
    evidenceSpan({
      ...item,
      rationale: answer.rationale,
      messages: window.messages,
      elseTurn: window.first_turn,
      tests,
      // If both speakers said the words, the quote counts as the assistant's.
      ...(answer.verdict === "FAIL" ? { first: "assistant" } : {}),
    }),
  );
  if (answer.verdict === "FAIL") {
    const verified = evidence.filter(isVerified);
    if (!evidence.some(isProof)) return { verdict: null, voidCause: "unverified_quote", evidence };
    if (decidesEachExchange(window) && new Set(verified.map((span) => span.turn)).size > 1)
      return { verdict: null, voidCause: "spans_exchanges", evidence };
    if (answer.statement !== undefined && !isAssertion(answer.statement))
      return { verdict: null, voidCause: "contradicts_itself", evidence };
  }
  if (answer.verdict === "PASS" && check.grounds && !evidence.some(isProof))
    return { verdict: null, voidCause: "no_grounds", evidence };
  if (answer.verdict === "NOT_APPLICABLE") {
    if (answer.missing_cue.trim() === "")
      return { verdict: null, voidCause: "unnamed_missing_cue", evidence };
    // An author placed the cue there: a judge who does not see it has not answered the question.
    if (window.cues.some((cue) => cue.source === "anchor")) return { verdict: "UNCLEAR", evidence };
  }
  return { verdict: answer.verdict, evidence };
}

/**
 * Whether the statement is the assistant's own assertion. Only that can break a rule; a FAIL on anything else
 * contradicts the answer's own fields.
 */
function isAssertion({ whose, intent }: StatementAnswer["statement"]): boolean {
  return whose === "assistant" && intent === "asserting";
}

/** Weighs a failure by the judge's answer and the kind of statement. It is grave unless one of them says otherwise. */
function weightOfFailure(check: Check, { statement, weight }: CheckAnswer): Pick<Vote, "weight"> {
  const { lesser } = check;
  if (lesser === undefined) return {};
  const { scope, about } = lesser.unless ?? {};
  const isOfNobody =
    statement !== undefined &&
    ((scope !== undefined && !scope.includes(statement.scope)) ||
      (about !== undefined && !about.includes(statement.about)));
  return { weight: isOfNobody || weight === "lesser" ? "lesser" : "grave" };
}
