import { normalizeText } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { compilePattern } from "./compile-pattern.ts";
import { type Need, parsePattern, patternNeeds, requiredSet } from "./required-sets.ts";

/** Shorter texts stand in nearly every sentence, and lead nowhere. */
const SHORTEST_TRIGGER = 3;

/** A pattern that is tried only on sentences in which all that it needs was found. */
export interface SentencePattern {
  readonly expression: RegExp;
  /** What the automaton looks for: one of these is in every match. */
  readonly triggers: readonly string[];
  /** What else is in every match. */
  readonly need: Need;
  /** The author's: one of them is in every match. */
  readonly literals: readonly string[];
  /** The pattern begins with `^`: it matches at the beginning of the text only, not of any sentence. */
  readonly opensText: boolean;
  /** The pattern speaks of sentence marks itself, so it may reach into the neighbouring sentences. */
  readonly crossesSentences: boolean;
}

export function sentencePattern(
  source: { readonly pattern: string; readonly literal: string | readonly string[] },
  where: string,
): SentencePattern {
  const literals = [source.literal]
    .flat()
    .map((literal) => normalizeText(literal).text || literal.toLowerCase());
  const expression = compilePattern(source.pattern, where);
  const crossesSentences = speaksOfSentenceMarks(source.pattern);
  const parsed = parsePattern(expression.source);
  const best = requiredSet(parsed, SHORTEST_TRIGGER);
  const need = patternNeeds(parsed, literals);
  const common = { expression, literals, need, opensText: source.pattern.startsWith("^"), crossesSentences };
  if (crossesSentences || best === undefined) {
    // Which sentences are looked at depends on the trigger, so it is the one that authors can foresee.
    const last = requiredLiterals(source.pattern).findLast((run) => run.trim().length >= SHORTEST_TRIGGER);
    return { ...common, triggers: last === undefined ? literals : [last] };
  }
  return { ...common, triggers: best };
}

/** Where the pattern matches in a range of the text, searched as a text of its own. */
export function findMatches(pattern: SentencePattern, text: string, range: TextRange): TextRange[] {
  const { expression, literals, opensText } = pattern;
  const matches: TextRange[] = [];
  if (opensText && range.start > 0) return matches;
  const part = text.slice(range.start, range.end);
  expression.lastIndex = 0;
  for (let match = expression.exec(part); match !== null; match = expression.exec(part)) {
    if (match[0] === "") expression.lastIndex += 1;
    else matches.push({ start: range.start + match.index, end: range.start + expression.lastIndex });
  }
  // Hardly any range that has no literal comes here, and fewer match: to ask first would cost more.
  return matches.length > 0 && literals.some((literal) => part.includes(literal)) ? matches : [];
}

/** Whether a mark that ends sentences is something the pattern wants, not something it rules out. */
function speaksOfSentenceMarks(pattern: string): boolean {
  const wanted = pattern.replaceAll(/\(\?<?[=!:]/g, "(").replaceAll(/\[\^[^\]]*\]/g, "");
  return /\\[.!?]|\[[^\]]*[.!?]|!/.test(wanted);
}

/** One atom of a pattern at its top level: text that must occur, or something that breaks the text off. */
const ATOM =
  /(?<escaped>\\[.*+?^${}()|[\]\\/])|(?<boundary>\\[bB])|(?<other>\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.))|(?<quantifier>[*?]\??|\+\??|\{\d+(?:,\d*)?\}\??)|(?<mark>[[\]().^$|])|(?<plain>.)/gsu;

/**
 * The runs of characters that everything a pattern matches must contain, in lower case, in their order.
 * Only what stands outside groups, classes and alternatives is looked at.
 */
export function requiredLiterals(pattern: string): string[] {
  const runs: string[] = [""];
  let depth = 0;
  let isInClass = false;
  for (const match of pattern.matchAll(ATOM)) {
    const { escaped, boundary, quantifier, mark, plain } = match.groups ?? {};
    const isOutside = depth === 0 && !isInClass;
    if (isInClass) isInClass = mark !== "]";
    else if (mark === "[") isInClass = true;
    else if (mark === "(") depth += 1;
    else if (mark === ")") depth -= 1;
    if (!isOutside) {
      runs.push("");
      continue;
    }
    if (mark === "|") return [];
    const run = runs.pop() ?? "";
    const character = escaped?.slice(1) ?? plain;
    if (boundary !== undefined) runs.push(run);
    else if (character !== undefined) runs.push(`${run}${character}`);
    // What a quantifier follows may be absent or repeated: it ends the run, and leaves it unless it is a "+".
    else if (quantifier !== undefined) runs.push(quantifier.startsWith("+") ? run : run.slice(0, -1), "");
    else runs.push(run, "");
  }
  return runs.filter((run) => run !== "").map((run) => run.toLowerCase());
}
