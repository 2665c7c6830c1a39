import type { Check } from "../schema/check.ts";
import type { ReferenceFact } from "../schema/reference-fact.ts";
import type { ReviewFact } from "../schema/review-batch.ts";

/** The reference facts a check is decided by; none where it is decided without. */
export function factsForCheck({ routing }: Check, facts: readonly ReferenceFact[]): readonly ReviewFact[] {
  if (!routing.corpus_required) return [];
  const topics = "reference" in routing ? routing.reference : undefined;
  return facts
    .filter(({ topic }) => topics === undefined || topics.includes(topic))
    .map(({ id, claim, common_misstatements, jurisdiction, as_of }) => ({
      id,
      claim,
      common_misstatements,
      jurisdiction,
      as_of,
    }));
}
