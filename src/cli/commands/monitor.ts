/**
 * monitor: the commands that count word-list matches in logs of any size, watch for rises, and estimate failure rates
 * from a judged sample.
 */
import { existsSync } from "node:fs";
import { buildRouteMap } from "@stricli/core";
import { formatQuantity } from "../../domain/number-words.ts";
import type { MonitorProgress, MonitorResult, PeriodRequest } from "../../index.ts";
import { defined } from "../../kernel/defined.ts";
import { ExitCode } from "../../kernel/errors.ts";
import { arg, as, command, flag, required } from "../command.ts";
import { shellQuote } from "../command-line.ts";
import { type CliContext, endSignOfLife } from "../context.ts";
import { cliErrors } from "../errors.ts";
import { IMPORT_FORMATS, isDay } from "../flag-values.ts";
import { queueFlags, takingOverFlags, workersFlags } from "../flags.ts";
import { inSnakeCase } from "../format-hint.ts";

const folder = arg("dir", "The folder that a log was counted into");
const render = () => import("../render/monitor.ts");

const count = command({
  brief: "Count what word lists find in a log of any size",
  about:
    "What is found are words: in a reply a candidate, in what the person wrote a cue. Nobody judged it. Written are counts for each check, day and label, and the hits with their quotes; no copy of the log is kept.\n" +
    "Killed or interrupted, the same command goes on. A file that did not change since is not read again. Everything is private: see `monitor forget`.\n" +
    "With --queue, workers count plain files of lines where they stand: the log and the folder have to be at the same paths on all machines, and no word of them goes through the database. What cannot be read from its middle (packed or piped in, Parquet, one JSON document, traces) is counted here.",
  examples: [
    ["'logs/2026-11.jsonl' --from chat-jsonl --out watch", "Count a month"],
    ["logs/*.jsonl --from openai --out watch --workers 4 --by model", "By model, on four cores"],
    ["/srv/logs/*.jsonl --from chat-jsonl --out /srv/watch --queue", "By the workers of a fleet"],
    [
      "logs/*.jsonl --from chat-jsonl --out watch --sample 400 --tags caregiver_burden",
      "And draw 400 for a judge",
    ],
  ],
  rest: arg("file", "Files of a log"),
  flags: {
    ...takingOverFlags,
    ...workersFlags,
    queue: {
      ...queueFlags.queue,
      brief:
        "Let workers of a fleet count, over the PostgreSQL they share; without a value INVISIBLEBENCH_QUEUE_URL",
    },
    from: required(flag.choice(IMPORT_FORMATS, "The tool or format that the files are of")),
    out: as(
      "directory",
      required(flag.text("dir", "Where counts, hits and samples go; the same folder goes on")),
    ),
    by: flag.text(
      "key",
      "What is counted apart: model, or a key of the metadata [default: the log's labels]",
    ),
    maxBadShare: flag.share("share", "Share of a file's records that may be bad [default: 0.01]"),
    chunkSize: flag.count("n", "Conversations that are counted together [default: 1000]"),
    sample: flag.count("n", "Draw so many conversations as a run for a judge"),
    seed: flag.text("text", "Another one draws other conversations [default: 1]"),
    since: flag.day("Draw from this day on"),
    until: flag.day("Draw up to this day"),
    tags: flag.list("tag", "What the drawn conversations are about; tags of the corpus"),
    dryRun: flag.on("Read the log and say what would be counted, and by whom; nothing is written"),
    quiet: flag.on("No progress on stderr"),
  },
  async run({ bench, context, options }, ...files) {
    const { sample: size, seed, since, until, tags, quiet, dryRun, ...settings } = options;
    context.setResumeCommand([context.program, ...context.args.map((word) => shellQuote(word))].join(" "));
    const sample = size === undefined ? undefined : defined({ size, seed, since, until, tags });
    const onProgress = quiet ? undefined : progressOf(context);
    const wanted = defined({ ...settings, sample, onProgress });
    return dryRun ? bench.monitor.plan(files, wanted) : bench.monitor.count(files, wanted);
  },
  json: (result) =>
    "summary" in result
      ? { directory: result.directory, monitor: result.summary, sample: result.sample }
      : inSnakeCase(result),
  async text(result, { context, options }) {
    const { renderCounted, renderMonitorPlan } = await render();
    if (!("summary" in result)) return renderMonitorPlan(result);
    const { summary, sample, directory } = result;
    const counted = renderCounted(summary, directory, context.width);
    return sample === null
      ? counted
      : [counted, "", ...drawnLines(sample, options.directory, context)].join("\n");
  },
});

function drawnLines(
  { strata, run_id, directory }: NonNullable<MonitorResult["sample"]>,
  folder: string,
  { program }: CliContext,
): readonly string[] {
  const drawn = strata
    .filter(({ size }) => size > 0)
    .map(({ stratum, size, sampled }) => `${sampled} of ${size} (${stratum.replaceAll("_", " ")})`);
  return [
    `Drawn: ${drawn.join(", ")}`,
    `Run ${run_id}, written to ${directory}`,
    `Next: ${program} scan ${shellQuote(directory)} --judge MODEL`,
    `Then: ${program} monitor rates ${shellQuote(folder)} --scan ${run_id}`,
  ];
}

/** Interval of progress lines without a terminal; on a terminal, one line is redrawn. */
const PLAIN_EVERY_MS = 10_000;

function progressOf(context: CliContext): (progress: MonitorProgress) => void {
  let last = context.clock.monotonicMs();
  return ({ conversations, known, bad }) => {
    endSignOfLife(context);
    const now = context.clock.monotonicMs();
    if (!context.isInteractive && now - last < PLAIN_EVERY_MS) return;
    last = now;
    const line = [
      formatQuantity(conversations, "conversation"),
      known > 0 && `${known} counted before`,
      bad > 0 && formatQuantity(bad, "bad record"),
    ]
      .filter(Boolean)
      .join(", ");
    context.process.stderr.write(context.isInteractive ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

const rates = command({
  brief: "How often checks fail in the whole log, from a judged sample",
  about:
    "Every stratum of the sample counts by its size in the log. A range goes from all that is unclear counted for the assistant to all of it counted against; brackets are 95% intervals around it.",
  examples: [["watch --scan watch/runs/sample-1a2b3c4d5e", "After that run was scanned"]],
  args: [folder],
  flags: { scan: required(flag.text("scan", "The scan of a sample, or the sample's run with one scan")) },
  run: ({ bench, options: { scan, signal } }, directory) => bench.monitor.rates(directory, scan, { signal }),
  text: async (result, { context }) => (await render()).renderRates(result, context.width),
});

const alarm = command({
  brief:
    "Whether candidates have become more frequent than in a baseline; exit 100 if so, 3 if there is no day after it",
  about:
    "An always-valid test: it may be looked at after every day, for as long as one likes. An alarm stays until another baseline is named.",
  examples: [["watch --baseline-until 2026-10-31", "For a cron job"]],
  args: [folder],
  flags: {
    baselineSince: flag.day("First day of the baseline [default: the log's first]"),
    baselineUntil: flag.day("Last day of the baseline [default: the 28th day of the log]"),
    label: flag.text("label", "Conversations with this label alone"),
    alpha: flag.share(
      "level",
      "How likely any false alarm may be, over all checks and for all time [default: 0.05]",
    ),
  },
  run: ({ bench, options: { signal: _, ...request } }, directory) => bench.monitor.alarm(directory, request),
  // A log without a day to watch must not look quiet by its exit code.
  exitCode: ({ alarms, watched }) =>
    alarms > 0 ? ExitCode.gateDidNotHold : watched.days === 0 ? ExitCode.incomplete : undefined,
  text: async (result, { context }) => (await render()).renderAlarm(result, context.width),
});

const compare = command({
  brief: "Two periods side by side, check by check",
  about:
    "Periods hold different conversations, so nothing is paired. Brackets are 95% intervals of each difference alone; the answers allow for all checks at once (Holm). “Cannot tell” is not “alike”.",
  examples: [["watch@..2026-10-31 watch@2026-11-01..", "Before and after a release"]],
  args: [
    arg("a", "A folder, or days of it: watch@2026-10-01..2026-10-31"),
    arg("b", "The same, for the second period"),
  ],
  flags: {
    scanA: flag.text("scan", "Judged sample of the first: failures are compared"),
    scanB: flag.text("scan", "Judged sample of the second"),
  },
  run: ({ bench, options: { scanA, scanB, signal } }, first, second) =>
    bench.monitor.compare(periodOf(first, scanA), periodOf(second, scanB), { signal }),
  text: async (result, { context }) => (await render()).renderMonitorComparison(result, context.width),
});

const PERIOD = /^(?<folder>.+)@(?<days>[^@]*)$/;
const DAYS = /^(?<since>\d{4}-\d{2}-\d{2})?\.\.(?<until>\d{4}-\d{2}-\d{2})?$/;

/** Parses `watch@2026-10-01..2026-10-31`. Either end may be left out; without days it means all of it. */
function periodOf(typed: string, scan: string | undefined): PeriodRequest {
  const { folder = typed, days = ".." } = PERIOD.exec(typed)?.groups ?? {};
  const named = DAYS.exec(days)?.groups;
  // A folder's name may contain an @.
  if (named === undefined && existsSync(typed)) return defined({ directory: typed, scan });
  const { since, until } = named ?? {};
  if (named === undefined || [since, until].some((day) => day !== undefined && !isDay(day)))
    throw cliErrors.IB_NOT_A_PERIOD(folder, days);
  return defined({ directory: folder, since, until, scan });
}

const forget = command({
  brief: "Remove the words of some conversations, or all words, for good",
  about:
    "Hits go, and a sample that holds one of them is deleted whole, with its scans and its judges' replies in the cache. Counts stay, they name nobody. If the log is counted again, nothing of a forgotten conversation is kept. Exit 2 where none of the names is known here.\n" +
    "Where workers may still count into the folder, give the address of their queue: the work is taken out of it first.\n" +
    "The log itself is yours to change.",
  examples: [
    ["watch conv-00017 conv-00018", "Two conversations"],
    ["watch --all-words", "Keep the counts, not the words"],
  ],
  rest: arg("dir id", "The folder, then conversations as their log calls them"),
  flags: {
    ...takingOverFlags,
    ...queueFlags,
    out: as(
      "results",
      flag.text(
        "dir",
        "Results folder from which samples were scanned: its cache keeps replies [default: results]",
      ),
    ),
    allWords: flag.on("Every word of everyone; the folder cannot be counted into again"),
  },
  async run({ bench, options: { allWords, ...options } }, directory, ...ids) {
    if ((ids.length === 0) !== allWords) throw cliErrors.IB_NOBODY_TO_FORGET();
    const forgotten = await bench.monitor.forget(directory, allWords ? "everyone" : ids, options);
    return { forgotten, isNobodyKnown: ids.length > 0 && forgotten.unknown.length === new Set(ids).size };
  },
  exitCode: ({ isNobodyKnown }) => (isNobodyKnown ? ExitCode.badInput : undefined),
  json: ({ forgotten }) => forgotten,
  text: ({ forgotten: { hits, samples, cached, unknown } }) =>
    [
      `${formatQuantity(hits, "hit")} removed.`,
      ...samples.map((sample) => `Deleted the sample ${sample} with its scans.`),
      cached > 0 && `Removed ${formatQuantity(cached, "reply", "replies")} from the cache`,
      ...unknown.map(
        (id) =>
          `No hit and no sample is of a conversation called ${id}: if the log has it, nothing of it was kept, and nothing will be.`,
      ),
      "The log itself, and what was copied from the folder, are as they were.",
    ]
      .filter(Boolean)
      .join("\n"),
});

export const monitorRoutes = buildRouteMap({
  routes: { count, rates, alarm, compare, forget },
  defaultCommand: "count",
  docs: {
    brief: "Watch the logs of a product: count, sample, estimate, compare, raise an alarm",
    fullDescription: "`monitor FILES… --from FORMAT --out DIR` is `monitor count`. See docs/monitor.md.",
  },
});
