import { existsSync } from "node:fs";
import { formatQuantity } from "../../../domain/number-words.ts";
import type { MonitorProgress, PeriodRequest } from "../../../index.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { shellQuote } from "../../command-line.ts";
import { type CliContext, endSignOfLife, print, printJson } from "../../context.ts";
import { cliErrors } from "../../errors.ts";
import { type IMPORT_FORMATS, isDay } from "../../flag-values.ts";
import type { CommonFlags, QueueFlags, ResultsFlags, TakingOverFlags, WorkersFlags } from "../../flags.ts";
import { openBench, queuedOf } from "../../open-bench.ts";
import {
  renderAlarm,
  renderCounted,
  renderMonitorComparison,
  renderMonitorPlan,
  renderRates,
} from "../../render/monitor.ts";
import { inSnakeCase } from "../../speak-flags.ts";

interface CountFlags extends CommonFlags, TakingOverFlags, WorkersFlags, QueueFlags {
  readonly from: (typeof IMPORT_FORMATS)[number];
  readonly out: string;
  readonly by?: string;
  readonly maxBadShare?: number;
  readonly chunkSize?: number;
  readonly sample?: number;
  readonly seed?: string;
  readonly since?: string;
  readonly until?: string;
  readonly tags?: readonly string[];
  readonly dryRun: boolean;
  readonly quiet: boolean;
}

export async function runMonitorCount(
  this: CliContext,
  flags: CountFlags,
  ...files: readonly string[]
): Promise<void> {
  const { out: directory, from, by, maxBadShare, chunkSize, workers, takeOver } = flags;
  this.setResumeCommand([this.program, ...this.args.map((argument) => shellQuote(argument))].join(" "));
  const options = {
    directory,
    from,
    takeOver,
    signal: this.signal,
    ...(by === undefined ? {} : { by }),
    ...(maxBadShare === undefined ? {} : { maxBadShare }),
    ...(chunkSize === undefined ? {} : { chunkSize }),
    ...(workers === undefined ? {} : { workers }),
    ...queuedOf(this, flags),
    ...sampleOf(flags),
    ...(flags.quiet ? {} : { onProgress: progressOf(this) }),
  };
  const monitor = openMonitor(this, flags);
  if (flags.dryRun) {
    const plan = await monitor.plan(files, options);
    if (flags.json) printJson(this, inSnakeCase(plan));
    else print(this, renderMonitorPlan(plan));
    return;
  }
  const result = await monitor.count(files, options);
  const { summary, sample } = result;
  if (flags.json) {
    printJson(this, { directory: result.directory, monitor: summary, sample });
    return;
  }
  print(this, renderCounted(summary, result.directory, this.width));
  if (sample === null) return;
  const drawn = sample.strata
    .filter(({ size }) => size > 0)
    .map(({ stratum, size, sampled }) => `${sampled} of ${size} (${stratum.replaceAll("_", " ")})`);
  print(
    this,
    [
      "",
      `Drawn: ${drawn.join(", ")}`,
      `Run ${sample.run_id}, written to ${sample.directory}`,
      `Next: ${this.program} scan ${shellQuote(sample.directory)} --judge MODEL`,
      `Then: ${this.program} monitor rates ${shellQuote(directory)} --scan ${sample.run_id}`,
    ].join("\n"),
  );
}

function sampleOf({ sample, seed, since, until, tags }: CountFlags) {
  if (sample === undefined) return {};
  return {
    sample: {
      size: sample,
      ...(seed === undefined ? {} : { seed }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
      ...(tags === undefined ? {} : { tags }),
    },
  };
}

/** A line that is redrawn on a terminal; elsewhere one now and then. */
const PLAIN_EVERY_MS = 10_000;

function progressOf(context: CliContext): (progress: MonitorProgress) => void {
  let last = context.clock.monotonicMs();
  return ({ conversations, known, bad }) => {
    endSignOfLife(context);
    const now = context.clock.monotonicMs();
    if (!context.isInteractive && now - last < PLAIN_EVERY_MS) return;
    last = now;
    const notes = [
      known === 0 ? [] : [`${known} counted before`],
      bad === 0 ? [] : [formatQuantity(bad, "bad record")],
    ].flat();
    const line = `${formatQuantity(conversations, "conversation")}${notes.length === 0 ? "" : `, ${notes.join(", ")}`}`;
    context.process.stderr.write(context.isInteractive ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

export async function runMonitorRates(
  this: CliContext,
  flags: CommonFlags & { readonly scan: string },
  directory: string,
): Promise<void> {
  const rates = await openMonitor(this, flags).rates(directory, flags.scan, { signal: this.signal });
  if (flags.json) printJson(this, rates);
  else print(this, renderRates(rates, this.width));
}

interface AlarmFlags extends CommonFlags {
  readonly baselineSince?: string;
  readonly baselineUntil?: string;
  readonly label?: string;
  readonly alpha?: number;
}

export async function runMonitorAlarm(this: CliContext, flags: AlarmFlags, directory: string): Promise<void> {
  const { baselineSince, baselineUntil, label, alpha } = flags;
  const alarm = await openMonitor(this, flags).alarm(directory, {
    ...(baselineSince === undefined ? {} : { baselineSince }),
    ...(baselineUntil === undefined ? {} : { baselineUntil }),
    ...(label === undefined ? {} : { label }),
    ...(alpha === undefined ? {} : { alpha }),
  });
  if (alarm.alarms > 0) this.setExitCode(ExitCode.gateDidNotHold);
  // Whoever looks at the exit code alone must not take it for quiet.
  else if (alarm.watched.days === 0) this.setExitCode(ExitCode.incomplete);
  if (flags.json) printJson(this, alarm);
  else print(this, renderAlarm(alarm, this.width));
}

interface CompareFlags extends CommonFlags {
  readonly scanA?: string;
  readonly scanB?: string;
}

export async function runMonitorCompare(
  this: CliContext,
  flags: CompareFlags,
  first: string,
  second: string,
): Promise<void> {
  const [a, b] = [periodOf(first, flags.scanA), periodOf(second, flags.scanB)];
  const comparison = await openMonitor(this, flags).compare(a, b, { signal: this.signal });
  if (flags.json) printJson(this, comparison);
  else print(this, renderMonitorComparison(comparison, this.width));
}

const PERIOD = /^(?<folder>.+)@(?<days>[^@]*)$/;
const DAYS = /^(?<since>\d{4}-\d{2}-\d{2})?\.\.(?<until>\d{4}-\d{2}-\d{2})?$/;

/** `watch@2026-10-01..2026-10-31`, either end of which may be left out; without days all of it. */
function periodOf(typed: string, scan: string | undefined): PeriodRequest {
  const { folder = typed, days = ".." } = PERIOD.exec(typed)?.groups ?? {};
  const named = DAYS.exec(days)?.groups;
  // A folder may have an @ in its name.
  if (named === undefined && !existsSync(typed)) throw cliErrors.IB_NOT_A_PERIOD(folder, days);
  const { since, until } = named ?? {};
  const directory = named === undefined ? typed : folder;
  if ([since, until].some((day) => day !== undefined && !isDay(day)))
    throw cliErrors.IB_NOT_A_PERIOD(folder, days);
  return {
    directory,
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(scan === undefined ? {} : { scan }),
  };
}

export async function runMonitorForget(
  this: CliContext,
  flags: CommonFlags & ResultsFlags & TakingOverFlags & QueueFlags & { readonly allWords: boolean },
  ...[directory = "", ...ids]: readonly string[]
): Promise<void> {
  if ((ids.length === 0) !== flags.allWords) throw cliErrors.IB_NOBODY_TO_FORGET();
  const whose = flags.allWords ? ("everyone" as const) : ids;
  const options = { signal: this.signal, takeOver: flags.takeOver, ...queuedOf(this, flags) };
  const forgotten = await openBench(this, flags).monitor.forget(directory, whose, options);
  const { hits, samples, cached, unknown } = forgotten;
  if (unknown.length > 0 && unknown.length === new Set(ids).size) this.setExitCode(ExitCode.badInput);
  if (flags.json) {
    printJson(this, forgotten);
    return;
  }
  print(
    this,
    [
      hits === null ? "Every word was replaced by a hash." : `${formatQuantity(hits, "hit")} removed.`,
      ...samples.map((sample) => `Redacted ${sample}: its verdicts stay.`),
      ...(cached === 0 ? [] : [`Removed ${formatQuantity(cached, "reply", "replies")} from the cache`]),
      ...unknown.map(
        (id) =>
          `No hit and no sample is of a conversation called ${id}: if the log has it, nothing of it was kept, and nothing will be.`,
      ),
      "The log itself, and what was copied from the folder, are as they were.",
    ].join("\n"),
  );
}

function openMonitor(context: CliContext, { corpus, pack, config, json }: CommonFlags) {
  return openBench(context, {
    json,
    ...(corpus === undefined ? {} : { corpus }),
    ...(pack === undefined ? {} : { pack }),
    ...(config === undefined ? {} : { config }),
  }).monitor;
}
