import { compareCheckIds } from "../report/compare-check-ids.ts";
import type { CheckId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { ConversationBrief } from "../schema/site-board.ts";
import { conversationKey } from "../schema/site-data.ts";
import type { ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-corpus.ts";

/** A conversation in a list. */
export function briefConversation(
  card: Scorecard,
  { verdicts }: Pick<ScanFacts, "verdicts">,
  { scenarios }: Pick<SiteCorpus, "scenarios">,
): ConversationBrief {
  const failed: CheckId[] = [];
  for (const [checkId, verdict] of verdicts.get(card.transcript_id) ?? []) {
    if (verdict === "FAIL") failed.push(checkId);
  }
  return {
    conversation: conversationKey(card.transcript_id),
    scenario_id: card.scenario_id,
    title: scenarios.get(card.scenario_id)?.title ?? card.scenario_id,
    repeat: card.repeat,
    complete: card.complete,
    hard_fail: card.hard_fail,
    gates: card.gate_status,
    overall: card.overall_score,
    failed: failed.sort(compareCheckIds),
    unclear: card.coverage.unclear,
  };
}
