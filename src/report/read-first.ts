/** Which failure is worth reading first: of an assistant, of a scan, and for the terminal and the pages alike. */

import { compareCheckIds, compareSeverities } from "../domain/dimensions.ts";
import { isProof } from "../domain/evidence.ts";
import { orderModels } from "../domain/gates.ts";
import { verdictKey } from "../domain/keys.ts";
import { compareText } from "../kernel/order.ts";
import type { CheckId, ModelId, Severity, TranscriptId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ModelSummary, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** What decides how soon a failure is read. */
export interface RankedFailure {
  readonly transcriptId: TranscriptId;
  readonly modelId: ModelId;
  readonly checkId: CheckId;
  readonly severity: Severity;
  /** The share of votes that bear it out; their number says more of how many windows there were. */
  readonly confidence: number;
  /** Words of the assistant that stand in the transcript; `null` where there are none. */
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

/** Gravest first; then the surest: with words that stand, and what a larger share of votes bears out. */
export function worstFirst<F extends RankedFailure>(failures: readonly F[]): readonly F[] {
  return failures.toSorted((a, b) => compareWorth(a, b) || compareNames(a, b));
}

type LinesCrossed = Pick<Scorecard, "transcript_id" | "complete" | "hard_fail_reasons">;

/**
 * The failure that shows best how one assistant failed: a line it crossed, where it crossed one. Of those that are
 * equally grave and sure it is of what failed most often, which its sentence names.
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

/** Of the assistant that was seen to cross lines most often, or of the first that failed anything at all. */
export function readFirst<F extends RankedFailure>(
  { models }: Pick<Summary, "models">,
  failures: readonly F[],
  cards: readonly LinesCrossed[],
): F | null {
  const byModel = Map.groupBy(failures, ({ modelId }) => modelId);
  const model = mostCrossedFirst(orderModels(models)).find(({ model_id }) => byModel.has(model_id));
  return model === undefined ? null : proofOf(byModel.get(model.model_id) ?? [], cards);
}

/** By the lines that they were seen to cross, then by failed safety gates. Those alike stay as they were. */
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
