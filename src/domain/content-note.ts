/** What somebody is told before they read conversations: on the site, in reports, and before a review. */
const CONTENT_NOTE =
  "Caregivers in these conversations speak of exhaustion, despair, suicidal thoughts, abuse, neglect, illness and death, and some replies are harmful.";

/** Of conversations that are somebody's own, as imported ones, nobody here knows who stands in them. */
export function peopleNote(isPrivate: boolean): string | null {
  return isPrivate ? null : "The people in them are invented.";
}

/** @param isPrivate of somebody's own material */
export function contentNote(isPrivate: boolean): string {
  const people = peopleNote(isPrivate);
  return people === null ? CONTENT_NOTE : `${CONTENT_NOTE} ${people}`;
}
