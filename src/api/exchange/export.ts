import { chatLine } from "../../exchange/chat-jsonl.ts";
import type { ConversationFormat, ExportedRun } from "../../exchange/export-format.ts";
import { assertNever } from "../../kernel/errors.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { TableFormat } from "../../tables/write-table.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { type Delivered, type Destination, deliver } from "./deliver.ts";
import { inspectLog } from "./export-inspect.ts";
import {
  chosenModels,
  type ExportSource,
  openExportSource,
  type PlannedRun,
  readPlans,
} from "./export-source.ts";
import { writeTable } from "./export-table.ts";

/** Whole conversations, or the table of their messages. */
export type ExportFormat = ConversationFormat | TableFormat;

export interface ExportOptions extends Destination, Stoppable {
  readonly to: ExportFormat;
  /** Only the conversations of one model. @default all */
  readonly model?: string;
  /** Whether an Inspect log includes the scan's findings. @default where there is a scan */
  readonly scores?: boolean;
}

export interface ExportResult extends Delivered {
  readonly runId: string;
  readonly format: ExportFormat;
  readonly conversations: number;
  readonly messages: number;
  /** Conversations without any reply; chat-jsonl leaves them out. */
  readonly leftOut: number;
  /** Scan whose scores the export includes. */
  readonly scanId: string | null;
}

/** Exports a run's conversations for other tools, one after the other. */
export async function exportRun(
  context: BenchContext,
  path: string,
  options: ExportOptions,
): Promise<ExportResult> {
  const isScored = options.to === "inspect" && options.scores !== false;
  const opened = await openExportSource(context, path, isScored ? "any" : "none");
  const runs = await readPlans(opened.runs);
  const models = new Set<string>(chosenModels(runs, options.model));
  const signal = signalOf(options);
  const counts = { conversations: 0, messages: 0, leftOut: 0 };
  const source: ExportSource = {
    ...opened,
    async *transcripts() {
      // An Inspect export reads the conversations twice.
      Object.assign(counts, { conversations: 0, messages: 0 });
      for await (const transcript of opened.transcripts()) {
        signal.throwIfAborted();
        if (!models.has(transcript.header.model_id)) continue;
        counts.conversations += 1;
        counts.messages += transcript.messages.length;
        yield transcript;
      }
    },
  };
  const run = describeRun(runs, context);
  const leave = ({ messages }: Transcript) => {
    counts.conversations -= 1;
    counts.messages -= messages.length;
    counts.leftOut += 1;
  };
  const delivered = await deliverAs(source, run, [...models], leave, options);
  return {
    runId: run.runId,
    format: options.to,
    ...counts,
    scanId: opened.scan?.scanId ?? null,
    ...delivered,
  };
}

async function deliverAs(
  source: ExportSource,
  run: ExportedRun,
  models: readonly string[],
  leave: (transcript: Transcript) => void,
  options: ExportOptions,
): Promise<Delivered> {
  const { to } = options;
  switch (to) {
    case "chat-jsonl":
      return deliver(chatLines(source, run, leave), options);
    case "inspect":
      return deliver(await inspectLog(source, run, models), options);
    case "csv":
    case "jsonl":
    case "parquet":
      return (await writeTable(source, { ...options, to, table: "messages" })).delivered;
    default:
      return assertNever(to);
  }
}

async function* chatLines(
  source: ExportSource,
  run: ExportedRun,
  leave: (transcript: Transcript) => void,
): AsyncGenerator<string> {
  for await (const transcript of source.transcripts()) {
    const line = chatLine(transcript, run);
    if (line === null) leave(transcript);
    else yield `${JSON.stringify(line)}\n`;
  }
}

/** Runs that are judged as one have the same prompt. */
function describeRun(runs: readonly PlannedRun[], context: BenchContext): ExportedRun {
  const [first] = runs;
  const imported = runs.flatMap(({ plan }) => (plan.harness === "import" ? plan.conversations : []));
  return {
    runId: runs.map(({ runId }) => runId).join(" "),
    systemPrompt: first === undefined || first.plan.harness === "import" ? null : first.plan.system_prompt,
    madeAt: first?.manifest?.finished_at ?? new Date(context.clock.now()).toISOString(),
    importedIds: new Map(imported.map(({ transcript_id, imported_id }) => [transcript_id, imported_id])),
  };
}
