import type { HitContext } from "./hit-context.ts";
import { isCapitalIn } from "./is-capital-in.ts";
import { nearestSubject } from "./nearest-subject.ts";
import { beforeOwnSubject, ownSubject } from "./own-subject.ts";
import { REPORTS } from "./reporting.ts";

/** Said of another person, or reported as another person's words. */
export function isOfThirdPerson(context: HitContext): boolean {
  const { clauseBefore, sentenceBefore, hitText } = context;
  if (ownSubject(hitText) === "other") return false;
  const isCapital = isCapitalIn(context);
  const clauseOffset = sentenceBefore.length - clauseBefore.length;
  const subjectOf = (before: string) => nearestSubject(before, (offset) => isCapital(clauseOffset + offset));

  const outer = beforeOwnSubject(clauseBefore);
  const isAboutSpeaker = /\b(?:i|i'm|me|myself)\b/.test(hitText);
  if (ownSubject(hitText) === "first" || isAboutSpeaker || outer !== clauseBefore) {
    return REPORTS.test(outer) && subjectOf(outer) === "third";
  }
  return (subjectOf(clauseBefore) ?? nearestSubject(sentenceBefore, isCapital)) === "third";
}
