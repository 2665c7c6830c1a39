import type { CorpusRule } from "../corpus-draft.ts";
import { ambiguousAnchors } from "./ambiguous-anchors.ts";
import { branchOrder } from "./branch-order.ts";
import { canary } from "./canary.ts";
import { criterionIds } from "./criterion-ids.ts";
import { deadValues } from "./dead-values.ts";
import { elapsedMinutes } from "./elapsed-minutes.ts";
import { fewLookAlikes } from "./few-look-alikes.ts";
import { gateAggregation } from "./gate-aggregation.ts";
import { goldenEvidence } from "./golden-evidence.ts";
import { lexiconExamples } from "./lexicon-examples.ts";
import { lexiconRole } from "./lexicon-role.ts";
import { longPrompts } from "./long-prompts.ts";
import { missingCues } from "./missing-cues.ts";
import { patternLiterals } from "./pattern-literals.ts";
import { refusedConstructs } from "./refused-constructs.ts";
import { scenarioCategory } from "./scenario-category.ts";
import { slowPatterns } from "./slow-patterns.ts";
import { tagDefinitions } from "./tag-definitions.ts";
import { uncoveredChecks } from "./uncovered-checks.ts";
import { unknownScenarios } from "./unknown-scenarios.ts";

/** What an author should hear beyond the integrity of the corpus. */
export const lintRules: readonly CorpusRule[] = [
  canary,
  scenarioCategory,
  unknownScenarios,
  elapsedMinutes,
  branchOrder,
  deadValues,
  criterionIds,
  ambiguousAnchors,
  missingCues,
  tagDefinitions,
  lexiconRole,
  slowPatterns,
  refusedConstructs,
  patternLiterals,
  lexiconExamples,
  goldenEvidence,
  gateAggregation,
  longPrompts,
  fewLookAlikes,
  uncoveredChecks,
];
