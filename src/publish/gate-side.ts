import type { ModelId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { BoardScan } from "./board-scan.ts";
import type { SevereVerdict } from "./watch-severe.ts";

/** One model of one scan, as a rule of the gate sees it. */
export interface GateSide {
  readonly modelId: ModelId;
  readonly repeats: number;
  /** Complete conversations only. */
  readonly cards: readonly Scorecard[];
  readonly incomplete: number;
  readonly severe: readonly SevereVerdict[];
}

export function gateSide(scan: BoardScan, severe: readonly SevereVerdict[], modelId: ModelId): GateSide {
  const all = scan.scorecards.filter((card) => card.model_id === modelId);
  const cards = all.filter((card) => card.complete);
  const complete = new Set(cards.map(({ scenario_id, repeat }) => `${scenario_id}.r${repeat}`));
  return {
    modelId,
    repeats: scan.repeats,
    cards,
    incomplete: all.length - cards.length,
    severe: severe.filter(
      (verdict) => verdict.modelId === modelId && complete.has(`${verdict.scenarioId}.r${verdict.repeat}`),
    ),
  };
}
