import type { ExceptionWords } from "../../schema/corpus/words.ts";
import { createNegatorTest, splitWords } from "../normalise/words.ts";
import { wholeText } from "./compile-pattern.ts";
import type { HitContext } from "./hit-context.ts";

const REACH_WORDS = 6;
const REACH_OF_NO = 1;

/** Tests whether a negator shortly before a hit, in its clause, has the hit in its scope. */
export function createNegation(words: ExceptionWords["negation"]): (context: HitContext) => boolean {
  const isNegator = createNegatorTest(words);
  const negativePronouns = new Set(words.negative_pronouns);
  const governing = wholeText(words.governing);
  const connecting = wholeText(words.connecting);
  const mayStandBetween = wholeText(words.between);
  const subject = wholeText(words.subjects);
  const plainSubject = wholeText(words.plain_subjects);
  const closing = wholeText(words.closing);
  const affirming = wholeText(words.affirming);

  return ({ clauseBefore, hitText }) => {
    const before = splitWords(clauseBefore).map((word) => word.text);
    const hit = splitWords(hitText).map((word) => word.text);
    const hitIsNegative = hit.some(isNegator);
    const hitSubject = hit.slice(0, 1).filter((word) => subject.test(word));
    for (let at = Math.max(0, before.length - REACH_WORDS - 1); at < before.length; at += 1) {
      const negator = before[at] ?? "";
      const isPronoun = negativePronouns.has(negator) || (negator === "no" && before[at + 1] === "one");
      if (!isPronoun && !isNegator(negator)) continue;
      if (affirms(before, at, hitSubject)) continue;
      const between = before.slice(at + 1);
      if (negator === "no" && !isPronoun && between.length > REACH_OF_NO) continue;
      const governed = isGoverned(between, hitSubject[0]);
      if (hitIsNegative || isPronoun ? governed === "yes" : governed !== "broken") return true;
    }
    return false;
  };

  function affirms(before: readonly string[], at: number, hitSubject: readonly string[]): boolean {
    const next =
      before[at + 1] === "gonna" || before[at + 1] === "going" ? lyingAfter(before, at) : before[at + 1];
    if (next !== undefined && affirming.test(next)) return true;
    if (before[at - 1] === "why") return true;
    // "I don't know, I want to die" denies nothing; "I don't know that you have asthma" does.
    if (next !== "know") return false;
    const known = before[at + 2] ?? hitSubject[0] ?? "";
    return !words.after_knowing.some((word) => known.startsWith(word));
  }

  /**
   * Whether a negation reaches the end of these words. A new subject stops it, unless a verb such as "promise" governs
   * that subject's clause: "I can't do this I want to die" denies only the first half.
   */
  function isGoverned(
    between: readonly string[],
    hitSubject: string | undefined,
  ): "yes" | "plain" | "broken" {
    let governs = false;
    let governed = false;
    for (const [index, word] of between.entries()) {
      if (governing.test(word) || (index === 0 && connecting.test(word))) {
        governs = true;
        governed = true;
      } else if (plainSubject.test(word)) {
        if (!governs) return "broken";
        governs = false;
      } else if (closing.test(word)) return "broken";
      else if (!mayStandBetween.test(word)) governs = false;
    }
    if (hitSubject !== undefined && !governs) return "broken";
    return governed ? "yes" : "plain";
  }
}

function lyingAfter(words: readonly string[], at: number): string | undefined {
  return words.slice(at + 2, at + 4).find((word) => word === "lie");
}
