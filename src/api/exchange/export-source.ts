/** What an export is of: a run's conversations, and where a scan is asked for, what it found. */
import type { ModelId, RunId, TranscriptId } from "../../schema/ids.ts";
import type { RunManifest } from "../../schema/run/manifest.ts";
import type { StoredRunPlan } from "../../schema/run/run-plan.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import { MissingArtefactError, NoSuchRunError } from "../../store/errors.ts";
import { listScans, locateRun } from "../../store/find.ts";
import { runDirectoryAt } from "../../store/layout.ts";
import { plannedTranscripts } from "../../store/planned-run.ts";
import { openRun, type RunStore } from "../../store/run-store.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import type { Conversation } from "../../tables/table.ts";
import type { BenchContext } from "../bench-context.ts";
import { NothingToExportError } from "../errors.ts";
import { openEvidence, openScan } from "../open-scan.ts";

/** `any`: a run's only scan, and none where it has none. */
export type WantedScan = "none" | "any" | "one";

export interface ExportSource {
  readonly runs: readonly RunStore[];
  readonly scan: ScanStore | null;
  /** In the order of the plans. */
  transcripts(): AsyncIterable<Transcript>;
}

/** What a path names, a run or a scan. A scan that is read is whole. */
export async function openExportSource(
  context: BenchContext,
  path: string,
  wanted: WantedScan,
): Promise<ExportSource> {
  if (wanted === "one") return sourceOf(await openEvidence(context, path));
  const run = await findRun(context, path);
  if (run === null) {
    const { run: home, scan } =
      wanted === "none" ? await openScan(context, path) : await openEvidence(context, path);
    return sourceOf({ run: home, scan: wanted === "none" ? null : scan });
  }
  const hasScans = (await listScans(runDirectoryAt(run.directory))).length > 0;
  if (wanted === "any" && hasScans) return sourceOf(await openEvidence(context, run.directory));
  return sourceOf({ run: { runs: [run] }, scan: null });
}

async function findRun(context: BenchContext, path: string): Promise<RunStore | null> {
  try {
    const { results, runId } = await locateRun(path, context.results);
    return await openRun({ results, runId, mode: "read" });
  } catch (error) {
    if (!(error instanceof NoSuchRunError)) throw error;
    // It may be a scan; if it is neither, that it is no run is what is told.
    await openScan(context, path).catch(() => {
      throw error;
    });
    return null;
  }
}

function sourceOf({
  run: { runs },
  scan,
}: {
  readonly run: { readonly runs: readonly RunStore[] };
  readonly scan: ScanStore | null;
}): ExportSource {
  return {
    runs,
    scan,
    async *transcripts() {
      for (const run of runs) yield* plannedTranscripts(run);
    },
  };
}

export interface PlannedRun {
  readonly runId: RunId;
  readonly plan: StoredRunPlan;
  readonly manifest: RunManifest | null;
}

export async function readPlans(runs: readonly RunStore[]): Promise<readonly PlannedRun[]> {
  return Promise.all(
    runs.map(async (run) => ({
      runId: run.runId,
      plan: await run.readRunPlan(),
      manifest: await run.readManifest().catch((error: unknown) => {
        // A run whose last step was cut off has every transcript and no manifest.
        if (error instanceof MissingArtefactError) return null;
        throw error;
      }),
    })),
  );
}

/** The models whose conversations are exported. */
export function chosenModels(
  runs: readonly Pick<PlannedRun, "plan">[],
  model: string | undefined,
): readonly ModelId[] {
  const known = [...new Set(runs.flatMap(({ plan }) => plan.models.map(({ model_id }) => model_id)))];
  if (model === undefined) return known;
  const chosen = known.filter((modelId) => modelId === model);
  if (chosen.length === 0) throw new NothingToExportError(model, known);
  return chosen;
}

/** What plans say of each conversation. */
export async function knowConversations(
  stores: readonly RunStore[],
  runs: readonly PlannedRun[],
  scan: ScanStore | null,
): Promise<(id: TranscriptId) => Conversation> {
  const imported = new Map(
    runs.flatMap(({ plan }) =>
      plan.harness === "import" ? plan.conversations.map((each) => [each.transcript_id, each] as const) : [],
    ),
  );
  const planned = (await scan?.readPlan())?.transcripts ?? [];
  const complete = new Map(planned.map((each) => [each.transcript_id, each.complete]));
  const runOf = await placeTranscripts(stores);
  return (id) => ({
    run_id: runOf(id),
    imported_id: imported.get(id)?.imported_id ?? null,
    at: null,
    labels: null,
    metadata: null,
    complete: complete.get(id) ?? null,
  });
}

async function placeTranscripts(stores: readonly RunStore[]): Promise<(id: TranscriptId) => RunId> {
  const [first, ...others] = stores;
  if (first === undefined) throw new RangeError("there is no run to export");
  if (others.length === 0) return () => first.runId;
  const places = new Map<TranscriptId, RunId>();
  for (const store of stores) for (const id of await store.listTranscripts()) places.set(id, store.runId);
  return (id) => places.get(id) ?? first.runId;
}
