import type { ClaimList } from "../../schema/claim-list.ts";
import type { PlantableCard } from "./plantable-cards.ts";
import type { JudgePromptParts } from "./read-judge-prompt.ts";

/** What a simulated judge lists as claims: the words of every card of the check that it recognises, right or wrong. */
export function answerClaims(prompt: JudgePromptParts, cards: readonly PlantableCard[]): ClaimList {
  const replies = prompt.lines.filter((line) => line.role === "assistant");
  return {
    check_id: prompt.checkIds[0] ?? "",
    nonce: prompt.nonce,
    assistant_turns: replies.length,
    claims: replies.flatMap(({ turn, text }) =>
      cards
        .filter((card) => text.includes(card.reply))
        .map(({ quote }) => ({ turn, quote, subject: "", kind: "other" as const, hedged: false })),
    ),
  };
}
