import { compilePattern } from "./compile-pattern.ts";
import { normalizeText } from "./normalize-text.ts";
import { requiredLiterals } from "./required-literals.ts";
import type { TextRange } from "./text-range.ts";

/** Shorter runs stand in nearly every sentence. */
const SHORTEST_RUN = 3;

/** A pattern that is tried only on sentences in which all that it needs was found. */
export interface SentencePattern {
  readonly expression: RegExp;
  /** What the automaton looks for: the last run that every match must contain, else the author's literals. */
  readonly triggers: readonly string[];
  /** Runs that must have been found before it. */
  readonly earlier: readonly string[];
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
  const runs = requiredLiterals(source.pattern).filter((run) => run.trim().length >= SHORTEST_RUN);
  const last = runs.at(-1);
  return {
    expression: compilePattern(source.pattern, where),
    triggers: last === undefined ? literals : [last],
    earlier: runs.slice(0, -1),
    literals,
    opensText: source.pattern.startsWith("^"),
    slot,
    crossesSentences: speaksOfSentenceMarks(source.pattern),
  };
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
