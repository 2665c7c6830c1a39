/** import, export, runs: the commands that convert a run's conversations from and to other tools' files, and remove runs. */
import { buildRouteMap } from "@stricli/core";
import { formatQuantity } from "../../domain/number-words.ts";
import type { Bench, ExportOptions, ExportTableOptions } from "../../index.ts";
import { defined } from "../../kernel/defined.ts";
import { arg, as, type CommandCall, command, flag, required } from "../command.ts";
import { canAsk, isAgreed } from "../context.ts";
import { cliErrors } from "../errors.ts";
import { IMPORT_FORMATS } from "../flag-values.ts";
import { queueFlags, resultsFlags, runFlags, takingOverFlags, workFlags } from "../flags.ts";
import { queueAddress } from "../open-bench.ts";

export const importCommand = command({
  brief: "Bring in conversations of other tools, to be scanned",
  about:
    "A conversation with a `scenario_id` is judged as that scenario; any other by the checks for any conversation and those that its tags or --tags select.\n" +
    "Records that cannot be read are named in a quarantine file and left out; more than --max-bad-share of them, and nothing is imported.\n" +
    "A log of any size is read as a stream. Imports are private, and may hold real people's words: see `runs delete`.",
  examples: [
    ["chats.jsonl --from chat-jsonl --tags caregiver_burden", "Your own logs"],
    ["log.json --from inspect", "A log of Inspect AI"],
    ["spans.jsonl.gz --from otel", "Traces of OpenTelemetry, packed"],
    ["- --from chat-jsonl", "What is piped in"],
  ],
  rest: arg("file", "Logs: plain, gzip, zstd or Parquet; - is piped in"),
  flags: {
    ...resultsFlags,
    from: required(flag.choice(IMPORT_FORMATS, "The tool or format that the files are of")),
    tags: flag.list(
      "tag",
      "What the conversations are about, for those without a scenario; tags of the corpus",
    ),
    model: flag.text("name", "Who replied, for conversations that do not say [default: imported/unnamed]"),
    runId: runFlags.runId,
    label: runFlags.label,
    can: runFlags.can,
    maxBadShare: flag.share(
      "share",
      "Share of records that may be bad and go to quarantine; more stop it [default: 0.01]",
    ),
    quarantine: flag.text(
      "file",
      "Where bad records are named [default: quarantine.jsonl in the run's folder]",
    ),
    progress: workFlags.progress,
    quiet: workFlags.quiet,
  },
  async run({ bench, options: { quiet, progress, ...options }, context }, ...files) {
    const { importProgress } = await import("../import-progress.ts");
    const given = defined({
      ...options,
      onProgress: importProgress(context, { quiet, progress }),
      stdin: files.includes("-") ? context.stdin : undefined,
    });
    return bench.import(files, given);
  },
  json: ({ runId: run_id, directory, incomplete, untagged, changes, quarantined, plan: run_plan }) => ({
    run_id,
    directory,
    incomplete,
    untagged,
    changes,
    quarantined,
    run_plan,
  }),
  async text(imported, { context }) {
    const { nextScan } = await import("../progress-control.ts");
    const { plan, directory, incomplete, untagged, changes, quarantined } = imported;
    const { conversations, turns } = plan.totals;
    const notes = [
      [
        changes.joined,
        "message was joined",
        "messages were joined",
        "to the one before: the same side spoke",
      ],
      [changes.toolMessages, "tool call or result was", "tool calls or results were", "left out"],
      [changes.reasoningParts, "reasoning part was", "reasoning parts were", "left out"],
      [incomplete, "conversation stops", "conversations stop", "before its scenario ends: in no rate"],
      [
        untagged,
        "conversation has",
        "conversations have",
        "no scenario and no tag: a judge looks for what calls for safety and compliance, and --tags calls for more (`list tags`)",
      ],
    ] as const;
    return [
      `Imported ${formatQuantity(conversations, "conversation")} with ${formatQuantity(turns, "turn")} of ${plan.models.map((known) => known.model_id).join(", ")}`,
      ...notes.flatMap(([count, one, many, rest]) =>
        count === 0 ? [] : [`${formatQuantity(count, one, many)} ${rest}.`],
      ),
      ...(quarantined === null
        ? []
        : [
            `${formatQuantity(quarantined.records, "record")} could not be read and ${quarantined.records === 1 ? "is" : "are"} in no number: ${quarantined.file} says which and why.`,
          ]),
      `Run ${imported.runId}, written to ${directory}`,
      "",
      ...nextScan(context, imported),
    ].join("\n");
  },
});

// Spelled out so that `--help` need not load the writers.
const EXPORT_FORMATS = ["chat-jsonl", "inspect", "csv", "parquet", "jsonl", "hf"] as const;
const TABLE_NAMES = ["messages", "verdicts", "votes", "findings", "scorecards", "costs"] as const;

/** Result of an export, for --json and for the text about a file. */
interface Exported {
  readonly document: object;
  readonly told?: string;
  readonly leftOut?: number;
}

export const exportCommand = command({
  brief: "Write conversations, verdicts, scores or the corpus for other tools",
  about:
    "Tables have the same columns and values in csv, parquet and jsonl; docs/tables.md has what each means. A scan must be finished.\n" +
    "chat-jsonl can be imported again. hf writes a dataset folder for Hugging Face. Here --out names the file, not the results folder.",
  examples: [
    ["my-run --table verdicts --to parquet --out verdicts.parquet", "For a data frame"],
    ["my-run --to inspect --model sim/careful --out log.json", "For Inspect's viewer"],
    ["corpus --to hf --out dataset", "Scenarios, checks and golden cards"],
  ],
  args: [arg("run", "A run or a scan, by its directory or its name below results; `corpus` with --to hf")],
  flags: {
    to: required(flag.choice(EXPORT_FORMATS, "Format to write")),
    table: flag.choice(TABLE_NAMES, "Which table, in csv, parquet or jsonl [default: messages]"),
    all: flag.on("Also verdicts of checks that do not look at a conversation"),
    model: flag.text("model", "Only what concerns this model"),
    scores: {
      kind: "boolean",
      default: true,
      brief: "In a log of Inspect: what the scan found [default: where there is one]",
    },
    out: as(
      "file",
      flag.text("file", "File to write [default: printed; parquet needs one], or the folder of hf"),
    ),
  },
  async run({ bench, options: { to, table, all, scores, ...options }, context, where }, run) {
    if (to === "hf") return exportCorpus(bench, run, table, options.file);
    // Collects everything for a JSON document; otherwise prints as it comes.
    const isPrinted = !where.json && options.file === undefined;
    const write = (piece: string) => void context.process.stdout.write(piece);
    const given = { ...options, ...(isPrinted && { write }) };
    if (table === undefined) return exportConversations(bench, run, { ...given, to, scores });
    if (to === "chat-jsonl" || to === "inspect")
      throw cliErrors.IB_NOT_SUCH_AN_EXPORT(
        `${to} holds whole conversations, not a table.`,
        "Write a table with --to parquet, csv or jsonl.",
      );
    return exportTable(bench, run, { ...given, table, to, all });
  },
  json: ({ document }) => document,
  text({ told, leftOut = 0 }, { context }) {
    const words = ["conversation without a reply was", "conversations without a reply were"] as const;
    if (leftOut > 0) context.process.stderr.write(`${formatQuantity(leftOut, ...words)} left out.\n`);
    return told;
  },
});

async function exportTable(bench: Bench, run: string, options: ExportTableOptions): Promise<Exported> {
  const exported = await bench.exportTable(run, options);
  const { runIds: run_ids, scanId: scan_id, table, format, rows, path, content } = exported;
  const document = { run_ids, scan_id, table, format, rows, path, content };
  return path === null ? { document } : { document, told: `${path}: ${formatQuantity(rows, "row")}` };
}

async function exportConversations(bench: Bench, run: string, options: ExportOptions): Promise<Exported> {
  const exported = await bench.export(run, options);
  const { runId: run_id, scanId: scan_id, leftOut, path, content } = exported;
  const { format, conversations, messages } = exported;
  const document = {
    ...{ run_id, scan_id, format, conversations, messages },
    ...{ left_out: leftOut, path, content },
  };
  const counts = `${formatQuantity(conversations, "conversation")}, ${formatQuantity(messages, "message")}`;
  const told = `${path}: ${counts}${scan_id === null ? "" : `, with the scores of ${scan_id}`}`;
  return { document, leftOut, ...(path !== null && { told }) };
}

async function exportCorpus(
  bench: Bench,
  what: string,
  table: string | undefined,
  folder: string | undefined,
): Promise<Exported> {
  if (what !== "corpus" || table !== undefined)
    throw cliErrors.IB_NOT_SUCH_AN_EXPORT(
      "A dataset folder for Hugging Face is of the corpus alone.",
      "Type `corpus` in the place of the run, and no --table.",
    );
  if (folder === undefined)
    throw cliErrors.IB_NOT_SUCH_AN_EXPORT(
      "A dataset is a folder, and cannot be printed.",
      "Name it with --out.",
    );
  const { directory, files } = await bench.exportCorpus(folder);
  const told = `${directory}: ${files.map(({ name, rows }) => `${name} (${rows})`).join(", ")}`;
  return { document: { directory, files }, told };
}

const runArg = arg("run", "A run's directory, or its name below the results");

/** Returns the environment's queue, if the run's folder says that a queue holds something of it. */
async function queueOf(
  { bench, context }: Pick<CommandCall<unknown>, "bench" | "context">,
  run: string,
): Promise<string | undefined> {
  if (!context.env["INVISIBLEBENCH_QUEUE_URL"]) return undefined;
  return (await bench.runs.measure(run)).queues.length === 0 ? undefined : queueAddress(context, {});
}

const deleteCommand = command({
  brief: "Remove a run with its scans, for good",
  about:
    "Scans of several runs that quote it go too, and batches of `review export` that were drawn from it, with their labels.\n" +
    "Where a queue's database holds rows of the run, they go first: the address is taken from --queue or the environment. Without one nothing is removed, and what is where is said.",
  examples: [["20261115-101500-1a2b --yes", "Without being asked"]],
  args: [runArg],
  flags: { ...resultsFlags, ...takingOverFlags, ...queueFlags, yes: flag.on("Do not ask") },
  async run(call, run) {
    const { bench, context, options } = call;
    if (!options.yes) {
      const { directory, transcripts, scans, scansBeside, reviews } = await bench.runs.measure(run);
      const what = [
        `${formatQuantity(transcripts, "transcript")} and ${formatQuantity(scans, "scan")}`,
        ...(scansBeside === 0
          ? []
          : [`${formatQuantity(scansBeside, "scan")} outside its folder that quote it`]),
        ...(reviews === 0
          ? []
          : [`${formatQuantity(reviews, "review batch", "review batches")} with labels`]),
      ].join(", ");
      // Without a terminal, require `--yes`.
      if (!canAsk(context) || !(await isAgreed(context, `Delete ${directory} with ${what}, for good?`)))
        throw cliErrors.IB_NOT_CONFIRMED(directory);
    }
    const { takeOver, queue = await queueOf(call, run) } = options;
    return bench.runs.delete(run, defined({ takeOver, queue }));
  },
  text: ({ directory, scansBeside, reviews, cached }) =>
    [
      `Deleted ${directory}`,
      scansBeside > 0 && `Deleted ${formatQuantity(scansBeside, "scan")} outside its folder`,
      reviews > 0 && `Deleted ${formatQuantity(reviews, "review batch", "review batches")} of it`,
      cached > 0 && `Removed ${formatQuantity(cached, "reply", "replies")} from the cache`,
    ]
      .filter(Boolean)
      .join("\n"),
});

export const runsRoutes = buildRouteMap({
  routes: { delete: deleteCommand },
  docs: { brief: "Remove a run" },
});
