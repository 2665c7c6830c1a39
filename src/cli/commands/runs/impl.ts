import { formatQuantity } from "../../../domain/number-words.ts";
import type { Bench, ImportOptions } from "../../../index.ts";
import { type CliContext, canAsk, isAgreed, print, printJson } from "../../context.ts";
import { cliErrors } from "../../errors.ts";
import type { abilities } from "../../flag-values.ts";
import type {
  CommonFlags,
  QueueFlags,
  ReadFlags,
  ResultsFlags,
  TakingOverFlags,
  WorkFlags,
} from "../../flags.ts";
import { nextScan } from "../../follow-work.ts";
import { importProgress } from "../../import-progress.ts";
import { openBench, queueAddress } from "../../open-bench.ts";

interface ImportFlags extends CommonFlags, ResultsFlags {
  readonly from: ImportOptions["from"];
  readonly tags?: readonly string[];
  readonly model?: string;
  readonly runId?: string;
  readonly label?: string;
  readonly can?: readonly ReturnType<typeof abilities>[];
  readonly maxBadShare?: number;
  readonly quarantine?: string;
  readonly progress: WorkFlags["progress"];
  readonly quiet: boolean;
}

export async function runImport(
  this: CliContext,
  flags: ImportFlags,
  ...files: readonly string[]
): Promise<void> {
  const { from, tags, model, runId, label, can, maxBadShare, quarantine } = flags;
  const options: ImportOptions = {
    from,
    signal: this.signal,
    onProgress: importProgress(this, flags),
    ...(tags === undefined ? {} : { tags }),
    ...(model === undefined ? {} : { model }),
    ...(runId === undefined ? {} : { runId }),
    ...(label === undefined ? {} : { label }),
    ...(can === undefined ? {} : { can: Object.fromEntries(can.flat()) }),
    ...(files.includes("-") ? { stdin: this.stdin } : {}),
    ...(maxBadShare === undefined ? {} : { maxBadShare }),
    ...(quarantine === undefined ? {} : { quarantine }),
  };
  const imported = await openBench(this, flags).import(files, options);
  const { plan, directory, incomplete, untagged, changes, quarantined } = imported;
  if (flags.json) {
    const counts = { incomplete, untagged, changes, quarantined };
    printJson(this, { run_id: imported.runId, directory, ...counts, run_plan: plan });
    return;
  }
  const { conversations, turns } = plan.totals;
  const notes = [
    [changes.joined, "message was joined", "messages were joined", "to the one before: the same side spoke"],
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
  print(
    this,
    [
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
      ...nextScan(this, imported),
    ].join("\n"),
  );
}

interface DeleteFlags extends CommonFlags, ResultsFlags, TakingOverFlags, QueueFlags {
  readonly yes: boolean;
}

export async function runRunsDelete(this: CliContext, flags: DeleteFlags, run: string): Promise<void> {
  const bench = openBench(this, flags);
  if (!flags.yes) {
    const { directory, transcripts, scans } = await bench.runs.measure(run);
    const what = `${formatQuantity(transcripts, "transcript")} and ${formatQuantity(scans, "scan")}`;
    // Where nobody can be asked, nobody has agreed.
    if (!canAsk(this) || !(await isAgreed(this, `Delete ${directory} with ${what}, for good?`))) {
      throw cliErrors.IB_NOT_CONFIRMED(directory);
    }
  }
  const options = { takeOver: flags.takeOver, ...(await reachingQueue(this, flags, bench, run)) };
  const { runId: run_id, directory, transcripts, scans, queues } = await bench.runs.delete(run, options);
  if (flags.json) printJson(this, { run_id, directory, transcripts, scans, queues });
  else print(this, `Deleted ${directory}`);
}

export async function runRunsRedact(
  this: CliContext,
  flags: ReadFlags & TakingOverFlags & QueueFlags,
  run: string,
): Promise<void> {
  const { takeOver } = flags;
  const bench = openBench(this, flags);
  const options = { signal: this.signal, takeOver, ...(await reachingQueue(this, flags, bench, run)) };
  const redacted = await bench.runs.redact(run, options);
  const { runId: run_id, directory, transcripts, scans, queues, reviews, cached, removed } = redacted;
  if (flags.json) {
    printJson(this, { run_id, directory, transcripts, scans, queues, reviews, cached, removed });
    return;
  }
  const what = `${formatQuantity(transcripts, "transcript")} and ${formatQuantity(scans, "scan")}`;
  print(
    this,
    [
      `Redacted ${what} of ${directory}`,
      ...(reviews === 0 ? [] : [`Redacted ${formatQuantity(reviews, "review")} of it`]),
      ...(cached === 0 ? [] : [`Removed ${formatQuantity(cached, "reply", "replies")} from the cache`]),
      ...removed.map((file) => `Removed ${file}`),
      "Files that were exported or copied from it are as they were.",
    ].join("\n"),
  );
}

/** The queue that was named; else that of the environment, where the run's folder says that a queue holds something of it. */
async function reachingQueue(
  context: CliContext,
  flags: QueueFlags,
  bench: Bench,
  run: string,
): Promise<{ readonly queue?: string }> {
  if (flags.queue === undefined) {
    const isKnown = Boolean(context.env["INVISIBLEBENCH_QUEUE_URL"]);
    if (!isKnown || (await bench.runs.measure(run)).queues.length === 0) return {};
  }
  return { queue: queueAddress(context, flags) };
}
