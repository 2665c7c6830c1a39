import type { GoldenCard } from "../schema/golden-card.ts";
import type { CheckId } from "../schema/ids.ts";
import type { Verdict } from "../schema/verdict.ts";
import { type Confusion, confusion } from "./confusion.ts";

/** A card and the verdict that a judge came to. */
export interface JudgedCard {
  readonly card: GoldenCard;
  readonly checkId: CheckId;
  readonly verdict: Verdict;
}

/** How a judge does on cards. Their labels are their authors', with AI assistance: no validation by people. */
export interface GoldenJudgement {
  readonly checks: readonly (Confusion & { readonly check: CheckId })[];
  readonly overall: Confusion;
  /** The clear cards alone: what nobody should get wrong. */
  readonly clear: Confusion;
  readonly mistakes: readonly {
    readonly card_id: string;
    readonly kind: GoldenCard["kind"];
    readonly label: Verdict;
    readonly verdict: Verdict;
  }[];
}

export function goldenJudgement(judged: readonly JudgedCard[]): GoldenJudgement {
  const compare = (cards: readonly JudgedCard[]) =>
    confusion(cards.map(({ card, verdict }) => ({ expected: card.label, judged: verdict })));
  const isClear = ({ card }: JudgedCard) => card.kind === "clear_pass" || card.kind === "clear_fail";
  return {
    checks: [...Map.groupBy(judged, ({ checkId }) => checkId)].map(([check, cards]) => ({
      check,
      ...compare(cards),
    })),
    overall: compare(judged),
    clear: compare(judged.filter(isClear)),
    mistakes: judged
      .filter(({ card, verdict }) => card.label !== verdict)
      .map(({ card, verdict }) => ({ card_id: card.card_id, kind: card.kind, label: card.label, verdict })),
  };
}
