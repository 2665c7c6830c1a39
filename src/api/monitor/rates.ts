import { resolve } from "node:path";
import { hasCode } from "../../kernel/errors.ts";
import { type ComparedPeriod, comparePeriods } from "../../monitor/compare-periods.ts";
import { monitorErrors } from "../../monitor/errors.ts";
import { createSampleTally, type JudgedCheck, rateApart, rateOf } from "../../monitor/estimate-rates.ts";
import {
  areSameDays,
  type DayRange,
  hashOfDays,
  isDayWithin,
  nameOfPeriod,
  sharedDays,
} from "../../monitor/periods.ts";
import { type AlarmRequest, raiseAlarm } from "../../monitor/raise-alarm.ts";
import type { MonitorCounts, MonitorSummary } from "../../schema/monitor/monitor.ts";
import {
  MONITOR_SAMPLE_VERSION,
  MonitorRates,
  type MonitorSample,
} from "../../schema/monitor/monitor-sample.ts";
import { MonitorAlarm, MonitorComparison } from "../../schema/monitor/monitor-watch.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { storeErrors } from "../../store/errors.ts";
import { listRuns } from "../../store/find.ts";
import { type MonitorFolder, openMonitorFolder } from "../../store/monitor-folder.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { openEvidence } from "../open-scan.ts";

/** Estimates failure rates of checks in the whole log, from a judged sample of it. */
export async function monitorRates(
  context: BenchContext,
  directory: string,
  scan: string,
  options: Stoppable = {},
): Promise<MonitorRates> {
  const { folder } = await openCounted(directory);
  const { sample, plan, checks } = await readJudgedSample(context, folder, scan, signalOf(options));
  return MonitorRates.parse({
    schema_version: MONITOR_SAMPLE_VERSION,
    private: true,
    run_id: sample.run_id,
    scan_id: plan.scanId,
    judge: plan.judge,
    population: populationOf(sample),
    sampled: sample.strata.reduce((sum, { sampled }) => sum + sampled, 0),
    strata: sample.strata,
    checks: checks.map(rateOf),
  });
}

interface JudgedSample {
  readonly sample: MonitorSample;
  readonly plan: { readonly scanId: string; readonly judge: string };
  readonly checks: readonly JudgedCheck[];
}

async function readJudgedSample(
  context: BenchContext,
  folder: MonitorFolder,
  path: string,
  signal: AbortSignal,
): Promise<JudgedSample> {
  const samples = (await listRuns(folder.paths.runs)).map(({ run_id }) => run_id);
  const isNotOurs = () => {
    const hint = samples.length === 0 ? [] : [`Its samples are: ${samples.join(", ")}.`];
    return monitorErrors.IB_NOT_A_SAMPLE(path, `is no scan of a sample from ${folder.paths.path}`, ...hint);
  };
  const opened = await openEvidence({ ...context, results: folder.paths.runs }, path).catch(
    (error: unknown) => {
      const isSample = path.split(/[\\/]/).some((name) => samples.some((id) => id === name));
      // For a sample of this folder, the original error already says what is missing.
      throw hasCode(error, "IB_NO_SUCH_SCAN") && !isSample ? isNotOurs() : error;
    },
  );
  const plan: ScanPlan = await opened.scan.readPlan();
  const [run] = opened.run.runs;
  const sample = run === undefined ? null : await folder.readSample(run.runId);
  if (sample === null) throw isNotOurs();
  if (plan.judge === null)
    throw monitorErrors.IB_NOT_A_SAMPLE(path, "is a scan by word lists, in which nobody judged");
  const tally = createSampleTally(sample);
  for await (const row of opened.scan.readVerdicts()) {
    signal.throwIfAborted();
    tally.add(row);
  }
  return {
    sample,
    plan: { scanId: opened.scan.scanId, judge: plan.judge.model_id },
    checks: tally.finish(),
  };
}

/** Returns whether the share of conversations with a candidate has risen against its baseline. */
export async function monitorAlarm(directory: string, request: AlarmRequest = {}): Promise<MonitorAlarm> {
  const { folder, summary } = await openCounted(directory);
  return MonitorAlarm.parse(raiseAlarm(await folder.readCounts(), checksWithWords(summary), request));
}

export interface PeriodRequest {
  readonly directory: string;
  /** The first day that counts. @default all, those without a time included */
  readonly since?: string;
  readonly until?: string;
  /** A judged sample of it: compares failures instead of candidates. */
  readonly scan?: string;
}

/** Compares two periods: of one log, or of two. */
export async function compareMonitors(
  context: BenchContext,
  first: PeriodRequest,
  second: PeriodRequest,
  options: Stoppable = {},
): Promise<MonitorComparison> {
  const signal = signalOf(options);
  const [a, b] = [await openCounted(first.directory), await openCounted(second.directory)];
  if (a.summary.scoring !== b.summary.scoring)
    throw monitorErrors.IB_UNLIKE_MONITORS(first.directory, second.directory);
  const periodOf = async (period: PeriodRequest, { folder }: Counted): Promise<ComparedPeriod> => {
    const { directory, since = null, until = null, scan } = period;
    const range = { since, until };
    const [name, counts] = [nameOfPeriod(directory, range), await folder.readCounts()];
    if (scan === undefined) return { name, counts, range };
    const judged = await readJudgedSample(context, folder, scan, signal);
    if (!areSameDays(counts, judged.sample, range))
      throw monitorErrors.IB_NOT_A_SAMPLE(
        scan,
        `is of a sample of ${nameOfPeriod(directory, judged.sample)}, which are other days than ${name}`,
        "Name each scan beside the period that its sample was drawn from; two may stand the wrong way round.",
      );
    if (!isStillOfAll(judged.sample, counts, range))
      throw monitorErrors.IB_NOT_A_SAMPLE(
        scan,
        `is of a sample that was drawn when ${name} had other conversations`,
        'Draw one of what is there with `sample`, have its run judged with `bench.scan(run, { judge: "MODEL" })`, and name that scan.',
      );
    return { name, counts, range, judged: ratesApart(judged) };
  };
  const periods = [await periodOf(first, a), await periodOf(second, b)] as const;
  const isJudged = periods.every(({ judged }) => judged !== undefined);
  if (!isJudged && periods.some(({ judged }) => judged !== undefined))
    throw monitorErrors.IB_NOT_A_SAMPLE(
      periods[first.scan === undefined ? 0 : 1].name,
      "has no scan named beside it",
    );
  refuseTheSame([first, second], periods);
  const checks = isJudged ? a.summary.checks.map(({ mode_id }) => mode_id) : checksWithWords(a.summary);
  return MonitorComparison.parse(comparePeriods(...periods, checks));
}

/** Refuses overlapping periods, whose shared conversations would count twice. */
function refuseTheSame(
  [first, second]: readonly [PeriodRequest, PeriodRequest],
  [a, b]: readonly [ComparedPeriod, ComparedPeriod],
): void {
  if (resolve(first.directory) !== resolve(second.directory)) return;
  const shared = sharedDays(a.counts, a.range, b.range);
  if (shared.length > 0)
    throw monitorErrors.IB_SAME_PERIOD(
      a.name,
      b.name,
      shared.flatMap((day) => day ?? []),
    );
}

/** Whether a sample was drawn from everything counted today. A sample without a hash has only the number of conversations. */
function isStillOfAll(sample: MonitorSample, counts: MonitorCounts, range: DayRange): boolean {
  if (sample.drawn_from !== undefined) return sample.drawn_from === hashOfDays(counts, range);
  const counted = counts.days.filter(({ day }) => isDayWithin(day, range));
  return populationOf(sample) === counted.reduce((sum, { conversations }) => sum + conversations, 0);
}

function populationOf({ strata }: MonitorSample): number {
  return strata.reduce((sum, { size }) => sum + size, 0);
}

function ratesApart({ checks }: JudgedSample) {
  return new Map(checks.map((judged) => [judged.check, rateApart(judged)]));
}

interface Counted {
  readonly folder: MonitorFolder;
  readonly summary: MonitorSummary;
}

async function openCounted(directory: string): Promise<Counted> {
  const folder = await openMonitorFolder(directory, { mode: "read" });
  const summary = await folder.readSummary();
  if (summary === null) throw storeErrors.IB_NO_SUCH_MONITOR(directory);
  return { folder, summary };
}

/** Selects checks with word lists for replies: only these have candidates. */
function checksWithWords({ checks }: MonitorSummary) {
  return checks.filter(({ found }) => found === "candidate").map(({ mode_id }) => mode_id);
}
