import type { BranchCondition } from "../../schema/scenario.ts";
import { findPhrase } from "../../text/contains-words.ts";

type WordCondition = Exclude<BranchCondition, { type: "regex" }>;

/**
 * Whether every reply that meets `later` also meets `earlier`. Sound, not complete: it reasons about words that
 * contain words, and about a pattern only that it equals another.
 */
export function conditionImplies(later: BranchCondition, earlier: BranchCondition): boolean {
  if (later.type === "regex" || earlier.type === "regex") {
    return later.type === "regex" && earlier.type === "regex" && later.pattern === earlier.pattern;
  }
  if (later.type === "not_contains") {
    return earlier.type === "not_contains" && anyImpliesAny(earlier.values, later.values);
  }
  return containsImplies(later, earlier);
}

/** Whether every reply meets one of the two: a turn's own message then has no reply left to follow. */
export function conditionsExhaust(one: BranchCondition, other: BranchCondition): boolean {
  if (one.type === "not_contains" && other.type === "contains_any")
    return anyImpliesAny(one.values, other.values);
  if (one.type === "contains_any" && other.type === "not_contains") return conditionsExhaust(other, one);
  return false;
}

function containsImplies(later: WordCondition, earlier: WordCondition): boolean {
  if (earlier.type === "not_contains") return false;
  const isMet = (words: readonly string[]): boolean =>
    earlier.type === "contains_any"
      ? earlier.values.some((value) => words.some((word) => hasWords(word, value)))
      : earlier.values.every((value) => words.some((word) => hasWords(word, value)));
  return later.type === "contains_all" ? isMet(later.values) : later.values.every((value) => isMet([value]));
}

/** Whether a reply with any of `from` has any of `to`. */
function anyImpliesAny(from: readonly string[], to: readonly string[]): boolean {
  return from.every((value) => to.some((part) => hasWords(value, part)));
}

function hasWords(text: string, words: string): boolean {
  return findPhrase(text, words) !== null;
}
