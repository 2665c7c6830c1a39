import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import type { Corpus } from "../../corpus/corpus.ts";
import { BadImportError } from "../../exchange/errors.ts";
import type {
  ForeignConversation,
  ForeignRecord,
  ImportChanges,
} from "../../exchange/foreign-conversation.ts";
import { foreignFormats } from "../../exchange/foreign-formats.ts";
import { planImport } from "../../exchange/plan-import.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import { RunId } from "../../schema/ids.ts";
import { MANIFEST_VERSION, type RunManifest } from "../../schema/run/manifest.ts";
import type { ImportFormat, ImportPlan } from "../../schema/run/run-plan.ts";
import { readJsonArtefact, readJsonRecords } from "../../store/artefact-files.ts";
import { ArtefactError, MissingArtefactError } from "../../store/errors.ts";
import { openRun } from "../../store/run-store.ts";
import { type BenchContext, packContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { BadRunIdError, NoSuchFileError, UnreadableImportError } from "../errors.ts";
import { nameRun, readLabel } from "../runs.ts";

export interface ImportOptions extends Stoppable {
  readonly from: ImportFormat;
  /** For conversations without a scenario; tags of the corpus. */
  readonly tags?: readonly string[];
  /** For conversations that name no model. @default "imported/unnamed" */
  readonly model?: string;
  readonly runId?: string;
  /** What the release is called, such as "v2.3". */
  readonly label?: string;
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
}

/** Other tools' conversations as a run that can be scanned. All of them, or none and an error that names the fault. */
export async function importConversations(
  context: BenchContext,
  files: readonly string[],
  options: ImportOptions,
): Promise<ImportResult> {
  const signal = signalOf(options);
  const id = options.runId ?? nameRun(context.clock.now());
  const runId = RunId.safeParse(id);
  if (!runId.success) throw new BadRunIdError(id);
  const conversations: ForeignConversation[] = [];
  for (const file of files) {
    for await (const record of importRecords(file, options.from)) {
      signal.throwIfAborted();
      conversations.push(...foreignFormats[options.from].read(record));
    }
  }
  if (conversations.length === 0) {
    const place = { file: files.join(", "), path: [] };
    throw new BadImportError(place, "there is no conversation in it", "Check that this is the right file.");
  }
  const request = {
    format: options.from,
    files: await Promise.all(files.map(describeFile)),
    conversations,
    tags: options.tags ?? [],
    model: options.model ?? null,
    ...(options.label === undefined ? {} : { label: readLabel(options.label) }),
  };
  const { plan, transcripts } = planImport(request, await withTagsOfPacks(context));
  const begun = context.clock.now();
  const store = await openRun({ results: context.results, runId: runId.data, mode: "create" });
  try {
    for (const transcript of transcripts) {
      signal.throwIfAborted();
      await store.writeTranscript(transcript);
    }
    // The plan makes the folder a run; what was cut short before has none, and can be imported again.
    await store.writeRunPlan(plan);
    const complete = transcripts.filter(({ header }) => header.complete).length;
    await store.writeManifest(
      importManifest(runId.data, plan, complete, { begun, finished: context.clock.now() }),
    );
    return {
      runId: runId.data,
      directory: store.directory,
      plan,
      incomplete: transcripts.length - complete,
      untagged: transcripts.filter(({ header }) => header.tags?.length === 0).length,
      changes: sumChanges(conversations),
    };
  } finally {
    await store.close();
  }
}

/** A conversation may have tags that the own checks of a pack read. */
async function withTagsOfPacks(context: BenchContext): Promise<Corpus> {
  const corpus = await context.corpus();
  const packs = await Promise.all(context.packs.map((pack) => packContext(context, pack).corpus()));
  return packs.length === 0 ? corpus : { ...corpus, tags: { tags: packs.flatMap(({ tags }) => tags.tags) } };
}

async function describeFile(path: string): Promise<{ name: string; hash: string }> {
  const hash = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  return { name: basename(path), hash };
}

function sumChanges(conversations: readonly ForeignConversation[]): ImportChanges {
  const sum = (count: keyof ImportChanges) =>
    conversations.reduce((total, { changes }) => total + changes[count], 0);
  return {
    joined: sum("joined"),
    toolMessages: sum("toolMessages"),
    reasoningParts: sum("reasoningParts"),
  };
}

/** A key called `schema_version` in somebody else's file is none of ours. */
const ANY_VERSION = Number.POSITIVE_INFINITY;

/** The records of a file of another tool: its lines, or the whole of it. */
async function* importRecords(file: string, from: ImportFormat): AsyncGenerator<ForeignRecord> {
  const place = { file, path: [] };
  try {
    if (!foreignFormats[from].isLines(file)) {
      yield { value: await readJsonArtefact(file, z.unknown(), ANY_VERSION), place };
      return;
    }
    const records = readJsonRecords(file, z.unknown(), { version: ANY_VERSION, tornLastLine: "refuse" });
    for await (const { value, line } of records) yield { value, place: { ...place, line: line.number } };
  } catch (error) {
    if (error instanceof MissingArtefactError) throw new NoSuchFileError(file, { cause: error });
    throw error instanceof ArtefactError ? new UnreadableImportError(error, from) : error;
  }
}

/** How an import went: no model was asked, and nothing was spent. */
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
