/** The name under which labels hold what an adjudicator decided; no schema may come along for it. */
const ADJUDICATED = "adjudicated";

/** How a person is called in a strip. */
export function personName(annotator: string): string {
  return annotator === ADJUDICATED ? "decided" : annotator;
}
