/** Chooses the failure to read first, of an assistant or a scan, for the terminal and the pages. */

import { compareCheckIds, compareSeverities } from "../domain/dimensions.ts";
import { isProof } from "../domain/evidence.ts";
import { orderModels } from "../domain/gates.ts";
import { verdictKey } from "../domain/keys.ts";
import { compareText } from "../kernel/order.ts";
import type { CheckId, ModelId, Severity, TranscriptId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ModelSummary, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Fields that determine the reading order of failures. */
export interface RankedFailure {
  readonly transcriptId: TranscriptId;
  readonly modelId: ModelId;
  readonly checkId: CheckId;
  readonly severity: Severity;
  /** The share of votes that support it. Their number would mainly reflect the number of windows. */
  readonly confidence: number;
  /** The assistant's words as found in the transcript; `null` if there are none. */
  readonly quote: string | null;
}

export function rankedFailure(row: VerdictRow): RankedFailure {
  return {
    transcriptId: row.transcript_id,
    modelId: row.model_id,
    checkId: row.mode_id,
    severity: row.severity,
    confidence: row.confidence,
    quote: row.evidence.find(isProof)?.quote ?? null,
  };
}

/** Sorts by severity, then by certainty: failures with a found quote first, then by the share of supporting votes. */
export function worstFirst<F extends RankedFailure>(failures: readonly F[]): readonly F[] {
  return failures.toSorted((a, b) => compareWorth(a, b) || compareNames(a, b));
}

type LinesCrossed = Pick<Scorecard, "transcript_id" | "complete" | "hard_fail_reasons">;

/**
 * The failure that best represents one assistant: a crossed line if there is one. Among equally severe and certain
 * failures it takes the most frequent check, which the sentence names.
 */
export function proofOf<F extends RankedFailure>(
  failures: readonly F[],
  cards: readonly LinesCrossed[],
): F | null {
  const crossed = new Set(
    cards.flatMap(({ complete, transcript_id, hard_fail_reasons }) =>
      complete ? hard_fail_reasons.map(({ mode_id }) => verdictKey(transcript_id, mode_id)) : [],
    ),
  );
  const lines = failures.filter(({ transcriptId, checkId }) =>
    crossed.has(verdictKey(transcriptId, checkId)),
  );
  const shown = lines.length === 0 ? failures : lines;
  const often = new Map(
    [...Map.groupBy(shown, ({ checkId }) => checkId)].map(([id, own]) => [id, own.length]),
  );
  const howOften = ({ checkId }: F) => often.get(checkId) ?? 0;
  const [first] = shown.toSorted(
    (a, b) => compareWorth(a, b) || howOften(b) - howOften(a) || compareNames(a, b),
  );
  return first ?? null;
}

/** The proof of the assistant that crossed lines most often, or of the first assistant with any failure. */
export function readFirst<F extends RankedFailure>(
  { models }: Pick<Summary, "models">,
  failures: readonly F[],
  cards: readonly LinesCrossed[],
): F | null {
  const byModel = Map.groupBy(failures, ({ modelId }) => modelId);
  const model = mostCrossedFirst(orderModels(models)).find(({ model_id }) => byModel.has(model_id));
  return model === undefined ? null : proofOf(byModel.get(model.model_id) ?? [], cards);
}

/** Sorts by crossed lines, then by failed safety gates. Stable. */
export function mostCrossedFirst<M extends Pick<ModelSummary, "hard_fails" | "gates">>(
  models: readonly M[],
): readonly M[] {
  return models.toSorted(
    (a, b) =>
      (b.hard_fails.rate ?? 0) - (a.hard_fails.rate ?? 0) || b.gates.safety.failed - a.gates.safety.failed,
  );
}

function compareWorth(a: RankedFailure, b: RankedFailure): number {
  return (
    compareSeverities(a.severity, b.severity) ||
    Number(a.quote === null) - Number(b.quote === null) ||
    b.confidence - a.confidence
  );
}

function compareNames(a: RankedFailure, b: RankedFailure): number {
  return compareCheckIds(a.checkId, b.checkId) || compareText(a.transcriptId, b.transcriptId);
}
