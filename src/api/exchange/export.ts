import { chatLine } from "../../exchange/chat-jsonl.ts";
import type { ExportedRun, ExportFormat } from "../../exchange/export-format.ts";
import { inspectLog } from "../../exchange/inspect-log.ts";
import { messageCsv } from "../../exchange/message-tables.ts";
import { assertNever } from "../../kernel/errors.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import { writeAtomically, writeBytes } from "../../store/atomic-write.ts";
import { MissingArtefactError } from "../../store/errors.ts";
import { locateRun } from "../../store/find.ts";
import { plannedTranscripts } from "../../store/planned-run.ts";
import { openRun, type RunStore } from "../../store/run-store.ts";
import type { BenchContext } from "../bench-context.ts";
import { BinaryExportError, NothingToExportError } from "../errors.ts";

export interface ExportOptions {
  readonly to: ExportFormat;
  /** Only the conversations of one model. @default all */
  readonly model?: string;
  /** Where to write it. @default the result carries it as text, which parquet cannot be */
  readonly file?: string;
}

export interface ExportResult {
  readonly runId: string;
  readonly format: ExportFormat;
  readonly conversations: number;
  readonly messages: number;
  /** Conversations in which no reply was had; chat-jsonl leaves them out. */
  readonly leftOut: number;
  /** Exactly one of the two is null. */
  readonly path: string | null;
  readonly content: string | null;
}

/** A run's conversations for other tools. */
export async function exportRun(
  context: BenchContext,
  run: string,
  options: ExportOptions,
): Promise<ExportResult> {
  if (options.to === "parquet" && options.file === undefined) throw new BinaryExportError();
  const { results, runId } = await locateRun(run, context.results);
  const store = await openRun({ results, runId, mode: "read" });
  const all = await Array.fromAsync(plannedTranscripts(store));
  const transcripts = all.filter(
    ({ header }) => options.model === undefined || header.model_id === options.model,
  );
  if (transcripts.length === 0) {
    throw new NothingToExportError(options.model ?? "", [
      ...new Set(all.map(({ header }) => header.model_id)),
    ]);
  }
  const { bytes, text, written } = await render(transcripts, await describeRun(store, context), options.to);
  if (options.file !== undefined) {
    if (bytes !== null) await writeBytes(options.file, bytes);
    else await writeAtomically(options.file, text ?? "");
  }
  return {
    runId,
    format: options.to,
    conversations: written.length,
    messages: written.reduce((sum, { messages }) => sum + messages.length, 0),
    leftOut: transcripts.length - written.length,
    path: options.file ?? null,
    content: options.file === undefined ? text : null,
  };
}

interface Rendered {
  readonly text: string | null;
  readonly bytes: Uint8Array | null;
  /** What is in it: all of them but in chat-jsonl. */
  readonly written: readonly Transcript[];
}

async function render(
  transcripts: readonly Transcript[],
  run: ExportedRun,
  format: ExportFormat,
): Promise<Rendered> {
  switch (format) {
    case "chat-jsonl": {
      const lines = transcripts.flatMap((transcript) => {
        const line = chatLine(transcript, run);
        return line === null ? [] : [{ transcript, line }];
      });
      const text = lines.map(({ line }) => `${JSON.stringify(line)}\n`).join("");
      return { text, bytes: null, written: lines.map(({ transcript }) => transcript) };
    }
    case "inspect": {
      const text = `${JSON.stringify(inspectLog(transcripts, run), null, 2)}\n`;
      return { text, bytes: null, written: transcripts };
    }
    case "csv":
      return { text: messageCsv(transcripts, run.runId), bytes: null, written: transcripts };
    case "parquet": {
      const { messageParquet } = await import("../../exchange/message-parquet.ts");
      return { text: null, bytes: messageParquet(transcripts, run.runId), written: transcripts };
    }
    default:
      return assertNever(format);
  }
}

async function describeRun(store: RunStore, context: BenchContext): Promise<ExportedRun> {
  const plan = await store.readRunPlan();
  const manifest = await store.readManifest().catch((error: unknown) => {
    // A run whose last step was cut off has every transcript and no manifest.
    if (error instanceof MissingArtefactError) return null;
    throw error;
  });
  const conversations = plan.harness === "import" ? plan.conversations : [];
  return {
    runId: store.runId,
    systemPrompt: plan.harness === "import" ? null : plan.system_prompt,
    madeAt: manifest?.finished_at ?? new Date(context.clock.now()).toISOString(),
    importedIds: new Map(conversations.map(({ transcript_id, imported_id }) => [transcript_id, imported_id])),
  };
}
