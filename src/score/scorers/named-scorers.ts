import type { Check } from "../../schema/check.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { ReferenceFact } from "../../schema/reference-fact.ts";
import type { RuleSet } from "../../schema/rule-set.ts";
import type { Scenario } from "../../schema/scenario.ts";
import type { Scorecard } from "../../schema/scorecard.ts";
import type { ScorerResult } from "../../schema/scorer-result.ts";
import type { Transcript } from "../../schema/transcript.ts";
import type { VerdictRow } from "../../schema/verdict.ts";
import { createCareRegistry } from "../../text/care-registry.ts";
import type { LexiconMatcher } from "../../text/lexicon-matcher.ts";
import type { CheckLexicons } from "../../text/question-windows.ts";
import { scoreCoordination } from "./score-coordination.ts";
import { scoreMemory } from "./score-memory.ts";
import { scoreRegard } from "./score-regard.ts";
import { scoreRubric } from "./score-rubric.ts";

/** The scorers beside the gates. Each is `null` when it had nothing to judge; none enters `overall_score`. */
export type NamedScores = Pick<Scorecard["scorers"], "regard" | "coordination" | "memory" | "rubric">;

/** Everything they see of one transcript. */
export interface ScoredTranscript {
  readonly transcript: Transcript;
  readonly rows: readonly VerdictRow[];
  readonly scorerResults: readonly ScorerResult[];
}

export type NamedScorers = (scored: ScoredTranscript) => NamedScores;

/** Pure: the same transcript, rows and answers give the same scores, so that `verify` can compute them again. */
export function createNamedScorers(
  corpus: {
    readonly scenarios: ReadonlyMap<string, Scenario>;
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly lexicons: CheckLexicons;
    readonly rules: ReadonlyMap<string, RuleSet>;
    readonly facts: readonly ReferenceFact[];
  },
  matcher: LexiconMatcher,
): NamedScorers {
  const registry = createCareRegistry(corpus.rules, corpus.facts);
  const { checks, lexicons } = corpus;
  return ({ transcript, rows, scorerResults }) => {
    const scenario = corpus.scenarios.get(transcript.header.scenario_id) ?? null;
    return {
      regard: scoreRegard(scorerResults),
      coordination: scoreCoordination({ transcript, scenario, rows, checks, lexicons, matcher, registry }),
      memory: scoreMemory(scenario, transcript),
      rubric: scoreRubric(scorerResults, scenario, transcript),
    };
  };
}
