import type { Lexicon } from "../../schema/lexicon.ts";
import type { CorpusDraft } from "../corpus-draft.ts";
import type { Artefact } from "../read-artefact.ts";
import { corpusPatterns, patternFault } from "./corpus-patterns.ts";
import { patternSlowness } from "./pattern-slowness.ts";

export interface UsableLexicon {
  readonly source: Artefact<Lexicon>["source"];
  readonly lexicon: Lexicon;
}

/** The lexicons that can be run here and now: valid, and without a pattern that might never end. */
export function usableLexicons(draft: CorpusDraft): readonly UsableLexicon[] {
  const unusable = new Set(
    corpusPatterns(draft)
      .filter(({ use }) => use !== "branch")
      .filter(({ pattern }) => patternFault(pattern) !== null || patternSlowness(pattern) !== null)
      .map(({ source }) => source.file),
  );
  return draft.lexicons.flatMap(({ source, value }) =>
    value === null || unusable.has(source.file) ? [] : [{ source, lexicon: value }],
  );
}
