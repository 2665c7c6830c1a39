import type { HitContext } from "./hit-context.ts";
import { isCapitalIn } from "./is-capital-in.ts";
import { nearestSubject } from "./nearest-subject.ts";
import { ownSubject } from "./own-subject.ts";

/** "Ask your sister to …": who is asked does what follows. */
const ASKED =
  /\b(?:ask|asks|tell|have|get|let|want|need|remind|help|trust)\s+(?!me\b)(?:(?:my|your|his|her|their|our|the|a|an)\s+)?[\w'-]+(?:\s+[\w'-]+)?(?:\s+to)?\s*$/u;

/** Whether somebody or something other than the speaker does what the hit says. */
export function hasOtherSubject(context: HitContext): boolean {
  const { clauseBefore, sentenceBefore, hitText } = context;
  if (ownSubject(hitText) !== null) return false;
  const isCapital = isCapitalIn(context);
  const clauseOffset = sentenceBefore.length - clauseBefore.length;
  const nearest =
    nearestSubject(clauseBefore, (offset) => isCapital(clauseOffset + offset)) ??
    nearestSubject(sentenceBefore, isCapital);
  return (nearest !== null && nearest !== "first") || (nearest === null && ASKED.test(clauseBefore));
}
