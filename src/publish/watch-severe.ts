import type { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/verdict.ts";

/** A verdict of the gravest severity that is not a PASS. */
export interface SevereVerdict {
  readonly modelId: ModelId;
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  /** `LEFT_OUT`: the conversation's tags call for the check, and the scan did not ask. */
  readonly verdict: "FAIL" | "UNCLEAR" | "LEFT_OUT";
  /** The assistant's words that prove it. */
  readonly quote: EvidenceSpan | null;
}

/** Keeps the S5 verdicts that a gate asks about, as rows pass by. */
export function createSevereWatch() {
  const severe: SevereVerdict[] = [];
  return {
    add(row: VerdictRow): void {
      if (row.severity !== "S5") return;
      const verdict = openOrFailed(row);
      if (verdict === null) return;
      const { model_id: modelId, scenario_id: scenarioId, repeat, mode_id: checkId } = row;
      const quote = row.evidence.find(
        ({ role, verification }) => role === "assistant" && verification.tier !== "none",
      );
      severe.push({ modelId, scenarioId, repeat, checkId, verdict, quote: quote ?? null });
    },
    finish: (): readonly SevereVerdict[] => severe,
  };
}

function openOrFailed({ eligible, verdict, details }: VerdictRow): SevereVerdict["verdict"] | null {
  if (details.cause === "not_in_profile") return "LEFT_OUT";
  return eligible && (verdict === "FAIL" || verdict === "UNCLEAR") ? verdict : null;
}
