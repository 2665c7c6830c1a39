import type { ReviewItem, ReviewTurn } from "../schema/review-batch.ts";
import type { LabelDraft, LabelQuote } from "../schema/review-label.ts";
import { locateQuote } from "../text/quote-ladder.ts";

type DraftQuote = NonNullable<LabelDraft["quote"]>;

/** Where marked or typed words stand in what the annotator was shown; null where they do not. */
export function placeQuote({ text, turn, role }: DraftQuote, item: ReviewItem): LabelQuote | null {
  const messages = [...new Map(item.windows.flatMap(({ turns }) => turns).map(named)).values()];
  const found = locateQuote({ quote: text, turn, messages, ...(role === null ? {} : { role }) });
  const { message, tier, start, end } = found;
  if (message === null || tier === "none" || start === undefined || end === undefined) return null;
  return { text, turn: message.turn, role: message.role, tier, start, end };
}

/** Windows may overlap: a message is looked at once. */
function named(message: ReviewTurn): [string, ReviewTurn] {
  return [`${message.turn} ${message.role}`, message];
}
