import { rm } from "node:fs/promises";
import { basename } from "node:path";
import type { Corpus } from "../../corpus/corpus.ts";
import { BadShare } from "../../exchange/bad-share.ts";
import { BadImportError } from "../../exchange/errors.ts";
import type { BadRecord, ImportChanges } from "../../exchange/foreign-conversation.ts";
import { ImportPlanner } from "../../exchange/plan-import.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import { RunId } from "../../schema/ids.ts";
import { MANIFEST_VERSION, type RunManifest } from "../../schema/run/manifest.ts";
import type { ImportFormat, ImportPlan } from "../../schema/run/run-plan.ts";
import { runDirectory } from "../../store/layout.ts";
import { openRun, type RunStore } from "../../store/run-store.ts";
import { type BenchContext, packContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { declaredAbilities, type WantedAbilities } from "../eval/declared-abilities.ts";
import { nameRun, readLabel } from "../runs/name-run.ts";
import { type QuarantineFile, quarantineFile } from "./quarantine-file.ts";
import { readLog } from "./read-log.ts";

/** One record in a hundred: a real log has a few bad ones, and a wrong file has more. */
export const MAX_BAD_SHARE = 0.01;

export interface ImportOptions extends Stoppable {
  readonly from: ImportFormat;
  /** Tags of the corpus, for conversations without a scenario. */
  readonly tags?: readonly string[];
  /** Model name for conversations that have none. @default "imported/unnamed" */
  readonly model?: string;
  readonly runId?: string;
  /** Release label, such as "v2.3". */
  readonly label?: string;
  /** Real abilities of the product, as for a run. @default nothing */
  readonly can?: WantedAbilities;
  /** Share of records that may be bad and are left out, from 0 to 1. @default 0.01 */
  readonly maxBadShare?: number;
  /** File that lists bad records. @default `quarantine.jsonl` in the run's folder */
  readonly quarantine?: string;
  /** Content of the file "-". @default the process's standard input */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  /** Called after every conversation with the progress. */
  onProgress?(progress: ImportProgress): void;
}

export interface ImportProgress {
  readonly conversations: number;
  readonly quarantined: number;
  /** Size of the files on disk. */
  readonly bytes: number;
}

export interface ImportResult {
  readonly runId: string;
  readonly directory: string;
  readonly plan: ImportPlan;
  /** Conversations of a scenario that stop before its end. */
  readonly incomplete: number;
  /** Conversations without a scenario and without a tag: only checks that apply to any conversation look at them. */
  readonly untagged: number;
  readonly changes: ImportChanges;
  /** Unreadable records that were left out, and the file that lists them. */
  readonly quarantined: { readonly records: number; readonly file: string } | null;
}

/**
 * Imports other tools' conversations as a run that can be scanned. Imports everything readable, or nothing if too
 * much is unreadable.
 */
export async function importConversations(
  context: BenchContext,
  files: readonly string[],
  options: ImportOptions,
): Promise<ImportResult> {
  const id = options.runId ?? nameRun(context.clock.now());
  const runId = RunId.safeParse(id);
  if (!runId.success) throw apiErrors.IB_BAD_RUN_ID(id);
  const { from, tags = [], model = null } = options;
  const label = options.label === undefined ? {} : { label: readLabel(options.label) };
  const can = declaredAbilities(options.can, context.config.http_harness?.can);
  const request = { format: from, tags, model, ...label, ...(can === undefined ? {} : { can }) };
  const planner = new ImportPlanner(request, await withTagsOfPacks(context));
  const begun = context.clock.now();
  const store = await openRun({ results: context.results, runId: runId.data, mode: "create" });
  const quarantine = quarantineFile(
    options.quarantine ?? runDirectory(context.results, runId.data).quarantine,
  );
  try {
    const { counts, ...read } = await writeTranscripts(files, options, { planner, store, quarantine });
    if (counts.conversations === 0) {
      const place = { file: files.join(", "), path: [] };
      throw new BadImportError(place, "there is no conversation in it", "Check that this is the right file.");
    }
    await quarantine.close();
    const quarantined = counts.bad === 0 ? null : { records: counts.bad, file: quarantine.path };
    const plan = planner.finish({
      files: read.files,
      ...(quarantined === null
        ? {}
        : {
            quarantined: {
              records: quarantined.records,
              // A relative name keeps the quarantine file beside the plan if the run's folder moves.
              file: options.quarantine ?? basename(quarantined.file),
              max_share: maxBadShareOf(options),
            },
          }),
    });
    // The plan makes the folder a run; an import that was interrupted earlier has none.
    await store.writeRunPlan(plan);
    const complete = counts.conversations - counts.incomplete;
    const time = { begun, finished: context.clock.now() };
    await store.writeManifest(importManifest(runId.data, plan, complete, time));
    const { incomplete, untagged, changes } = counts;
    await store.close();
    return {
      runId: runId.data,
      directory: store.directory,
      plan,
      incomplete,
      untagged,
      changes,
      quarantined,
    };
  } catch (error) {
    await quarantine.close();
    await store.close();
    await rm(store.directory, { recursive: true, force: true });
    throw error;
  }
}

function maxBadShareOf({ maxBadShare = MAX_BAD_SHARE }: ImportOptions): number {
  return maxBadShare;
}

interface ImportWork {
  readonly planner: ImportPlanner;
  readonly store: RunStore;
  readonly quarantine: QuarantineFile;
}

/** Number of files written at a time: each waits for the disk. */
const WRITES_AT_A_TIME = 16;

async function writeTranscripts(files: readonly string[], options: ImportOptions, work: ImportWork) {
  const { planner, store, quarantine } = work;
  const signal = signalOf(options);
  const share = new BadShare(maxBadShareOf(options));
  const counts = { conversations: 0, incomplete: 0, untagged: 0, bad: 0, bytes: 0 };
  const changes = { joined: 0, toolMessages: 0, reasoningParts: 0 };
  const read: { name: string; hash: string }[] = [];
  const writing = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const onBad = async (bad: BadRecord) => {
    counts.bad += 1;
    await quarantine.add(bad);
    share.addBad(bad);
  };
  const conversations = readLog(files, {
    from: options.from,
    // Checked here instead: the share counts unreadable records and those that do not fit the corpus together.
    maxBadShare: 1,
    onBad,
    signal,
    onBytes: (bytes) => {
      counts.bytes += bytes;
    },
    onFile: (file) => read.push(file),
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
  });
  try {
    for await (const conversation of conversations) {
      try {
        const transcript = planner.add(conversation);
        const written = store
          .writeTranscript(transcript)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => writing.delete(written));
        writing.add(written);
        counts.conversations += 1;
        counts.incomplete += Number(!transcript.header.complete);
        counts.untagged += Number(transcript.header.tags?.length === 0);
        changes.joined += conversation.changes.joined;
        changes.toolMessages += conversation.changes.toolMessages;
        changes.reasoningParts += conversation.changes.reasoningParts;
        share.addGood();
      } catch (error) {
        if (!(error instanceof BadImportError)) throw error;
        await onBad({ place: error.place, reason: error.problem, hint: error.advice });
      }
      if (writing.size >= WRITES_AT_A_TIME) await Promise.race(writing);
      if (failures.length > 0) throw failures[0];
      options.onProgress?.({
        conversations: counts.conversations,
        quarantined: counts.bad,
        bytes: counts.bytes,
      });
    }
    share.settle();
  } finally {
    // Waits for all writes, so that none runs on after an error.
    await Promise.all(writing);
  }
  if (failures.length > 0) throw failures[0];
  return { files: read, counts: { ...counts, changes } };
}

/** Builds an import's manifest: it asks no model and spends nothing. */
export function importManifest(
  runId: RunId,
  plan: ImportPlan,
  complete: number,
  time: { readonly begun: number; readonly finished: number },
): RunManifest {
  const { conversations: planned } = plan.totals;
  return {
    schema_version: MANIFEST_VERSION,
    run_id: runId,
    tool_version: toolVersion(),
    node_version: process.versions.node,
    plan_hash: plan.fingerprint.hash,
    started_at: new Date(time.begun).toISOString(),
    finished_at: new Date(time.finished).toISOString(),
    legs: 1,
    conversations: { planned, complete, incomplete: planned - complete },
    private: true,
    corpus_hash: plan.corpus.hash,
    target: {
      calls: 0,
      failed: 0,
      lost_in_flight: 0,
      retries: 0,
      usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
      cost_usd: 0,
    },
  };
}

/** Accepts tags that only a pack's own checks read. */
async function withTagsOfPacks(context: BenchContext): Promise<Corpus> {
  const corpus = await context.corpus();
  const packs = await Promise.all(context.packs.map((pack) => packContext(context, pack).corpus()));
  return packs.length === 0 ? corpus : { ...corpus, tags: { tags: packs.flatMap(({ tags }) => tags.tags) } };
}
