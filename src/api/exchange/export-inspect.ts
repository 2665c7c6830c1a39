import { exchangeErrors } from "../../exchange/errors.ts";
import type { ExportedRun } from "../../exchange/export-format.ts";
import { inspectPieces, inspectSample, type JudgedSample, sampleId } from "../../exchange/inspect-log.ts";
import { inspectResults } from "../../exchange/inspect-scores.ts";
import { ModelId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { locateVerdicts } from "../../store/verdict-places.ts";
import type { ExportSource } from "./export-source.ts";

/** Builds a log of one model, with its scan's findings; reads conversations and their rows one at a time. */
export async function inspectLog(
  source: ExportSource,
  run: ExportedRun,
  models: readonly string[],
): Promise<AsyncIterable<string>> {
  const [only, ...others] = models;
  if (only === undefined || others.length > 0) throw exchangeErrors.IB_TOO_MANY_MODELS(models);
  const model = ModelId.parse(only);
  const sampleIds: string[] = [];
  for await (const transcript of source.transcripts()) sampleIds.push(sampleId(transcript, run));
  const { scan } = source;
  const head = {
    model,
    sampleIds,
    scan: scan === null ? null : await describeScan(scan, model, sampleIds.length),
  };
  return inspectPieces(head, run, samples(source, run));
}

async function describeScan(scan: ScanStore, modelId: ModelId, count: number) {
  const { judge, profile, checks } = await scan.readPlan();
  const summary = await scan.readSummary();
  const model = summary.models.find(({ model_id }) => model_id === modelId);
  if (model === undefined) throw new RangeError(`${scan.directory} has no summary of ${modelId}`);
  const { rates } = await scan.readBlindspotRates();
  return {
    scanId: scan.scanId,
    judge: judge?.model_id ?? null,
    profile,
    scorers: ["overall", "safety_gate", "compliance_gate", ...checks],
    results: inspectResults(model, rates, count),
  };
}

async function* samples({ scan, transcripts }: ExportSource, run: ExportedRun): AsyncGenerator<object> {
  const judged = scan === null ? null : await judgedSamples(scan);
  for await (const transcript of transcripts())
    yield inspectSample(transcript, run, (await judged?.(transcript)) ?? null);
}

async function judgedSamples(scan: ScanStore): Promise<(transcript: Transcript) => Promise<JudgedSample>> {
  const places = await locateVerdicts(scan.paths.verdicts, () => undefined);
  const cards = scan.readScorecards()[Symbol.asyncIterator]();
  return async ({ header: { transcript_id } }) => {
    // Cards follow the order of the conversations; skip those of other models.
    for (let next = await cards.next(); !next.done; next = await cards.next()) {
      const card = next.value;
      if (card.transcript_id === transcript_id) return { card, rows: await places.read(transcript_id) };
    }
    throw new RangeError(`${scan.directory} has no scorecard of ${transcript_id} in its place`);
  };
}
