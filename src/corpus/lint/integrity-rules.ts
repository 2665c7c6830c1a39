import type { CorpusRule } from "../corpus-draft.ts";
import { branchPlacement } from "./branch-placement.ts";
import { branchReferences } from "./branch-references.ts";
import { duplicateIds } from "./duplicate-ids.ts";
import { fileNames } from "./file-names.ts";
import { invalidPatterns } from "./invalid-patterns.ts";
import { sessionNumbers } from "./session-numbers.ts";
import { turnIndices } from "./turn-indices.ts";
import { turnReferences } from "./turn-references.ts";
import { unknownChecks } from "./unknown-checks.ts";
import { unknownJurisdictions } from "./unknown-jurisdictions.ts";
import { unknownLexicons } from "./unknown-lexicons.ts";
import { unknownTags } from "./unknown-tags.ts";

/** What must hold before a corpus can be used at all: every id is unique and every reference leads somewhere. */
export const integrityRules: readonly CorpusRule[] = [
  duplicateIds,
  fileNames,
  turnIndices,
  sessionNumbers,
  turnReferences,
  branchPlacement,
  branchReferences,
  unknownTags,
  unknownChecks,
  unknownLexicons,
  unknownJurisdictions,
  invalidPatterns,
];
