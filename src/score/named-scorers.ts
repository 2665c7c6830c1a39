import { scalesAsked } from "../domain/profiles.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { HelpLine } from "../schema/corpus/help-line.ts";
import type { RegardConfig } from "../schema/corpus/judge-config.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { Words } from "../schema/corpus/words.ts";
import type { CheckId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import { createCareRegistry } from "../text/facts/care-registry.ts";
import { createNumberReader } from "../text/facts/read-numbers.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import type { CheckLexicons } from "../text/windows/question-windows.ts";
import type { ScoredRow } from "./scored-rows.ts";
import { scoreRegard, scoreRubric } from "./scorers/score-answers.ts";
import { compileCoordination, scoreCoordination } from "./scorers/score-coordination.ts";
import { createMemoryTests, scoreMemory } from "./scorers/score-memory.ts";

/** The scorers outside the gates. Each is `null` if it had nothing to judge. None is part of `overall_score`. */
export type NamedScores = Pick<Scorecard["scorers"], "regard" | "coordination" | "memory" | "rubric">;

/** Inputs of these scorers from one transcript. */
export interface ScoredTranscript {
  readonly transcript: Transcript;
  readonly rows: readonly ScoredRow[];
  readonly scorerResults: readonly ScorerResult[];
}

export type NamedScorers = (scored: ScoredTranscript) => NamedScores;

/**
 * Creates pure scorers: the same transcript, rows and answers give the same scores, so that `verify` can recompute
 * them.
 */
export function createNamedScorers(
  corpus: {
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly lexicons: CheckLexicons;
    readonly helpLines: readonly HelpLine[];
    readonly facts: readonly ReferenceFact[];
    readonly words: Pick<Words, "coordination" | "exceptions" | "spellings">;
    readonly regard: RegardConfig | null;
    readonly scoring: Pick<ScoringConfig, "coordination">;
  },
  matcher: LexiconMatcher,
  plan: Parameters<typeof scalesAsked>[0],
): NamedScorers {
  const asked = scalesAsked(plan);
  const questions = asked.regard && corpus.regard !== null ? corpus.regard.questions.map(({ id }) => id) : [];
  const registry = createCareRegistry(corpus.helpLines, corpus.facts, corpus.words.coordination);
  const readNumbers = createNumberReader(registry, corpus.words.coordination);
  const words = compileCoordination(corpus.words.coordination);
  const memoryTests = createMemoryTests(corpus.words);
  const { checks, lexicons } = corpus;
  return ({ transcript, rows, scorerResults }) => {
    const scenario = corpus.scenarios.get(transcript.header.scenario_id) ?? null;
    return {
      regard: questions.length === 0 ? null : scoreRegard(scorerResults, questions),
      coordination: scoreCoordination({
        transcript,
        scenario,
        rows,
        checks,
        needsFrom: corpus.scoring.coordination?.needs_from ?? [],
        lexicons,
        matcher,
        registry,
        readNumbers,
        words,
      }),
      memory: scoreMemory(scenario, transcript, memoryTests),
      rubric: asked.rubric ? scoreRubric(scorerResults, scenario, transcript) : null,
    };
  };
}
