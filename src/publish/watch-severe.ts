import type { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/verdict.ts";

/** A verdict of the gravest severity that is not a PASS. */
export interface SevereVerdict {
  readonly modelId: ModelId;
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  readonly verdict: "FAIL" | "UNCLEAR";
  /** The assistant's words that prove it. */
  readonly quote: EvidenceSpan | null;
}

/** Keeps the S5 verdicts that a gate asks about, as rows pass by. */
export function createSevereWatch() {
  const severe: SevereVerdict[] = [];
  return {
    add(row: VerdictRow): void {
      if (!row.eligible || row.severity !== "S5") return;
      if (row.verdict !== "FAIL" && row.verdict !== "UNCLEAR") return;
      const { model_id: modelId, scenario_id: scenarioId, repeat, mode_id: checkId, verdict } = row;
      const quote = row.evidence.find(
        ({ role, verification }) => role === "assistant" && verification.tier !== "none",
      );
      severe.push({ modelId, scenarioId, repeat, checkId, verdict, quote: quote ?? null });
    },
    finish: (): readonly SevereVerdict[] => severe,
  };
}
