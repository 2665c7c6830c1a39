import type { FindRow } from "./find-rows.ts";
import { type FoundStretch, foldText, type WordMatcher } from "./match-words.ts";

/** The words of a row with a little of what stands around them. */
export interface RowWords {
  /** Whose words they are; `reason` for what a judge or a person wrote about them. */
  readonly by: "assistant" | "user" | "reason";
  readonly before: boolean;
  readonly text: string;
  readonly after: boolean;
  /** The words that decided. */
  readonly decided: readonly FoundStretch[];
  /** The words that were looked for. */
  readonly found: readonly FoundStretch[];
}

/** Characters before and after what a row is about. */
const AROUND = 90;
const LONGEST = 300;

/** What a row shows: where the deciding words stand, and where else the words that were looked for do. */
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
  // An empty quote proves that nothing was said.
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

/** The next place between two words, so that none is cut, and no character of two halves is. */
function wordEdge(text: string, offset: number, direction: 1 | -1): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  const limit = 24;
  for (let at = offset; Math.abs(at - offset) < limit && at > 0 && at < text.length; at += direction) {
    if (/\s/.test(text[at - (direction === 1 ? 1 : 0)] ?? " ")) return at;
  }
  return /[\uDC00-\uDFFF]/.test(text[offset] ?? "") ? offset + direction : offset;
}

/** How the votes fell: "2 fail, 1 pass"; nothing where nobody voted. */
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
