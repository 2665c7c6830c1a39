import { hiddenCharacters } from "../../../src/domain/visible-text.ts";
/** A part of a text that carries marks. Offsets are UTF-16 and may be outside the text or split a character. */
export interface TextSpan<Mark> {
  readonly start: number;
  readonly end: number;
  readonly mark: Mark;
}

export interface TextCut<Mark> {
  readonly start: number;
  readonly text: string;
  /** Set if the piece is one invisible character, shown by its name. */
  readonly hidden: string | null;
  readonly marks: readonly Mark[];
}

/** Cuts the text between two offsets wherever a mark begins or ends; no character is lost. */
export function cutText<Mark>(
  source: string,
  from: number,
  to: number,
  spans: readonly TextSpan<Mark>[],
): readonly TextCut<Mark>[] {
  const hidden = hiddenCharacters(source.slice(from, to)).map((found) => ({
    ...found,
    start: found.start + from,
    end: found.end + from,
  }));
  const placed = spans
    .map((span) => ({ ...span, start: snap(source, span.start, -1), end: snap(source, span.end, 1) }))
    .filter(({ start, end }) => start < end && start < to && end > from);
  const edges = [...placed, ...hidden].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([from, to, ...edges.filter((edge) => edge > from && edge < to)])].sort(
    (a, b) => a - b,
  );
  const labels = new Map(hidden.map(({ start, label }) => [start, label]));
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? from;
    const marks = placed.filter((span) => span.start <= start && span.end >= end).map(({ mark }) => mark);
    return { start, text: source.slice(start, end), hidden: labels.get(start) ?? null, marks };
  });
}

/** Moves an offset inside the text and out of surrogate pairs: towards the start for -1, towards the end for 1. */
function snap(text: string, offset: number, direction: -1 | 1): number {
  if (Number.isNaN(offset)) return 0;
  const inside = Math.max(0, Math.min(text.length, Math.trunc(offset)));
  const splitsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, inside - 1), inside + 1));
  return splitsPair ? inside + direction : inside;
}
