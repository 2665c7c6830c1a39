import { defineErrors } from "../kernel/define-errors.ts";

const KEYS_SHOWN = 20;

export const monitorErrors = defineErrors({
  /** The key for counting a log has too many values for a readable table. */
  IB_TOO_MANY_LABELS: (by: string | null, most: number) => [
    `${by === null ? "The log's labels have" : `"${by}" has`} more than ${most} different values.`,
    "Count by something that has few, such as the model or the version, with `by`; what was counted is kept.",
  ],

  /** No conversation of the log has the key for counting. */
  // @param keys those that are known; there may be others in files that were not read again
  IB_NO_SUCH_KEY: (by: string, keys: readonly string[]) => {
    const there = keys.length === 0 ? "" : `They have: ${keys.slice(0, KEYS_SHOWN).join(", ")}. `;
    return [
      `No conversation of the log has "${by}".`,
      `${there}Name a key that they have with \`by\`, or leave it out for the log's own labels.`,
    ];
  },

  /** A folder holds counts by one key, and counts by another key would replace them. */
  IB_OTHER_LABELS: (path: string, before: string | null, by: string | null) => {
    const said = (key: string | null) => (key === null ? "the log's own labels" : `"${key}"`);
    return [
      `${path} was counted by ${said(before)}, and would be counted by ${said(by)} instead.`,
      `Name another folder for counts by ${said(by)}; or ${before === null ? "leave `by` out" : `give \`by\` as it was, ${said(before)}`}, to go on with this one.`,
    ];
  },

  /** Two periods of a comparison hold the same conversations. */
  IB_SAME_PERIOD: (first: string, second: string, days: readonly string[]) => {
    const both = days.length === 0 ? "" : `: ${days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`}`;
    return [
      `${first} and ${second} hold the same conversations${both}.`,
      "Each period is taken as conversations of its own: compare two folders, or periods of one that share no day, as watch@..2026-10-31 and watch@2026-11-01.. do.",
    ];
  },

  /** A log has no times or too few days for a baseline and a period after it. */
  IB_NO_BASELINE: (problem: string) => [
    problem,
    "A baseline is some days of the log, and what is watched are the days after it: name its last day with `baselineUntil`.",
  ],

  /** Two logs were counted with different word lists or checks, so that a difference would say nothing about the assistant. */
  IB_UNLIKE_MONITORS: (first: string, second: string) => [
    `${first} and ${second} were counted with different words.`,
    "Count both logs again with this version: what was counted before is kept beside it.",
  ],

  /** No conversations of a log remain to sample or compare. */
  // @param days the first and the last of the log
  IB_EMPTY_PERIOD: (where: string, days: readonly (string | null | undefined)[] = []) => {
    const [first, last] = days;
    return [
      `${where} has no conversation.`,
      first
        ? `The log goes from ${first} to ${last}; days.csv has its days.`
        : "Its days are in days.csv: choose among them.",
    ];
  },

  /** A scan is not of a sample drawn from a log or from the days it stands for, or no judge gave verdicts in it. */
  IB_NOT_A_SAMPLE: (
    scan: string,
    problem: string,
    hint = 'Draw a sample with `sample`, have its run judged with `bench.scan(run, { judge: "MODEL" })`, and name that scan.',
  ) => [`${scan} ${problem}.`, { hint }],

  /** No conversation has the label to watch. */
  IB_NO_SUCH_LABEL: (label: string, labels: readonly string[]) => [
    `No conversation of the log has the label "${label}".`,
    labels.length === 0
      ? "None has a label: leave `label` out."
      : `There are: ${labels.slice(0, KEYS_SHOWN).join(", ")}${labels.length > KEYS_SHOWN ? `, and ${labels.length - KEYS_SHOWN} more in days.csv` : ""}.`,
  ],

  /** All words of a monitored log were removed permanently. Counting it again would restore them. */
  IB_MONITOR_REDACTED: (path: string) => [
    `The words in ${path} were removed for good.`,
    "Its counts can be read, watched and compared. To count a log, name another folder.",
  ],

  /** A part of a log differs from the text that a chunk was cut from: the log was rewritten during counting. */
  IB_LOG_CHANGED: (file: string, { start, end }: { readonly start: number; readonly end: number }) => [
    `${file} is not what it was in its bytes ${start} to ${end}.`,
    "Count it again. A log may grow while it is counted; it may not be rewritten.",
  ],
});
