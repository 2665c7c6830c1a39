/** Scores of the other assistants of a scan, drawn behind those of one assistant. */
import { meanRange, scenarioRanges, scoreRangeOfCard } from "../../measure/scenario-means.ts";
import type { ModelId } from "../../schema/ids.ts";
import type { HardFails, Interval } from "../../schema/scan/estimates.ts";
import type { ScanFacts, SiteCard } from "../scan-facts.ts";

export interface Peer {
  readonly modelId: ModelId;
  readonly cards: readonly SiteCard[];
}

export function peersOf({ scorecards, summary }: ScanFacts, modelId: ModelId): readonly Peer[] {
  const byModel = Map.groupBy(scorecards, ({ model_id }) => model_id);
  return summary.models
    .filter(({ model_id }) => model_id !== modelId)
    .map(({ model_id }) => ({ modelId: model_id, cards: byModel.get(model_id) ?? [] }));
}

/** The overall scores of the other assistants. */
export function peerScores({ summary }: ScanFacts, modelId: ModelId, fewestForRate: number) {
  const others = summary.models.filter(({ model_id }) => model_id !== modelId);
  const rangesOf = (score: "quality" | "overall") =>
    others.flatMap(({ [score]: { range } }) => (range === null ? [] : { low: range.low, high: range.high }));
  return {
    hard_fails: others.flatMap(({ hard_fails }) => shareIn(hard_fails, fewestForRate)),
    quality: rangesOf("quality"),
    overall: rangesOf("overall"),
  };
}

/** A count as a share. The upper end counts undecided cases as failed; empty below the minimum number of cases. */
export function shareIn(
  { k, n, open = 0 }: Pick<HardFails, "k" | "n" | "open">,
  fewestForRate: number,
): readonly Interval[] {
  return n === 0 || n < fewestForRate ? [] : [{ low: k / n, high: (k + open) / n }];
}

/** The mean overall score of some conversations, from the worst to the best outcome of the undecided checks. */
export function overallOf(cards: readonly SiteCard[]): readonly Interval[] {
  const range = meanRange([...scenarioRanges(cards, (card) => scoreRangeOfCard(card, "overall")).values()]);
  return range === null ? [] : [range];
}
