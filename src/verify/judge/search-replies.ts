import type { Decision } from "../../domain/votes.ts";
import { ANSWER_FORMS, type SweepAnswer } from "../../schema/scan/judge-protocol.ts";
import { SCORER_RESULT_VERSION, type ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan } from "../../schema/scan/verdict.ts";
import { evidenceSpan } from "../../text/quotes/quote-ladder.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import { caseLines, type JudgePrompt, nonceFor, sweepPrompt } from "../judge-prompt.ts";
import type { VerifyRequest } from "../verifier.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { unclearIfTruncated } from "./judge-windows.ts";
import { type AnswerForm, answerForm } from "./structured-judge.ts";

/** What a search through all replies came to. It decides about what it did not name; the rest is voted on. */
export interface ReplySearch<Item> extends Decision {
  readonly window: TranscriptWindow;
  /** Named by the judge, with the quote looked up; in its order. */
  readonly found: readonly { readonly item: Item; readonly evidence: EvidenceSpan }[];
  readonly result: ScorerResult;
}

interface Echo {
  readonly check_id: string;
  readonly nonce: string;
  readonly assistant_turns: number;
}

/** One call over all replies, numbered. An answer that cannot be relied on leaves the check UNCLEAR, never PASS. */
export async function searchReplies<
  Answer extends Echo,
  Item extends { readonly turn: number; readonly quote: string },
>(
  input: {
    readonly request: VerifyRequest;
    readonly panel: JudgePanel;
    readonly window: TranscriptWindow;
    readonly prompt: JudgePrompt;
    readonly form: AnswerForm<Answer>;
    /** Names the search to a person. */
    readonly name: string;
    readonly itemsOf: (answer: Answer) => readonly Item[];
    readonly rationaleOf: (item: Item) => string;
    /** What it means that nothing more was named. */
    readonly otherwise: Decision;
  },
  signal: AbortSignal,
): Promise<ReplySearch<Item>> {
  const { request, panel, window, prompt, form } = input;
  const { check, transcript } = request;
  const subject = `${check.id} ${input.name}`;
  const turns = new Set(window.messages.map((message) => message.turn));
  const answered = await panel.ask(
    {
      transcript,
      prompt,
      form,
      subject,
      window: 0,
      repetition: 1,
      // A turn that was not shown means that something else was read.
      isEchoed: (answer) =>
        answer.check_id === check.id &&
        answer.nonce === nonceFor(transcript) &&
        answer.assistant_turns === window.messages.length &&
        input.itemsOf(answer).every(({ turn }) => turns.has(turn)),
      weigh: input.itemsOf,
    },
    signal,
  );
  const items = answered.ok ? answered.answer : [];
  const found = items.map((item) => ({
    item,
    evidence: evidenceSpan({
      quote: item.quote,
      turn: item.turn,
      rationale: input.rationaleOf(item),
      messages: window.messages,
      elseTurn: item.turn,
      tests: panel.tests,
    }),
  }));
  const unreliable: Decision = {
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: false,
    cause: "sweep_failed",
  };
  const answer = answered.ok ? items.length : null;
  return {
    window,
    ...unclearIfTruncated(answered.ok ? input.otherwise : unreliable, window, check),
    found,
    result: {
      schema_version: SCORER_RESULT_VERSION,
      transcript_id: transcript.header.transcript_id,
      scorer: "sweep",
      question_id: check.id,
      window: { first_turn: window.first_turn, last_turn: window.last_turn },
      answer,
      evidence: found.map(({ evidence }) => evidence),
      details: { votes: [answer], ...(answered.ok ? {} : { cause: answered.voidCause }) },
    },
  };
}

const FINDINGS = answerForm(ANSWER_FORMS.findings);

/** One call for what words did not flag. A reply that it does not name passes. */
export function sweepReplies(
  input: { readonly request: VerifyRequest; readonly panel: JudgePanel; readonly window: TranscriptWindow },
  signal: AbortSignal,
): Promise<ReplySearch<SweepAnswer["findings"][number]>> {
  const { request, panel, window } = input;
  const { check, transcript } = request;
  const data = caseLines(request);
  return searchReplies(
    {
      ...input,
      prompt: sweepPrompt({ check, transcript, window, judge: panel.config, data }),
      form: FINDINGS,
      name: "sweep",
      itemsOf: (answer) => answer.findings,
      rationaleOf: (finding) => finding.reason,
      otherwise: { verdict: "PASS", confidence: 1, adjudicationRequired: false },
    },
    signal,
  );
}
