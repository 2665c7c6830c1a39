import type { PutQuestion } from "../domain/losses.ts";
import { profileOf, scalesAsked } from "../domain/profiles.ts";
import { firedAutofails } from "../domain/rubric.ts";
import type { Handler } from "../executor/executor.ts";
import type { RecordedModel } from "../providers/recorded-model.ts";
import type { DutyConfig } from "../schema/corpus/duty.ts";
import type { HelpLine } from "../schema/corpus/help-line.ts";
import type { JudgeConfig, RegardConfig } from "../schema/corpus/judge-config.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Words } from "../schema/corpus/words.ts";
import type { TranscriptId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { givenIn } from "../text/deidentify/identifier.ts";
import { disguiseConversation } from "../text/deidentify/pseudonyms.ts";
import { readDuties } from "../text/duties/read-duties.ts";
import { createCareRegistry } from "../text/facts/care-registry.ts";
import { createHelpReader } from "../text/facts/read-help.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { createQuoteTests } from "../text/quotes/quote-weight.ts";
import type { CheckLexicons } from "../text/windows/question-windows.ts";
import { createClaimReader } from "./claims/claim-reader.ts";
import { cachePseudonyms } from "./judge/deidentified-judge.ts";
import { createJudgePanel } from "./judge/judge-panel.ts";
import type { NoteQuestion } from "./judge/structured-judge.ts";
import { judgeDuties } from "./scorers/judge-duties.ts";
import { markContradicted } from "./scorers/mark-contradicted.ts";
import { runScorers } from "./scorers/run-scorers.ts";
import { createVerifiers } from "./verifiers.ts";
import { type VerifyContext, verifyTranscript } from "./verify-transcript.ts";

/** All results of one transcript. */
export interface VerifiedTranscript {
  readonly planned: PlannedTranscript;
  readonly transcript: Transcript;
  readonly rows: readonly VerdictRow[];
  /** Questions outside the votes, one row each: searches through all replies, regard, rubric. */
  readonly scorerResults: readonly ScorerResult[];
  /** Every question put to a judge, each once. */
  readonly questions: readonly PutQuestion[];
}

export interface VerifierInput {
  readonly plan: Omit<ScanPlan, "transcripts">;
  readonly corpus: VerifyContext["corpus"] & {
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly lexicons: CheckLexicons;
    readonly facts: readonly ReferenceFact[];
    readonly helpLines: readonly HelpLine[];
    readonly regard: RegardConfig | null;
    readonly duties: DutyConfig | null;
    readonly words: Words;
  };
  readonly matcher: LexiconMatcher;
  readonly judge: RecordedModel | null;
  /** Second judge, asked only about failed gates and split votes. */
  readonly adjudicator?: RecordedModel | null;
  readonly readTranscript: (id: TranscriptId) => Promise<Transcript>;
}

/** Verifies each planned transcript alone; order does not matter. */
export function createTranscriptVerifier(
  input: VerifierInput,
): Handler<PlannedTranscript, VerifiedTranscript> {
  const { plan, corpus, matcher } = input;
  const asked = scalesAsked(plan);
  const config: JudgeConfig = {
    ...corpus.judge,
    ...(plan.reasoning_effort && { reasoning_effort: plan.reasoning_effort }),
  };
  const tests = createQuoteTests(corpus.words);
  const put = new Map<TranscriptId, Map<string, PutQuestion>>();
  const note: NoteQuestion = (id, question) => {
    const known = put.get(id) ?? new Map<string, PutQuestion>();
    put.set(id, known.set(question.unit, question));
  };
  const { coordination } = corpus.words;
  const registry = createCareRegistry(corpus.helpLines, corpus.facts, coordination);
  const disguiseOf = cachePseudonyms(({ header, messages }) =>
    disguiseConversation(messages, registry, givenIn(header.metadata ?? {})),
  );
  // The plan decides: a profile without a judge asks none, even if one is available.
  const panelOf = (model: RecordedModel | null) =>
    plan.judge === null || model === null
      ? null
      : createJudgePanel(model, config, tests, note, plan.deidentify === true ? disguiseOf : undefined);
  const panel = panelOf(input.judge);
  const adjudicator = panelOf(input.adjudicator ?? null);
  const words = {
    matcher,
    lexicons: corpus.lexicons,
    reader: createClaimReader(corpus.facts, corpus.words),
    help: createHelpReader(registry, coordination),
  };
  const dutyTools = { ...corpus, ...words, registry, config: corpus.duties };
  const context: VerifyContext = {
    plan,
    corpus,
    verifiers: createVerifiers({ ...words, panel, adjudicator }),
    words,
    panel,
    second: adjudicator && {
      panel: adjudicator,
      verifiers: createVerifiers({ ...words, panel: adjudicator }),
    },
  };
  return async (planned, signal) => {
    const transcript = await input.readTranscript(planned.transcript_id);
    const scenario = corpus.scenarios.get(transcript.header.scenario_id) ?? null;
    const scales = { regard: asked.regard ? corpus.regard : null, rubric: asked.rubric };
    const { thorough } = profileOf(plan);
    const verify = () => verifyTranscript(context, { planned, transcript, scenario }, signal);
    const ask = () => runScorers({ planned, transcript, scenario, panel, ...scales }, signal);
    // A provider of batches gets all independent questions in one batch, because each round may take a day.
    const [verified, answered] =
      input.judge?.client.gathers === true
        ? await Promise.all([verify(), ask()])
        : [await verify(), await ask()];
    const duties = await judgeDuties(
      {
        readings: readDuties({ transcript, scenario }, { rules: corpus.rules, asOf: plan.as_of }, dutyTools),
        transcript,
        rows: verified.rows,
        panel,
        thorough,
      },
      signal,
    );
    const questions = [...(put.get(planned.transcript_id)?.values() ?? [])];
    put.delete(planned.transcript_id);
    return {
      planned,
      transcript,
      rows:
        scenario === null
          ? verified.rows
          : markContradicted(verified.rows, firedAutofails(scenario, transcript, answered)),
      scorerResults: [...verified.scorerResults, ...answered, ...duties],
      questions,
    };
  };
}
