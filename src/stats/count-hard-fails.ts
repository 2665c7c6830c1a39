import { mayHaveCrossed } from "../schema/open-gate.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { HardFails } from "../schema/summary.ts";
import { conversationProportion } from "./conversation-proportion.ts";

/** In how many conversations a line was crossed. What was not established is not among them, but in their interval. */
export function countHardFails(
  cards: readonly Pick<Scorecard, "scenario_id" | "hard_fail" | "gate_status">[],
): HardFails {
  const open = cards.filter(mayHaveCrossed).length;
  return {
    ...conversationProportion(cards, (card) => card.hard_fail, mayHaveCrossed),
    ...(open === 0 ? {} : { open }),
  };
}
