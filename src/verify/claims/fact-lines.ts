import { REFERENCE_FACT_MARK } from "../../schema/judge-excerpt.ts";
import type { ReferenceFact } from "../../schema/reference-fact.ts";

/** What a judge is told of the facts: one line each, with the place it holds for and what it depends on. */
export function factLines(facts: readonly ReferenceFact[]): readonly string[] {
  return facts.map((fact) => {
    const { id, jurisdiction, as_of, claim, depends_on, common_misstatements, note } = fact;
    const line = {
      id,
      place: jurisdiction,
      as_of,
      fact: claim,
      ...(depends_on === undefined ? {} : { depends_on }),
      ...(common_misstatements.length === 0 ? {} : { often_misstated_as: common_misstatements }),
      ...(note === undefined ? {} : { note }),
    };
    return REFERENCE_FACT_MARK + JSON.stringify(line);
  });
}
