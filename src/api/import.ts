import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { BadImportError } from "../exchange/bad-import-error.ts";
import type { ForeignConversation, ImportChanges } from "../exchange/foreign-conversation.ts";
import { foreignFormats } from "../exchange/foreign-formats.ts";
import { planImport } from "../exchange/plan-import.ts";
import { RunId } from "../schema/ids.ts";
import type { ImportFormat, ImportPlan } from "../schema/import-plan.ts";
import { openRun } from "../store/run-store.ts";
import { BadRunIdError } from "./bad-run-id-error.ts";
import { importManifest } from "./import-manifest.ts";
import { importRecords } from "./import-records.ts";
import { nameRun } from "./name-run.ts";
import type { Workshop } from "./workshop.ts";

export interface ImportOptions {
  readonly from: ImportFormat;
  /** For conversations without a scenario; tags of the corpus. */
  readonly tags?: readonly string[];
  /** For conversations that name no model. @default "imported/unnamed" */
  readonly model?: string;
  readonly runId?: string;
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
  workshop: Workshop,
  files: readonly string[],
  options: ImportOptions,
  signal: AbortSignal,
): Promise<ImportResult> {
  const id = options.runId ?? nameRun(workshop.clock.now());
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
  };
  const { plan, transcripts } = planImport(request, await workshop.corpus());
  const begun = workshop.clock.now();
  const store = await openRun({ results: workshop.results, runId: runId.data, mode: "create" });
  try {
    for (const transcript of transcripts) {
      signal.throwIfAborted();
      await store.writeTranscript(transcript);
    }
    // The plan makes the folder a run; what was cut short before has none, and can be imported again.
    await store.writeRunPlan(plan);
    const complete = transcripts.filter(({ header }) => header.complete).length;
    await store.writeManifest(
      importManifest(runId.data, plan, complete, { begun, finished: workshop.clock.now() }),
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
