import type { CardOfCheck } from "../calibrate/frozen-cards.ts";
import { checksMatching } from "../corpus/checks-matching.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { BenchError } from "../kernel/bench-error.ts";

/** The checks that were asked for have no golden cards in this corpus. */
export class NoCardsError extends BenchError {
  readonly code = "IB_NO_CARDS";

  constructor() {
    super("There are no golden cards for these checks.", { hint: "See docs/golden-cards.md to write some." });
  }
}

/** The cards of the checks that some globs name; of all without one. */
export function selectCards(
  { checks, golden }: Corpus,
  checkGlobs: readonly string[],
): readonly CardOfCheck[] {
  const cards = checksMatching(checks.values(), checkGlobs).flatMap(({ id }) =>
    (golden.get(id) ?? []).map((card) => ({ card, checkId: id })),
  );
  if (cards.length === 0) throw new NoCardsError();
  return cards;
}
