import type { FlipSide } from "../schema/comparison.ts";
import type { CheckId, ModelId, ScenarioId, Severity } from "../schema/ids.ts";
import type { VerdictRow } from "../schema/verdict.ts";

/** A resolved verdict with as much of its grounds as a reader needs. */
export interface ResolvedVerdict extends FlipSide {
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  readonly severity: Severity;
}

/** Keeps the resolved verdicts of some conversations as rows pass by, by model and then by place. */
export function createVerdictIndex() {
  const models = new Map<ModelId, Map<string, ResolvedVerdict>>();
  return {
    add(row: VerdictRow): void {
      if (!row.eligible || (row.verdict !== "PASS" && row.verdict !== "FAIL")) return;
      const ofModel = models.get(row.model_id) ?? new Map<string, ResolvedVerdict>();
      models.set(row.model_id, ofModel);
      ofModel.set(`${row.scenario_id}.r${row.repeat}#${row.mode_id}`, resolved(row));
    },
    finish: (): ReadonlyMap<ModelId, ReadonlyMap<string, ResolvedVerdict>> => models,
  };
}

function resolved(row: VerdictRow): ResolvedVerdict {
  const winning = row.details.votes.find(({ verdict }) => verdict === row.verdict);
  return {
    scenarioId: row.scenario_id,
    repeat: row.repeat,
    checkId: row.mode_id,
    severity: row.severity,
    verdict: row.verdict,
    rationale: winning === undefined || winning.rationale === "" ? null : winning.rationale,
    quotes: row.evidence
      .filter(({ verification }) => verification.tier !== "none")
      .map(({ turn, role, quote }) => ({ turn, role, quote })),
  };
}
