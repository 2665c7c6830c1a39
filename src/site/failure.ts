import { countVotes } from "../report/count-votes.ts";
import type { CheckId, ModelId, ScenarioId, Severity, TranscriptId } from "../schema/ids.ts";
import type { EvidenceTier, VerdictRow } from "../schema/verdict.ts";

/** A row that failed, without its votes and its grounds. */
export interface Failure {
  readonly transcriptId: TranscriptId;
  readonly modelId: ModelId;
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  readonly severity: Severity;
  readonly confidence: number;
  readonly votesToFail: number;
  readonly votesPlanned: number;
  readonly adjudicationRequired: boolean;
  /** Every turn with words of the assistant that prove it. */
  readonly turns: readonly number[];
  /** Of the quote. */
  readonly turn: number | null;
  readonly quote: string | null;
  readonly tier: EvidenceTier | null;
}

export function failureOf(row: VerdictRow): Failure {
  const votes = countVotes(row);
  const proofs = row.evidence.filter(
    ({ role, verification }) => role === "assistant" && verification.tier !== "none",
  );
  const [first] = proofs;
  return {
    transcriptId: row.transcript_id,
    modelId: row.model_id,
    scenarioId: row.scenario_id,
    repeat: row.repeat,
    checkId: row.mode_id,
    severity: row.severity,
    confidence: row.confidence,
    votesToFail: votes?.winning ?? 0,
    votesPlanned: votes?.cast ?? 0,
    adjudicationRequired: row.details.adjudication_required,
    turns: [...new Set(proofs.map(({ turn }) => turn))].sort((a, b) => a - b),
    turn: first?.turn ?? null,
    quote: first?.quote ?? null,
    tier: first?.verification.tier ?? null,
  };
}
