import { selectChecks } from "../corpus/corpus.ts";
import { profileOf, scalesAsked } from "../domain/profiles.ts";
import { conversationTags, isEligible, suppressorOf } from "../domain/scenarios.ts";
import { hashOf } from "../kernel/hash.ts";
import type { Abilities } from "../schema/corpus/abilities.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { DutyConfig, ProductProfile } from "../schema/corpus/duty.ts";
import type { HelpLine } from "../schema/corpus/help-line.ts";
import type { RegardConfig } from "../schema/corpus/judge-config.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Words } from "../schema/corpus/words.ts";
import {
  type CheckId,
  type Jurisdiction,
  type ModelId,
  type PackMark,
  Sha256,
  type Tag,
} from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { PlannedTranscript, ScanProfileName } from "../schema/scan/scan-plan.ts";
import { readDuties } from "../text/duties/read-duties.ts";
import { type DutyCase, lawReadOn, whyNotCalledFor } from "../text/duties/which-duties.ts";
import { createCareRegistry } from "../text/facts/care-registry.ts";
import { createHelpReader } from "../text/facts/read-help.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import { type CheckLexicons, checksInNeedOfCues, checksInSweep } from "../text/windows/question-windows.ts";
import {
  countQuestions,
  countScorerQuestions,
  type PlannedQuestions,
  type ScorerQuestion,
} from "./count-questions.ts";

/** Planning data of one transcript, without its texts. */
export interface TranscriptQuestions {
  readonly planned: PlannedTranscript;
  readonly isPrivate: boolean;
  readonly simulated: boolean;
  /** Model that chose the branches, if the scenario's words did not. */
  readonly router?: ModelId | undefined;
  /** Product of the assistant, and its place. */
  readonly product?: ProductProfile | undefined;
  /** Abilities that the maker declares. */
  readonly can?: Abilities | undefined;
  /** Questions of its checks; empty for an incomplete conversation. */
  readonly questions: readonly (readonly [CheckId, PlannedQuestions])[];
  readonly scorers: readonly ScorerQuestion[];
}

/** Fields of a request that affect which windows are judged. */
export interface PlanRequest {
  readonly profile: ScanProfileName;
  readonly judge: object | null;
  readonly checks?: readonly string[];
  /** Whether the scenarios' own criteria are judged too. */
  readonly rubric?: boolean;
  /** Whether the treatment of the caregiver is judged, if the profile includes it. @default true */
  readonly scales?: boolean;
  /** Date of the law for duties. @default the latest review date */
  readonly asOf?: string;
}

/** Plans one transcript; independent of order, safe to run in worker threads. */
export function createTranscriptPlanner(
  request: PlanRequest,
  corpus: {
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly lexicons: CheckLexicons;
    readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
    readonly regard: RegardConfig | null;
    readonly duties: DutyConfig | null;
    readonly helpLines: readonly HelpLine[];
    readonly facts: readonly ReferenceFact[];
    readonly words: Pick<Words, "coordination">;
    readonly pack?: PackMark | null;
  },
  matcher: LexiconMatcher,
): (transcript: Transcript) => TranscriptQuestions {
  const profile = profileOf(request);
  const isJudged = profile.judged && request.judge !== null;
  const asked = scalesAsked(request);
  const checks = selectChecks(corpus.checks.values(), request);
  const law = { rules: corpus.rules, asOf: request.asOf ?? lawReadOn(corpus.rules) };
  const { coordination } = corpus.words;
  const registry = createCareRegistry(corpus.helpLines, corpus.facts, coordination);
  const help = createHelpReader(registry, coordination);
  const dutyTools = { ...corpus, matcher, registry, help, config: corpus.duties };
  return (transcript) => {
    const {
      scenario_id,
      simulated,
      private: isPrivate = false,
      pack,
      router,
      product,
      can,
    } = transcript.header;
    if (pack !== undefined && pack !== corpus.pack?.name)
      throw new Error(`${transcript.header.transcript_id} is of the pack ${pack}, which is not open`);
    const scenario = corpus.scenarios.get(scenario_id) ?? null;
    const planned = planTranscript(transcript, scenario, checks, law);
    const seen = { planned, isPrivate, simulated, router, product, can };
    if (!planned.complete) return { ...seen, questions: [], scorers: [] };
    const eligible = new Set(planned.eligible);
    const called = checks.filter((check) => eligible.has(check.id));
    const rules = scenario === null ? null : (corpus.rules.get(scenario.jurisdiction) ?? null);
    const { thorough } = profile;
    const about = { scenario, transcript, thorough, rules, corpus, matcher };
    const lookingAt = checks.filter(({ id }) => planned.suppressed[id] === undefined);
    const swept = isJudged ? checksInSweep(lookingAt, { called: eligible, scenario, thorough }) : [];
    const owed = lookingAt.filter((check) => whyNotCalledFor(check, { ...law, product }) === null);
    const sought = isJudged ? checksInNeedOfCues(owed, { called: eligible, scenario }) : [];
    const questionsOf = (check: Check): readonly [CheckId, PlannedQuestions] => {
      const [isSwept, isSought] = [swept.includes(check), sought.includes(check)];
      const isTagged = eligible.has(check.id);
      return [check.id, countQuestions({ check, isJudged, isSwept, isSought, isTagged, ...about })];
    };
    return {
      ...seen,
      questions: [...new Set([...called, ...swept, ...sought])].map(questionsOf),
      scorers: isJudged
        ? countScorerQuestions({
            ...about,
            regard: asked.regard ? corpus.regard : null,
            duties: readDuties({ transcript, scenario }, law, dutyTools),
            rubric: asked.rubric,
            swept,
            seeksCues: sought.length > 0,
          })
        : [],
    };
  };
}

/** Plans transcripts that are already loaded, in sequence. */
export async function* seeEach(
  transcripts: AsyncIterable<Transcript> | Iterable<Transcript>,
  see: (transcript: Transcript) => TranscriptQuestions,
): AsyncGenerator<TranscriptQuestions> {
  for await (const transcript of transcripts) yield see(transcript);
}

/** Returns the checks that apply to a transcript, and those that its tags suppress. */
export function planTranscript(
  transcript: Transcript,
  scenario: Scenario | null,
  checks: readonly Check[],
  law: Omit<DutyCase, "product">,
): PlannedTranscript {
  const dutyCase = { ...law, product: transcript.header.product };
  const tags = conversationTags(transcript.header, scenario);
  const eligible: CheckId[] = [];
  const suppressed: Record<CheckId, Tag> = {};
  for (const check of checks) {
    if (!isEligible(check, tags) || whyNotCalledFor(check, dutyCase) !== null) continue;
    const suppressor = suppressorOf(check, tags);
    if (suppressor === undefined) eligible.push(check.id);
    else suppressed[check.id] = suppressor;
  }
  const { transcript_id, complete } = transcript.header;
  return { transcript_id, transcript_hash: Sha256.parse(hashOf(transcript)), complete, eligible, suppressed };
}
