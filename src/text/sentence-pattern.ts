import { compilePattern } from "./compile-pattern.ts";
import { normalizeText } from "./normalize-text.ts";
import { requiredLiterals } from "./required-literals.ts";
import { requiredSets } from "./required-sets.ts";
import type { TextRange } from "./text-range.ts";

/** Shorter runs stand in nearly every sentence. */
const SHORTEST_RUN = 3;

/** A pattern that is tried only on sentences in which all that it needs was found. */
export interface SentencePattern {
  readonly expression: RegExp;
  /** What the automaton looks for: one of these is in every match. */
  readonly triggers: readonly string[];
  /** One of each set must have been found too. */
  readonly needed: readonly (readonly string[])[];
  /** The author's: one of them is in every match. */
  readonly literals: readonly string[];
  /** The pattern begins with `^`: it matches at the beginning of the text only, not of any sentence. */
  readonly opensText: boolean;
  /** Index into what a search remembers per pattern. */
  readonly slot: number;
  /** The pattern speaks of sentence marks itself, so it may reach into the neighbouring sentences. */
  readonly crossesSentences: boolean;
}

export function sentencePattern(
  source: { readonly pattern: string; readonly literal: string | readonly string[] },
  slot: number,
  where: string,
): SentencePattern {
  const literals = [source.literal]
    .flat()
    .map((literal) => normalizeText(literal).text || literal.toLowerCase());
  const expression = compilePattern(source.pattern, where);
  const crossesSentences = speaksOfSentenceMarks(source.pattern);
  const [best, ...needed] = requiredSets(expression.source);
  const common = { expression, literals, opensText: source.pattern.startsWith("^"), slot, crossesSentences };
  if (crossesSentences || best === undefined) {
    // Which sentences are looked at depends on the trigger, so it is the one that authors can foresee.
    const last = requiredLiterals(source.pattern).findLast((run) => run.trim().length >= SHORTEST_RUN);
    return {
      ...common,
      triggers: last === undefined ? literals : [last],
      needed: best === undefined ? [] : [best, ...needed],
    };
  }
  return { ...common, triggers: best, needed };
}

/** Where the pattern matches in a range of the text, searched as a text of its own. */
export function findMatches(pattern: SentencePattern, text: string, range: TextRange): TextRange[] {
  const { expression, literals, opensText } = pattern;
  const matches: TextRange[] = [];
  if (opensText && range.start > 0) return matches;
  const part = text.slice(range.start, range.end);
  if (!literals.some((literal) => part.includes(literal))) return matches;
  expression.lastIndex = 0;
  for (let match = expression.exec(part); match !== null; match = expression.exec(part)) {
    if (match[0] === "") expression.lastIndex += 1;
    else matches.push({ start: range.start + match.index, end: range.start + expression.lastIndex });
  }
  return matches;
}

/** Whether a mark that ends sentences is something the pattern wants, not something it rules out. */
function speaksOfSentenceMarks(pattern: string): boolean {
  const wanted = pattern.replaceAll(/\(\?<?[=!:]/g, "(").replaceAll(/\[\^[^\]]*\]/g, "");
  return /\\[.!?]|\[[^\]]*[.!?]|!/.test(wanted);
}
