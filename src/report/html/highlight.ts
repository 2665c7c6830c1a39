import { escapeMarkup } from "../escape-html.ts";
import { hiddenCharacters, makeVisible } from "../hidden-characters.ts";
import { html, type SafeHtml, trustedHtml } from "./html.ts";

const TONES = ["fail", "unclear", "pass"] as const;
export type HighlightTone = (typeof TONES)[number];

export interface HighlightSpan {
  /** UTF-16 offsets in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly tone: HighlightTone;
}

/** The text with its spans marked. Spans may overlap or lie outside the text: no character is lost or repeated. */
export function highlight(text: string, spans: readonly HighlightSpan[]): SafeHtml {
  const shown = makeVisible(text);
  const toShown = shownOffsets(text);
  const placed = spans
    .map((span) => ({
      ...span,
      start: toShown(snap(text, span.start, -1)),
      end: toShown(snap(text, span.end, 1)),
    }))
    .filter(({ start, end }) => start < end);
  const edges = [...new Set([0, shown.length, ...placed.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return trustedHtml(
    edges
      .slice(1)
      .map((to, index) => piece(shown, edges[index] ?? 0, to, placed).text)
      .join(""),
  );
}

function piece(shown: string, from: number, to: number, spans: readonly HighlightSpan[]): SafeHtml {
  const text = trustedHtml(escapeMarkup(shown.slice(from, to)));
  const active = spans.filter(({ start, end }) => start <= from && end >= to);
  const tone = TONES.find((candidate) => active.some((span) => span.tone === candidate));
  if (tone === undefined) return text;
  // The label is written by the style sheet, so that copying a reply copies the reply alone.
  const ending = [...new Set(active.filter(({ end }) => end === to).map(({ label }) => label))].sort();
  const labels = ending.length === 0 ? null : html` data-labels="${ending.join(", ")}"`;
  return html`<mark class="${tone}"${labels}>${text}</mark>`;
}

/** Inside the text, and outside every surrogate pair: towards the start for -1, towards the end for 1. */
function snap(text: string, offset: number, direction: -1 | 1): number {
  if (Number.isNaN(offset)) return 0;
  const inside = Math.max(0, Math.min(text.length, Math.trunc(offset)));
  const splitsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, inside - 1), inside + 1));
  return splitsPair ? inside + direction : inside;
}

function shownOffsets(text: string): (offset: number) => number {
  const hidden = hiddenCharacters(text);
  return (offset) =>
    hidden
      .filter(({ index }) => index < offset)
      .reduce((shifted, { length, label }) => shifted + label.length - length, offset);
}
