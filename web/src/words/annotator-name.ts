/** Name of an adjudicator's decisions in labels. A copy, because this file must not import a schema. */
const ADJUDICATED = "adjudicated";

/** Names a person in a strip. */
export function personName(annotator: string): string {
  return annotator === ADJUDICATED ? "decided" : annotator;
}
