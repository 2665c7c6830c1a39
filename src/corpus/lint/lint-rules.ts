/** The lists of all rules: a rule in neither list does not run. */
import type { CorpusRule } from "../corpus-draft.ts";
import { answerCues, answerIds, answerKinds, answerTurns, evasions, sharedBanks } from "./answers.ts";
import { baseReplyPlaces, baseReplyWords, cleanBaseReplies, missingReplies } from "./base-replies.ts";
import {
  ambiguousAnchors,
  branchOrder,
  branchPlacement,
  branchReferences,
  bridges,
  deadValues,
} from "./branches.ts";
import { clearLabels, goldenEvidence, missingCards } from "./cards.ts";
import {
  emptyStatements,
  fewLookAlikes,
  gateAggregation,
  gatesByWords,
  longPrompts,
  promptConditions,
  sharedNames,
  stableGates,
  uncoveredChecks,
} from "./checks.ts";
import { missingCues } from "./coverage.ts";
import { autofailTriggers, criterionIds } from "./criteria.ts";
import { checkedInFuture, dutyChecks, dutyDates, dutyNeeds, regimeDuties } from "./duties.ts";
import { canaryLine, duplicateIds, fileNames, scenarioCategory } from "./files.ts";
import { lexiconExamples, lexiconRole } from "./lexicons.ts";
import { longCardChanges, longCardLengths, longCardTurns, ownFailingWords } from "./long-cards.ts";
import { carriedElsewhere, ownDuties, ownNames } from "./own-checks.ts";
import { pairStructure, pairWording, twinReferences, twinsKeep } from "./packs.ts";
import { invalidPatterns, patternLiterals, refusedConstructs, slowPatterns } from "./patterns.ts";
import {
  statedVariables,
  unknownChecks,
  unknownJurisdictions,
  unknownLexicons,
  unknownScenarios,
} from "./references.ts";
import { foreignCues, tagDefinitions, unknownTags } from "./tags.ts";
import { toldBefore, updatedFacts } from "./told.ts";
import { elapsedMinutes, sessionNumbers, severalSessions, turnIndices, turnReferences } from "./turns.ts";

/** Rules that must hold before a corpus can be used: every id is unique and every reference leads somewhere. */
export const integrityRules: readonly CorpusRule[] = [
  duplicateIds,
  ownNames,
  ownDuties,
  fileNames,
  turnIndices,
  sessionNumbers,
  turnReferences,
  branchPlacement,
  branchReferences,
  answerIds,
  answerKinds,
  unknownTags,
  unknownChecks,
  dutyChecks,
  dutyNeeds,
  dutyDates,
  regimeDuties,
  unknownLexicons,
  unknownJurisdictions,
  invalidPatterns,
  twinReferences,
  pairStructure,
  baseReplyPlaces,
  baseReplyWords,
  longCardChanges,
  longCardLengths,
  longCardTurns,
];

/** Rules for authors beyond the integrity of the corpus. */
export const lintRules: readonly CorpusRule[] = [
  canaryLine,
  scenarioCategory,
  unknownScenarios,
  statedVariables,
  twinsKeep,
  pairWording,
  elapsedMinutes,
  severalSessions,
  branchOrder,
  deadValues,
  bridges,
  answerTurns,
  answerCues,
  foreignCues,
  toldBefore,
  updatedFacts,
  evasions,
  sharedBanks,
  criterionIds,
  autofailTriggers,
  ambiguousAnchors,
  missingCues,
  tagDefinitions,
  lexiconRole,
  slowPatterns,
  refusedConstructs,
  patternLiterals,
  lexiconExamples,
  emptyStatements,
  goldenEvidence,
  clearLabels,
  missingCards,
  sharedNames,
  checkedInFuture,
  gateAggregation,
  gatesByWords,
  stableGates,
  longPrompts,
  promptConditions,
  fewLookAlikes,
  uncoveredChecks,
  missingReplies,
  cleanBaseReplies,
  ownFailingWords,
  carriedElsewhere,
];
