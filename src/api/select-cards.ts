import type { CardOfCheck } from "../calibrate/frozen-cards.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { globToRegExp } from "../text/glob.ts";
import { UnknownIdError } from "./show.ts";

/** The cards of the checks that some globs name; of all without one. */
export function selectCards({ golden }: Corpus, checkGlobs: readonly string[]): readonly CardOfCheck[] {
  const patterns = checkGlobs.map(globToRegExp);
  const cards = [...golden].flatMap(([checkId, ofCheck]) =>
    patterns.length === 0 || patterns.some((pattern) => pattern.test(checkId))
      ? ofCheck.map((card) => ({ card, checkId }))
      : [],
  );
  if (cards.length === 0) throw new UnknownIdError(checkGlobs.join(", "));
  return cards;
}
