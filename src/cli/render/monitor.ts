import { formatQuantity } from "../../domain/number-words.ts";
import type { MonitorPlan } from "../../index.ts";
import { renderTable, type TableColumn } from "../../report/render-table.ts";
import type { MonitorSummary } from "../../schema/monitor/monitor.ts";
import type { MonitorRates } from "../../schema/monitor/monitor-sample.ts";
import type { ComparedCheck, MonitorAlarm, MonitorComparison } from "../../schema/monitor/monitor-watch.ts";
import type { Interval } from "../../schema/scan/estimates.ts";

const right = (title: string): TableColumn => ({ title, align: "right" });

/** Rates of logs are small: "0.21%". What is not 0 is never shown as if it were. */
function percent(share: number): string {
  const rounded = (share * 100).toFixed(2);
  return share > 0 && Number(rounded) === 0 ? "<0.01%" : `${rounded}%`;
}

function range({ low, high }: Interval): string {
  return low === high ? percent(low) : `${percent(low)}–${percent(high)}`;
}

const WORDS_ONLY =
  "Words were counted and nobody judged: a candidate is no failure, and what no list has is not found.";

export function renderCounted(summary: MonitorSummary, directory: string, width: number): string {
  const { totals, days, checks, files } = summary;
  const found = checks.filter(({ conversations }) => conversations > 0);
  const rows = found.map(({ mode_id, lexicon, found: kind, conversations, messages, could_apply }) => [
    mode_id,
    lexicon ?? "",
    kind ?? "",
    String(conversations),
    kind === "candidate" && could_apply
      ? percent(conversations / could_apply)
      : percent(conversations / totals.conversations),
    String(messages),
  ]);
  const columns = [
    { title: "Check" },
    { title: "Words" },
    { title: "Found" },
    right("Conversations"),
    right("Share"),
    right("Messages"),
  ];
  const silent = checks.filter(({ found: kind }) => kind === null).length;
  return [
    `${formatQuantity(totals.conversations, "conversation")} with ${formatQuantity(totals.replies, "reply", "replies")} in ${formatQuantity(files.length, "file")}, ${describeDays(days, totals.without_day)}`,
    ...(totals.bad === 0 ? [] : [`${formatQuantity(totals.bad, "record")} could not be read: see bad.jsonl`]),
    "",
    ...(rows.length === 0 ? ["No list found anything."] : [renderTable(columns, rows, width)]),
    "",
    WORDS_ONLY,
    `${formatQuantity(silent, "check has", "checks have")} no words to look for: only a judged sample says something of them.`,
    `Counts, days and hits are in ${directory}`,
  ].join("\n");
}

/** What counting would do. */
export function renderMonitorPlan({ conversations, bad, chunks, filesHere }: MonitorPlan): string {
  const kinds = [
    chunks.counted === 0 ? [] : [`${chunks.counted} counted before`],
    chunks.byWorkers === 0 ? [] : [`${chunks.byWorkers} for workers of the queue`],
    chunks.here === 0 ? [] : [`${chunks.here} to count here`],
  ].flat();
  const all = chunks.counted + chunks.byWorkers + chunks.here;
  return [
    `${formatQuantity(conversations, "conversation")} in ${formatQuantity(all, "chunk")}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}`,
    ...(bad === 0 ? [] : [`${formatQuantity(bad, "record")} cannot be read`]),
    ...filesHere.map((file) => `${file} cannot be read from its middle, so it would be counted here`),
    "Nothing was written.",
  ].join("\n");
}

function describeDays({ first, last, count }: MonitorSummary["days"], without: number): string {
  const days = first === null ? "no day known" : `${formatQuantity(count, "day")} from ${first} to ${last}`;
  return without === 0 ? days : `${days}, ${without} without a time`;
}

export function renderRates({ judge, population, sampled, checks }: MonitorRates, width: number): string {
  const known = checks.filter(({ rate }) => rate !== null);
  const rows = known.map(({ mode_id, rate, interval, failed, judged, open }) => [
    mode_id,
    rate === null ? "" : range(rate),
    interval === null ? "" : range(interval),
    `${failed}/${judged}`,
    open === 0 ? "" : String(open),
  ]);
  const columns = [
    { title: "Check" },
    right("Fails in"),
    right("95% interval"),
    right("Failed/judged"),
    right("Open"),
  ];
  const others = checks.length - known.length;
  return [
    `${formatQuantity(sampled, "conversation")} of ${population}, judged by ${judge}`,
    "",
    renderTable(columns, rows, width),
    "",
    "Fails in: of all conversations of the log, each stratum by its size. What is open is counted for the assistant at one end and against it at the other.",
    ...(others === 0
      ? []
      : [`${formatQuantity(others, "check")} did not look at the sample: its tags decide which do.`]),
  ].join("\n");
}

export function renderAlarm(alarm: MonitorAlarm, width: number): string {
  const { baseline, watched, checks, alpha } = alarm;
  const rows = checks
    .filter((check) => check.alarm !== null || check.baseline.found + check.watched.found > 0)
    .map((check) => [
      check.mode_id,
      shareOf(check.baseline),
      check.bound === null ? "" : percent(check.bound),
      shareOf(check.watched),
      check.highest === null
        ? ""
        : `${Math.max(0, check.highest).toFixed(1)} of ${alarm.log_threshold.toFixed(1)}`,
      check.alarm === null ? "" : `since ${check.alarm}`,
    ]);
  const columns = [
    { title: "Check" },
    right("Baseline"),
    right("At most"),
    right("Since"),
    right("Evidence"),
    { title: "Alarm" },
  ];
  return [
    `Baseline ${baseline.first} to ${baseline.last} (${formatQuantity(baseline.days, "day")}); watched ${watched.first === null ? "nothing yet" : `${watched.first} to ${watched.last} (${formatQuantity(watched.days, "day")})`}`,
    "",
    renderTable(columns, rows, width),
    "",
    verdictOf(alarm),
    `Share of conversations with a candidate. With no rise at all, the chance of any alarm is at most ${percent(alpha)}, however often one looks, if conversations do not depend on each other. ${WORDS_ONLY}`,
    ...(alarm.without_day === 0
      ? []
      : [
          `${formatQuantity(alarm.without_day, "conversation")} without a time ${alarm.without_day === 1 ? "is" : "are"} in no day.`,
        ]),
  ].join("\n");
}

function verdictOf({ watched, alarms }: MonitorAlarm): string {
  if (alarms > 0) return `${formatQuantity(alarms, "check")} above the baseline.`;
  return watched.days === 0 ? "Nothing was watched: the log has no day after the baseline." : "No alarm.";
}

function shareOf({ found, conversations }: MonitorAlarm["checks"][number]["baseline"]): string {
  return conversations === 0 ? "—" : `${percent(found / conversations)} (${found}/${conversations})`;
}

const ANSWERS: Readonly<Record<ComparedCheck["answer"], string>> = {
  more: "more",
  fewer: "fewer",
  cannot_tell: "cannot tell",
};

export function renderMonitorComparison(comparison: MonitorComparison, width: number): string {
  const { first, second, by, checks } = comparison;
  const shown = checks.filter((check) => check.first !== null && check.second !== null);
  const side = (rate: ComparedCheck["first"]) => (rate === null ? "—" : percent(rate.rate));
  const points = (share: number) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${percent(Math.abs(share))}`;
  const rows = shown.map((check) => [
    check.mode_id,
    side(check.first),
    side(check.second),
    check.difference === null ? "" : points(check.difference),
    check.interval === null ? "" : `${points(check.interval.low)} to ${points(check.interval.high)}`,
    ANSWERS[check.answer],
  ]);
  const columns = [
    { title: "Check" },
    right("First"),
    right("Second"),
    right("Difference"),
    right("95% interval"),
    { title: "Answer" },
  ];
  const described = (period: MonitorComparison["first"]) =>
    `${period.name}: ${formatQuantity(period.conversations, "conversation")}${period.first === null ? "" : `, ${period.first} to ${period.last}`}`;
  return [
    `First   ${described(first)}`,
    `Second  ${described(second)}`,
    "",
    renderTable(columns, rows, width),
    "",
    by === "candidates"
      ? `Share of answered conversations with a candidate. ${WORDS_ONLY}`
      : "Share of all conversations in which the check fails, from judged samples.",
    "Answers allow for all checks at once. “Cannot tell” is not “alike”.",
  ].join("\n");
}
