import type { CheckId, ModelId, ScenarioId, TranscriptId } from "../../schema/ids.ts";
import type { Scorecard } from "../../schema/scorecard.ts";
import type { BlindspotRate, ModelSummary } from "../../schema/summary.ts";
import type { Transcript } from "../../schema/transcript.ts";
import type { VerdictRow } from "../../schema/verdict.ts";
import { readFlag } from "../describe-model.ts";
import { type HardFail, hardFails } from "../hard-fails.ts";
import { orderModels } from "../order-models.ts";
import type { ReportData } from "../report-data.ts";

/** The report's data, looked up the way its sections need it. */
export interface ReportIndex {
  readonly data: ReportData;
  readonly models: readonly ModelSummary[];
  readonly scorecards: ReadonlyMap<TranscriptId, Scorecard>;
  readonly verdicts: ReadonlyMap<TranscriptId, readonly VerdictRow[]>;
  readonly transcripts: ReadonlyMap<TranscriptId, Transcript>;
  readonly transcriptsByModel: ReadonlyMap<ModelId, readonly Transcript[]>;
  readonly rates: ReadonlyMap<CheckId, ReadonlyMap<ModelId, BlindspotRate>>;
  readonly hardFails: ReadonlyMap<ModelId, readonly HardFail[]>;
  titleOf(scenarioId: ScenarioId): string;
  /** What failing the check means, in a sentence; its flag where the check is not at hand. */
  meaningOf(checkId: CheckId, flag?: string): string;
}

export function indexReport(data: ReportData): ReportIndex {
  const { summary, scorecards, verdicts, transcripts, rates, scenarios, checks } = data;
  const models = orderModels(summary.models);
  const byModel = Map.groupBy(transcripts, ({ header }) => header.model_id);
  const modelIds = new Set([...models.map(({ model_id }) => model_id), ...byModel.keys()]);
  const ratesByCheck = [...Map.groupBy(rates.rates, ({ mode_id }) => mode_id)].map(
    ([checkId, ofCheck]) => [checkId, new Map(ofCheck.map((rate) => [rate.model_id, rate]))] as const,
  );
  return {
    data,
    models,
    scorecards: new Map(scorecards.map((scorecard) => [scorecard.transcript_id, scorecard])),
    verdicts: Map.groupBy(verdicts, ({ transcript_id }) => transcript_id),
    transcripts: new Map(transcripts.map((transcript) => [transcript.header.transcript_id, transcript])),
    transcriptsByModel: new Map([...modelIds].map((modelId) => [modelId, byModel.get(modelId) ?? []])),
    rates: new Map(ratesByCheck),
    hardFails: Map.groupBy(hardFails(data), ({ scorecard }) => scorecard.model_id),
    titleOf: (scenarioId) => scenarios.get(scenarioId)?.title ?? scenarioId,
    meaningOf: (checkId, flag) =>
      checks.get(checkId)?.summary ?? (flag === undefined ? checkId : readFlag(flag)),
  };
}
