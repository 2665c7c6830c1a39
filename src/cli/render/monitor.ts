import { formatQuantity } from "../../domain/number-words.ts";
import type { MonitorPlan } from "../../index.ts";
import { renderRows } from "../../report/render-table.ts";
import type { MonitorSummary } from "../../schema/monitor/monitor.ts";
import type { MonitorRates } from "../../schema/monitor/monitor-sample.ts";
import type { ComparedCheck, MonitorAlarm, MonitorComparison } from "../../schema/monitor/monitor-watch.ts";
import type { Interval } from "../../schema/scan/estimates.ts";

/** Formats small rates such as "0.21%". Never shows a positive rate as 0. */
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
  const table = renderRows(
    found,
    [
      ["Check", (check) => check.mode_id],
      ["Words", (check) => check.lexicon ?? ""],
      ["Found", (check) => check.found ?? ""],
      ["Conversations", (check) => String(check.conversations), "right"],
      [
        "Share",
        ({ found: kind, conversations, could_apply }) =>
          percent(conversations / ((kind === "candidate" && could_apply) || totals.conversations)),
        "right",
      ],
      ["Messages", (check) => String(check.messages), "right"],
    ],
    width,
  );
  const silent = checks.filter(({ found: kind }) => kind === null).length;
  return [
    `${formatQuantity(totals.conversations, "conversation")} with ${formatQuantity(totals.replies, "reply", "replies")} in ${formatQuantity(files.length, "file")}, ${describeDays(days, totals.without_day)}`,
    ...(totals.bad === 0 ? [] : [`${formatQuantity(totals.bad, "record")} could not be read: see bad.jsonl`]),
    "",
    found.length === 0 ? "No list found anything." : table,
    "",
    WORDS_ONLY,
    `${formatQuantity(silent, "check has", "checks have")} no words to look for: only a judged sample says something of them.`,
    `Counts, days and hits are in ${directory}`,
  ].join("\n");
}

export function renderMonitorPlan({ conversations, bad, chunks, filesHere }: MonitorPlan): string {
  const kinds = [
    chunks.counted === 0 ? [] : [`${chunks.counted} counted before`],
    chunks.fleetRun === 0 ? [] : [`${chunks.fleetRun} for workers of the queue`],
    chunks.here === 0 ? [] : [`${chunks.here} to count here`],
  ].flat();
  const all = chunks.counted + chunks.fleetRun + chunks.here;
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
  const others = checks.length - known.length;
  return [
    `${formatQuantity(sampled, "conversation")} of ${population}, judged by ${judge}`,
    "",
    renderRows(
      known,
      [
        ["Check", ({ mode_id }) => mode_id],
        ["Fails in", ({ rate }) => (rate === null ? "" : range(rate)), "right"],
        ["95% interval", ({ interval }) => (interval === null ? "" : range(interval)), "right"],
        ["Failed/judged", ({ failed, judged }) => `${failed}/${judged}`, "right"],
        ["Open", ({ open }) => (open === 0 ? "" : String(open)), "right"],
      ],
      width,
    ),
    "",
    "Fails in: of all conversations of the log, each stratum by its size. What is open is counted for the assistant at one end and against it at the other.",
    ...(others === 0
      ? []
      : [`${formatQuantity(others, "check")} did not look at the sample: its tags decide which do.`]),
  ].join("\n");
}

export function renderAlarm(alarm: MonitorAlarm, width: number): string {
  const { baseline, watched, checks, alpha } = alarm;
  const threshold = alarm.log_threshold.toFixed(1);
  const table = renderRows(
    checks.filter((check) => check.alarm !== null || check.baseline.found + check.watched.found > 0),
    [
      ["Check", ({ mode_id }) => mode_id],
      ["Baseline", (check) => shareOf(check.baseline), "right"],
      ["At most", ({ bound }) => (bound === null ? "" : percent(bound)), "right"],
      ["Since", (check) => shareOf(check.watched), "right"],
      [
        "Evidence",
        ({ highest }) => (highest === null ? "" : `${Math.max(0, highest).toFixed(1)} of ${threshold}`),
        "right",
      ],
      ["Alarm", (check) => (check.alarm === null ? "" : `since ${check.alarm}`)],
    ],
    width,
  );
  return [
    `Baseline ${baseline.first} to ${baseline.last} (${formatQuantity(baseline.days, "day")}); watched ${watched.first === null ? "nothing yet" : `${watched.first} to ${watched.last} (${formatQuantity(watched.days, "day")})`}`,
    "",
    table,
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
  const table = renderRows(
    shown,
    [
      ["Check", ({ mode_id }) => mode_id],
      ["First", (check) => side(check.first), "right"],
      ["Second", (check) => side(check.second), "right"],
      ["Difference", ({ difference }) => (difference === null ? "" : points(difference)), "right"],
      [
        "95% interval",
        ({ interval }) => (interval === null ? "" : `${points(interval.low)} to ${points(interval.high)}`),
        "right",
      ],
      ["Answer", ({ answer }) => ANSWERS[answer]],
    ],
    width,
  );
  const described = (period: MonitorComparison["first"]) =>
    `${period.name}: ${formatQuantity(period.conversations, "conversation")}${period.first === null ? "" : `, ${period.first} to ${period.last}`}`;
  return [
    `First   ${described(first)}`,
    `Second  ${described(second)}`,
    "",
    table,
    "",
    by === "candidates"
      ? `Share of answered conversations with a candidate. ${WORDS_ONLY}`
      : "Share of all conversations in which the check fails, from judged samples.",
    "Answers allow for all checks at once. “Cannot tell” is not “alike”.",
  ].join("\n");
}
