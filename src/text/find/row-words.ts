import type { FindRow } from "./find-rows.ts";
import { type FoundStretch, foldText, type WordMatcher } from "./match-words.ts";

/** Words of a row with some context. */
export interface RowWords {
  /** The speaker; `reason` for text that a judge or a reviewer wrote. */
  readonly by: "assistant" | "user" | "reason";
  readonly before: boolean;
  readonly text: string;
  readonly after: boolean;
  /** Ranges of the words that decided. */
  readonly decided: readonly FoundStretch[];
  /** Ranges of the search matches. */
  readonly found: readonly FoundStretch[];
}

/** Characters of context before and after. */
const AROUND = 90;
const LONGEST = 300;

/** Returns the texts of a row to show, with ranges of the deciding words and of the search matches. */
export function rowWords(row: FindRow, matcher: WordMatcher | null): readonly RowWords[] {
  const { verdict, message } = row;
  if (verdict === null) {
    const text = message?.content ?? "";
    const found = matcher?.stretches(foldText(text)) ?? [];
    return [cut(text, found[0] ?? { start: 0, end: 0 }, [], found, message?.role ?? "assistant")];
  }
  const shown = decidingWords(row, matcher);
  const isFound = matcher === null || shown.some(({ found }) => found.length > 0);
  if (isFound && shown.length > 0) return shown;
  const reasons = [verdict.missing ?? "", ...verdict.rationales].filter((text) => text !== "");
  const others = [...verdict.quotes.map(({ quote }) => quote), ...reasons];
  const text = others.find((each) => matcher?.matches(foldText(each)) === true) ?? reasons[0];
  if (text === undefined) return shown;
  const found = matcher?.stretches(foldText(text)) ?? [];
  return [...shown, cut(text, found[0] ?? { start: 0, end: 0 }, [], found, "reason")];
}

function decidingWords({ verdict, message }: FindRow, matcher: WordMatcher | null): readonly RowWords[] {
  const [first] = verdict?.quotes ?? [];
  if (verdict === null || first === undefined) return [];
  const content = message?.content ?? "";
  const at = first.start ?? content.indexOf(first.quote);
  // An empty quote marks a silent reply.
  const isThere = message !== null && at >= 0 && first.quote !== "";
  const text = isThere ? content : first.quote;
  const decided = isThere
    ? { start: at, end: first.end ?? at + first.quote.length }
    : { start: 0, end: text.length };
  const found = matcher?.stretches(foldText(text)) ?? [];
  return [cut(text, decided, [decided], found, first.role)];
}

function cut(
  text: string,
  about: FoundStretch,
  decided: readonly FoundStretch[],
  found: readonly FoundStretch[],
  by: RowWords["by"],
): RowWords {
  const start = wordEdge(text, about.start - AROUND, 1);
  const end = wordEdge(text, Math.min(about.end + AROUND, about.start + LONGEST), -1);
  const move = (stretches: readonly FoundStretch[]) =>
    stretches
      .filter((stretch) => stretch.end > start && stretch.start < end)
      .map((stretch) => ({
        start: Math.max(stretch.start, start) - start,
        end: Math.min(stretch.end, end) - start,
      }));
  return {
    by,
    before: start > 0,
    text: text.slice(start, end),
    after: end < text.length,
    decided: move(decided),
    found: move(found),
  };
}

/** Moves to the next word boundary, so that no word and no surrogate pair is cut. */
function wordEdge(text: string, offset: number, direction: 1 | -1): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  const limit = 24;
  for (let at = offset; Math.abs(at - offset) < limit && at > 0 && at < text.length; at += direction) {
    if (/\s/.test(text[at - (direction === 1 ? 1 : 0)] ?? " ")) return at;
  }
  return /[\uDC00-\uDFFF]/.test(text[offset] ?? "") ? offset + direction : offset;
}

/** Describes the votes: "2 fail, 1 pass"; empty without votes. */
export function describeBallots({ verdict }: Pick<FindRow, "verdict">): string {
  if (verdict === null) return "";
  const { fail, unclear, pass, not_applicable, void: lost } = verdict.votes;
  const counts = [
    [fail, "fail"],
    [unclear, "unclear"],
    [pass, "pass"],
    [not_applicable, "not applicable"],
    [lost, "void"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}
