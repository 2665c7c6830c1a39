import type { Role } from "../../../src/schema/ids.ts";
import type { ReviewLabel } from "../../../src/schema/review-label.ts";
import type { ReaderOpinion } from "../../../src/schema/review-session.ts";
import type { TextSpan } from "../text/cut-text.ts";
import type { QuoteMark } from "../text/marked-text.tsx";

export interface PlacedQuote extends TextSpan<QuoteMark> {
  readonly turn: number;
  readonly role: Role;
}

/** The annotator's own quote and, for an adjudicator, those of the readers. */
export function placedQuotes(
  own: ReviewLabel | null,
  opinions: readonly ReaderOpinion[],
): readonly PlacedQuote[] {
  const said = [
    ...opinions.map(({ reader, label, quote }) => ({ id: `reader ${reader}`, label, quote, chosen: false })),
    ...(own === null ? [] : [{ id: "own", label: own.label, quote: own.quote, chosen: true }]),
  ];
  return said.flatMap(({ id, label, quote, chosen }) => {
    if (quote === null) return [];
    const { turn, role, start, end } = quote;
    return [{ turn, role, start, end, mark: { id, tone: toneOf(label), chosen } }];
  });
}

function toneOf(label: ReviewLabel["label"]): QuoteMark["tone"] {
  if (label === "FAIL") return "fail";
  return label === "PASS" ? "pass" : "unclear";
}
