/** Opens the source of an export: a run's conversations and, if a scan is named, its findings. */
import { hasCode } from "../../kernel/errors.ts";
import type { ModelId, RunId, TranscriptId } from "../../schema/ids.ts";
import type { RunManifest } from "../../schema/run/manifest.ts";
import type { StoredRunPlan } from "../../schema/run/run-plan.ts";
import type { Transcript, TranscriptHeader } from "../../schema/run/transcript.ts";

import { listScans, locateRun } from "../../store/find.ts";
import { runDirectoryAt } from "../../store/layout.ts";
import { plannedTranscripts } from "../../store/planned-run.ts";
import { openRun, type RunStore } from "../../store/run-store.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import type { KnownConversation, TableSource } from "../../tables/table.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { openEvidence, openScan } from "../open-scan.ts";

/** `any`: a run's only scan, or none if it has none. */
export type WantedScan = "none" | "any" | "one";

export interface ExportSource {
  readonly runs: readonly RunStore[];
  readonly scan: ScanStore | null;
  /** Yields transcripts in the order of the plans. */
  transcripts(): AsyncIterable<Transcript>;
}

/** Opens the run or the scan at a path. Checks that a scan's evidence is whole. */
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
    if (!hasCode(error, "IB_NO_SUCH_RUN")) throw error;
    // Tries the path as a scan; if it is neither, the error says that it is no run.
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
        // A run that was interrupted at its last step has every transcript but no manifest.
        if (hasCode(error, "IB_NO_SUCH_ARTIFACT")) return null;
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
  if (chosen.length === 0) throw apiErrors.IB_NOTHING_TO_EXPORT(model, known);
  return chosen;
}

/** Reads what the plans know of each conversation; for an imported one, its own header. */
export async function knowConversations(
  stores: readonly RunStore[],
  runs: readonly PlannedRun[],
  scan: ScanStore | null,
): Promise<TableSource["conversation"]> {
  const imported = new Map(
    runs.flatMap(({ plan }) =>
      plan.harness === "import"
        ? plan.conversations.map(({ transcript_id, imported_id }) => [transcript_id, imported_id] as const)
        : [],
    ),
  );
  const planned = (await scan?.readPlan())?.transcripts ?? [];
  const complete = new Map(planned.map((each) => [each.transcript_id, each.complete]));
  const storeOf = await placeTranscripts(stores);
  const know = async (id: TranscriptId, header?: TranscriptHeader): Promise<KnownConversation> => {
    const store = storeOf(id);
    const known = {
      run_id: store.runId,
      imported_id: imported.get(id) ?? null,
      complete: complete.get(id) ?? null,
    };
    if (!imported.has(id)) return { ...known, at: null, labels: null, metadata: null };
    const { at = null, labels = null, metadata = null } = header ?? (await store.readTranscript(id)).header;
    return { ...known, at, labels, metadata };
  };
  // Rows about a conversation are consecutive.
  let last: { readonly id: TranscriptId; readonly known: Promise<KnownConversation> } | undefined;
  return (id, header) => {
    if (last?.id !== id) last = { id, known: know(id, header) };
    return last.known;
  };
}

async function placeTranscripts(stores: readonly RunStore[]): Promise<(id: TranscriptId) => RunStore> {
  const [first, ...others] = stores;
  if (first === undefined) throw new RangeError("there is no run to export");
  if (others.length === 0) return () => first;
  const places = new Map<TranscriptId, RunStore>();
  for (const store of stores) for (const id of await store.listTranscripts()) places.set(id, store);
  return (id) => places.get(id) ?? first;
}
