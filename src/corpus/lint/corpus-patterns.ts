import { expandFragments } from "../../text/expand-fragments.ts";
import type { CorpusDraft } from "../corpus-draft.ts";
import type { SourceFile } from "../source-file.ts";
import type { SourcePath } from "../source-node.ts";
import { draftTurns } from "./draft-turns.ts";

export interface CorpusPattern {
  readonly source: SourceFile;
  /** Of the pattern's text. */
  readonly path: SourcePath;
  /** With its lexicon's fragments put in. */
  readonly pattern: string;
  /** A lexicon's entries run on every message, which asks more of them. */
  readonly use: "entry" | "exception" | "branch";
  readonly literal?: string | readonly string[] | undefined;
}

/** Every regular expression a corpus holds. */
export function corpusPatterns({ lexicons, scenarios }: CorpusDraft): readonly CorpusPattern[] {
  const patterns: CorpusPattern[] = [];
  for (const { source, draft } of lexicons) {
    const fragments = Object.fromEntries(
      Object.entries(draft.fragments ?? {}).flatMap(([name, part]) =>
        part === undefined ? [] : [[name, part]],
      ),
    );
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
        if (condition?.type !== "regex" || condition.pattern === undefined) continue;
        const place = [...path, "branches", index, "condition", "pattern"];
        patterns.push({ source, path: place, pattern: condition.pattern, use: "branch" });
      }
    }
  }
  return patterns;
}

/** A draft's list may have holes where an item was no text. */
function known(literal: string | readonly (string | undefined)[] | undefined) {
  return typeof literal === "object" ? literal.filter((item) => item !== undefined) : literal;
}

/** Why a pattern is none, or `null`. */
export function patternFault(pattern: string): string | null {
  try {
    new RegExp(pattern, "iu");
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
