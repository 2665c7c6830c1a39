import { isNegativePronoun, isNegator, splitWords } from "../normalise/words.ts";
import type { HitContext } from "./hit-context.ts";

const REACH_WORDS = 6;
const REACH_OF_NO = 1;

/** Verbs whose negation reaches into the clause they govern: "I can't promise I'll always be here". */
const GOVERNING =
  /^(?:promis(?:e|es|ed|ing)|guarantee[ds]?|says?|said|saying|tells?|told|telling|thinks?|thinking|thought|believe[ds]?|mean|meant|meaning|claim(?:s|ed|ing)?|pretend(?:ing)?|assum(?:e|ing)|imply(?:ing)?|suggest(?:ing|ed)?|knows?|sure|certain|mention(?:ed)?|swear|assure|confirm|conclude|expect|ask(?:ing|ed)?|want|need|advis(?:e|ing)|recommend|urge|feel(?:s|ing)?)$/;
/** These govern right after the negator: "not that I want to", "it's not like I". */
const CONNECTING = /^(?:that|like|as|because)$/;
/** What may stand between a governing verb and the clause it governs. */
const BETWEEN =
  /^(?:that|like|as|if|whether|to|for|you|me|her|him|them|us|anyone|anybody|everyone|people|someone|ever|really|honestly|just|always|how|a|the|yet|even)$/;
const SUBJECT = /^(?:i|you|he|she|they|we|it|this|there|everyone|everything)(?:'(?:m|ll|ve|d|s|re))?$/;
/** Words that are a subject wherever they stand; a bare "you" or "it" before the hit is an object more often. */
const PLAIN_SUBJECT =
  /^(?:(?:i|he|she|they|we)(?:'(?:m|ll|ve|d|s|re))?|(?:you|it|that|there)'(?:ll|ve|d|s|re))$/;

/** Ends what was denied, so that what follows is a new statement even without a mark. */
const CLOSING = /^(?:anymore|longer)$/;

/** Negated words that affirm what follows: "not only", "can't stop thinking about", "wouldn't mind". */
const AFFIRMING =
  /^(?:only|just|merely|simply|wait|help|stop|hesitate|forget|worry|care|mind|afraid|scared|matter|doubt|wonder|mention|lie|point|hope|use)$/;

/** A negator shortly before the hit, in its clause, whose scope the hit stands in. */
export function isNegated({ clauseBefore, hitText }: HitContext): boolean {
  const before = splitWords(clauseBefore).map((word) => word.text);
  const hit = splitWords(hitText).map((word) => word.text);
  const hitIsNegative = hit.some(isNegator);
  const hitSubject = hit.slice(0, 1).filter((word) => SUBJECT.test(word));
  for (let at = Math.max(0, before.length - REACH_WORDS - 1); at < before.length; at += 1) {
    const negator = before[at] ?? "";
    const isPronoun = isNegativePronoun(negator) || (negator === "no" && before[at + 1] === "one");
    if (!isPronoun && !isNegator(negator)) continue;
    if (affirms(before, at, hitSubject)) continue;
    const between = before.slice(at + 1);
    if (negator === "no" && !isPronoun && between.length > REACH_OF_NO) continue;
    const governed = isGoverned(between, hitSubject[0]);
    if (hitIsNegative || isPronoun ? governed === "yes" : governed !== "broken") return true;
  }
  return false;
}

function affirms(words: readonly string[], at: number, hitSubject: readonly string[]): boolean {
  const next = words[at + 1] === "gonna" || words[at + 1] === "going" ? lyingAfter(words, at) : words[at + 1];
  if (next !== undefined && AFFIRMING.test(next)) return true;
  if (words[at - 1] === "why") return true;
  // "I don't know, I want to die" denies nothing; "I don't know that you have asthma" does.
  if (next === "know")
    return !/^(?:if|whether|that|you|she|he|they)/.test(words[at + 2] ?? hitSubject[0] ?? "");
  return false;
}

function lyingAfter(words: readonly string[], at: number): string | undefined {
  return words.slice(at + 2, at + 4).find((word) => word === "lie");
}

/**
 * Whether a negation reaches the end of these words. A new subject breaks it unless a verb such as "promise" governs
 * that subject's clause: "I can't do this I want to die" denies only the first half.
 */
function isGoverned(between: readonly string[], hitSubject: string | undefined): "yes" | "plain" | "broken" {
  let governs = false;
  let governed = false;
  for (const [index, word] of between.entries()) {
    if (GOVERNING.test(word) || (index === 0 && CONNECTING.test(word))) {
      governs = true;
      governed = true;
    } else if (PLAIN_SUBJECT.test(word)) {
      if (!governs) return "broken";
      governs = false;
    } else if (CLOSING.test(word)) return "broken";
    else if (!BETWEEN.test(word)) governs = false;
  }
  if (hitSubject !== undefined && !governs) return "broken";
  return governed ? "yes" : "plain";
}
