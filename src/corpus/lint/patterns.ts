/** Rules about regular expressions, in lexicons, branches and files of words. */

import type { AST } from "@eslint-community/regexpp";
import { PLAIN_WORD_LISTS } from "../../schema/corpus/words.ts";
import { expandFragments } from "../../text/match/compile-pattern.ts";
import { parsePattern } from "../../text/match/required-sets.ts";
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import { authored, type CorpusRule } from "../corpus-draft.ts";
import { problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import { patternSlowness, someNode } from "./pattern-slowness.ts";
import { requiresOneOf } from "./requires-one-of.ts";
import { draftTurns } from "./turns.ts";

export interface CorpusPattern {
  readonly source: SourceFile;
  /** Path of the pattern's text. */
  readonly path: SourcePath;
  /** With the fragments of its file inserted. */
  readonly pattern: string;
  /** A lexicon's entries run on every message and must meet stricter rules. */
  readonly use: "entry" | "exception" | "branch" | "words";
  readonly literal?: string | readonly string[] | undefined;
}

/** Every regular expression in these files. */
export function corpusPatterns({
  lexicons,
  scenarios,
  words,
}: Pick<ReturnType<typeof authored>, "lexicons" | "scenarios" | "words">): readonly CorpusPattern[] {
  const patterns: CorpusPattern[] = [];
  for (const { source, draft } of lexicons) {
    const fragments = knownFragments(draft.fragments);
    for (const [index, entry] of (draft.entries ?? []).entries()) {
      if (entry === undefined || !("pattern" in entry) || entry.pattern === undefined) continue;
      const path = ["entries", index, "pattern"];
      patterns.push({
        source,
        path,
        pattern: expandFragments(entry.pattern, fragments),
        use: "entry",
        literal: known(entry.literal),
      });
    }
    for (const [index, exception] of (draft.exceptions ?? []).entries()) {
      if (typeof exception !== "object" || exception.pattern === undefined) continue;
      patterns.push({
        source,
        path: ["exceptions", index, "pattern"],
        pattern: expandFragments(exception.pattern, fragments),
        use: "exception",
      });
    }
  }
  for (const { source, draft } of scenarios) {
    for (const { turn, path } of draftTurns(draft)) {
      for (const [index, branch] of (turn?.branches ?? []).entries()) {
        const condition = branch?.condition;
        const place = [...path, "branches", index, "condition"];
        for (const key of ["pattern", "said", "asked", "mentioned", "maybe", "unless"] as const) {
          const given = condition !== undefined && key in condition ? condition[key as never] : undefined;
          patterns.push(...placed(source, [...place, key], given));
        }
      }
    }
    for (const [index, answer] of (draft.answers ?? []).entries())
      patterns.push(...placed(source, ["answers", index, "asked"], answer?.asked));
  }
  for (const { source, draft } of Object.values(words)) {
    const fragments = "fragments" in draft ? knownFragments(draft.fragments) : {};
    for (const { path, pattern } of patternsIn(draft, []))
      patterns.push({ source, path, pattern: expandFragments(pattern, fragments), use: "words" });
  }
  return patterns;
}

/** A draft's map may have holes where a value was not a text. */
function knownFragments(
  fragments: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fragments).flatMap(([name, part]) => (part === undefined ? [] : [[name, part]])),
  );
}

/** A scenario's pattern, or each pattern of a list. */
function placed(source: SourceFile, path: SourcePath, given: unknown): readonly CorpusPattern[] {
  if (typeof given === "string") return [{ source, path, pattern: given, use: "branch" }];
  if (!Array.isArray(given)) return [];
  return given.flatMap((pattern, index) => placed(source, [...path, index], pattern));
}

interface PlacedPattern {
  readonly path: SourcePath;
  readonly pattern: string;
}

/** The patterns of a word file: the members of its lists and the texts under `said`, without lists of plain words. */
function patternsIn(value: unknown, path: SourcePath): readonly PlacedPattern[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]): readonly PlacedPattern[] => {
    if (PLAIN_WORD_LISTS.has(key)) return [];
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    const isPattern = typeof child === "string" && (Array.isArray(value) || key === "said");
    return isPattern ? [{ path: place, pattern: child }] : patternsIn(child, place);
  });
}

/** A draft's list may have holes where an item was not a text. */
function known(literal: string | readonly (string | undefined)[] | undefined) {
  return typeof literal === "object" ? literal.filter((item) => item !== undefined) : literal;
}

/** The reason why a pattern is invalid, or `null`. */
export function patternFault(pattern: string): string | null {
  try {
    new RegExp(pattern, "iu");
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** Every pattern is a regular expression. */
export const invalidPatterns: CorpusRule = (draft) =>
  corpusPatterns(authored(draft)).flatMap(({ source, path, pattern }) => {
    const message = patternFault(pattern);
    return message === null ? [] : [problemAt(source, path, { code: "invalid-pattern", message })];
  });

/** No text of a model can make a pattern backtrack without end. */
export const slowPatterns: CorpusRule = (draft) =>
  corpusPatterns(authored(draft)).flatMap(({ source, path, pattern }) => {
    const message = patternFault(pattern) === null ? patternSlowness(pattern) : null;
    return message === null ? [] : [problemAt(source, path, { code: "catastrophic-pattern", message })];
  });

/** A lexicon's patterns have no back-references and no look-behind, so that any engine can run them. */
export const refusedConstructs: CorpusRule = (draft) =>
  corpusPatterns(authored(draft)).flatMap(({ source, path, pattern, use }) => {
    if (use === "branch" || patternFault(pattern) !== null) return [];
    const tree = parsePattern(pattern);
    const found = [
      ...(someNode(tree, (node) => node.type === "Backreference") ? ["back-references"] : []),
      ...(someNode(tree, isLookBehind) ? ["look-behind"] : []),
    ];
    return found.map((name) =>
      problemAt(source, path, { code: "refused-construct", message: `patterns have no ${name}` }),
    );
  });

function isLookBehind(node: AST.Node): boolean {
  return node.type === "Assertion" && node.kind === "lookbehind";
}

/** A pattern is only tried if its literal was found, so everything it matches must contain the literal. */
export const patternLiterals: CorpusRule = (draft) =>
  corpusPatterns(authored(draft)).flatMap(({ source, path, pattern, literal }) => {
    if (literal === undefined || patternFault(pattern) !== null) return [];
    const place = [...path.slice(0, -1), "literal"];
    const literals = [literal].flat();
    const loud = literals.find((item) => item !== item.toLowerCase());
    if (loud !== undefined) {
      const message = "a literal is looked up in lower-case text: write it in lower case";
      return [problemAt(source, place, { code: "literal-case", message, nearest: loud.toLowerCase() })];
    }
    if (
      requiresOneOf(
        parsePattern(pattern),
        literals.map((item) => normalizeText(item).text),
      )
    )
      return [];
    const named = literals.map((item) => `"${item}"`).join(" or ");
    const message = `the pattern can match text without ${named}, which would then never be tried`;
    return [problemAt(source, place, { code: "literal-not-required", message })];
  });
