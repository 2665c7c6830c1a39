import { normalizeText } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { compilePattern } from "./compile-pattern.ts";
import { type Need, parsePattern, patternNeeds, requiredSet } from "./required-sets.ts";

/** Shorter texts occur in nearly every sentence. */
const SHORTEST_TRIGGER = 3;

/** A pattern that runs only on sentences with everything that it needs. */
export interface SentencePattern {
  readonly expression: RegExp;
  /** Texts for the automaton; every match contains one of these. */
  readonly triggers: readonly string[];
  /** Further content of every match. */
  readonly need: Need;
  /** Literals from the author; every match contains one of these. */
  readonly literals: readonly string[];
  /** The pattern begins with `^`: it matches at the start of the text only, not of any sentence. */
  readonly opensText: boolean;
  /** The pattern names sentence marks, so it may reach into neighbouring sentences. */
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
    // The trigger determines which sentences are searched, so it is the one that authors can predict.
    const last = requiredLiterals(source.pattern).findLast((run) => run.trim().length >= SHORTEST_TRIGGER);
    return { ...common, triggers: last === undefined ? literals : [last] };
  }
  return { ...common, triggers: best };
}

/** Finds matches in a range of the text, which is searched as a text of its own. */
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
  // Few ranges without a literal arrive here, and fewer match: testing first would cost more.
  return matches.length > 0 && literals.some((literal) => part.includes(literal)) ? matches : [];
}

/** Whether the pattern requires a sentence mark, rather than excludes one. */
function speaksOfSentenceMarks(pattern: string): boolean {
  const wanted = pattern.replaceAll(/\(\?<?[=!:]/g, "(").replaceAll(/\[\^[^\]]*\]/g, "");
  return /\\[.!?]|\[[^\]]*[.!?]|!/.test(wanted);
}

/** One top-level atom of a pattern: required text, or a construct that interrupts it. */
const ATOM =
  /(?<escaped>\\[.*+?^${}()|[\]\\/])|(?<boundary>\\[bB])|(?<other>\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.))|(?<quantifier>[*?]\??|\+\??|\{\d+(?:,\d*)?\}\??)|(?<mark>[[\]().^$|])|(?<plain>.)/gsu;

/**
 * Returns the runs of characters that every match must contain, in lower case and in order.
 * Reads only text outside groups, classes and alternatives.
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
    // A quantified character may be absent or repeated: it ends the run, and is dropped unless the quantifier is "+".
    else if (quantifier !== undefined) runs.push(quantifier.startsWith("+") ? run : run.slice(0, -1), "");
    else runs.push(run, "");
  }
  return runs.filter((run) => run !== "").map((run) => run.toLowerCase());
}
