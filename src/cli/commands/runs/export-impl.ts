import { formatQuantity } from "../../../domain/number-words.ts";
import type { ExportFormat, ExportTableOptions } from "../../../index.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import { cliErrors } from "../../errors.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";

interface ExportFlags extends CommonFlags {
  readonly to: ExportFormat | "hf";
  readonly table?: ExportTableOptions["table"];
  readonly all: boolean;
  readonly model?: string;
  readonly scores: boolean;
  readonly out?: string;
}

/** What else was typed, as options have it. */
function destination(context: CliContext, { out, model, json }: ExportFlags) {
  return {
    signal: context.signal,
    ...(model === undefined ? {} : { model }),
    ...(out === undefined ? {} : { file: out }),
    // One JSON document holds it all; otherwise it is printed as it comes.
    ...(json || out !== undefined
      ? {}
      : { write: (piece: string) => void context.process.stdout.write(piece) }),
  };
}

export async function runExport(this: CliContext, flags: ExportFlags, run: string): Promise<void> {
  const { to, table } = flags;
  if (to === "hf") return exportCorpus(this, flags, run);
  if (table === undefined) return exportConversations(this, flags, to, run);
  if (to === "chat-jsonl" || to === "inspect")
    throw cliErrors.IB_NOT_SUCH_AN_EXPORT(
      `${to} holds whole conversations, not a table.`,
      "Write a table with --to parquet, csv or jsonl.",
    );
  const { out: _, ...common } = flags;
  const exported = await openBench(this, common).exportTable(run, {
    ...destination(this, flags),
    table,
    to,
    all: flags.all,
  });
  const { runIds: run_ids, scanId: scan_id, format, rows, path, content } = exported;
  if (flags.json) printJson(this, { run_ids, scan_id, table, format, rows, path, content });
  else if (path !== null) print(this, `${path}: ${formatQuantity(rows, "row")}`);
}

async function exportConversations(
  context: CliContext,
  flags: ExportFlags,
  to: ExportFormat,
  run: string,
): Promise<void> {
  const { out: _, scores, ...common } = flags;
  const options = { ...destination(context, flags), to, scores };
  const exported = await openBench(context, common).export(run, options);
  const { runId: run_id, scanId: scan_id, leftOut: left_out, path, content } = exported;
  const { format, conversations, messages } = exported;
  if (flags.json) {
    printJson(context, { run_id, scan_id, format, conversations, messages, left_out, path, content });
    return;
  }
  if (left_out > 0) {
    const words = formatQuantity(
      left_out,
      "conversation without a reply was",
      "conversations without a reply were",
    );
    context.process.stderr.write(`${words} left out.\n`);
  }
  if (path === null) return;
  const counts = `${formatQuantity(conversations, "conversation")}, ${formatQuantity(messages, "message")}`;
  print(context, `${path}: ${counts}${scan_id === null ? "" : `, with the scores of ${scan_id}`}`);
}

async function exportCorpus(context: CliContext, flags: ExportFlags, what: string): Promise<void> {
  const { out, ...common } = flags;
  if (what !== "corpus" || flags.table !== undefined)
    throw cliErrors.IB_NOT_SUCH_AN_EXPORT(
      "A dataset folder for Hugging Face is of the corpus alone.",
      "Type `corpus` in the place of the run, and no --table.",
    );
  if (out === undefined)
    throw cliErrors.IB_NOT_SUCH_AN_EXPORT(
      "A dataset is a folder, and cannot be printed.",
      "Name it with --out.",
    );
  const { directory, files } = await openBench(context, common).exportCorpus(out);
  if (flags.json) printJson(context, { directory, files });
  else print(context, `${directory}: ${files.map(({ name, rows }) => `${name} (${rows})`).join(", ")}`);
}
