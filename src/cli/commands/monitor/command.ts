/** monitor: what word lists find in logs of any size, whether it rises, and how often checks fail in a judged sample of it. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { count, IMPORT_FORMATS, isoDate, share, text, texts } from "../../flag-values.ts";
import { commonFlags, queueFlags, takingOverFlags, workersFlags } from "../../flags.ts";

const day = { kind: "parsed", parse: isoDate, optional: true, placeholder: "day" } as const;
const off = { kind: "boolean", default: false, withNegated: false } as const;

const folder = {
  parse: String,
  placeholder: "dir",
  brief: "The folder that a log was counted into",
} as const;

const countCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runMonitorCount,
  parameters: {
    flags: {
      ...commonFlags,
      ...takingOverFlags,
      ...workersFlags,
      queue: {
        ...queueFlags.queue,
        brief:
          "Let workers of a fleet count, over the PostgreSQL they share; without a value INVISIBLEBENCH_QUEUE_URL",
      },
      from: { kind: "enum", values: IMPORT_FORMATS, brief: "The tool or format that the files are of" },
      out: {
        kind: "parsed",
        parse: String,
        placeholder: "dir",
        brief: "Where counts, hits and samples go; the same folder goes on",
      },
      by: {
        ...text,
        placeholder: "key",
        brief: "What is counted apart: model, or a key of the metadata [default: the log's labels]",
      },
      maxBadShare: {
        kind: "parsed",
        parse: share,
        optional: true,
        placeholder: "share",
        brief: "Share of a file's records that may be bad [default: 0.01]",
      },
      chunkSize: {
        ...count,
        placeholder: "n",
        brief: "Conversations that are counted together [default: 1000]",
      },
      sample: { ...count, placeholder: "n", brief: "Draw so many conversations as a run for a judge" },
      seed: { ...text, placeholder: "text", brief: "Another one draws other conversations [default: 1]" },
      since: { ...day, brief: "Draw from this day on" },
      until: { ...day, brief: "Draw up to this day" },
      tags: {
        ...texts,
        placeholder: "tag",
        brief: "What the drawn conversations are about; tags of the corpus",
      },
      dryRun: {
        ...off,
        brief: "Read the log and say what would be counted, and by whom; nothing is written",
      },
      quiet: { ...off, brief: "No progress on stderr" },
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: { parse: String, placeholder: "file", brief: "Files of a log" },
    },
  },
  docs: {
    brief: "Count what word lists find in a log of any size",
    fullDescription:
      "What is found are words: in a reply a candidate, in what the person wrote a cue. Nobody judged it. Written are counts for each check, day and label, and the hits with their quotes; no copy of the log is kept.\n" +
      "Killed or interrupted, the same command goes on. A file that did not change since is not read again. Everything is private: see `monitor forget`.\n" +
      "With --queue, workers count plain files of lines where they stand: the log and the folder have to be at the same paths on all machines, and no word of them goes through the database. What cannot be read from its middle (packed or piped in, Parquet, one JSON document, traces) is counted here.",
    customUsage: [
      { input: "'logs/2026-11.jsonl' --from chat-jsonl --out watch", brief: "Count a month" },
      {
        input: "logs/*.jsonl --from openai --out watch --workers 4 --by model",
        brief: "By model, on four cores",
      },
      {
        input: "/srv/logs/*.jsonl --from chat-jsonl --out /srv/watch --queue",
        brief: "By the workers of a fleet",
      },
      {
        input: "logs/*.jsonl --from chat-jsonl --out watch --sample 400 --tags caregiver_burden",
        brief: "And draw 400 for a judge",
      },
    ],
  },
});

const ratesCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runMonitorRates,
  parameters: {
    flags: {
      ...commonFlags,
      scan: {
        kind: "parsed",
        parse: String,
        placeholder: "scan",
        brief: "The scan of a sample, or the sample's run with one scan",
      },
    },
    positional: { kind: "tuple", parameters: [folder] },
  },
  docs: {
    brief: "How often checks fail in the whole log, from a judged sample",
    fullDescription:
      "Every stratum of the sample counts by its size in the log. A range goes from all that is unclear counted for the assistant to all of it counted against; brackets are 95% intervals around it.",
    customUsage: [
      { input: "watch --scan watch/runs/sample-1a2b3c4d5e", brief: "After that run was scanned" },
    ],
  },
});

const alarmCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runMonitorAlarm,
  parameters: {
    flags: {
      ...commonFlags,
      baselineSince: { ...day, brief: "First day of the baseline [default: the log's first]" },
      baselineUntil: { ...day, brief: "Last day of the baseline [default: the 28th day of the log]" },
      label: { ...text, placeholder: "label", brief: "Conversations with this label alone" },
      alpha: {
        kind: "parsed",
        parse: share,
        optional: true,
        placeholder: "level",
        brief: "How likely any false alarm may be, over all checks and for all time [default: 0.05]",
      },
    },
    positional: { kind: "tuple", parameters: [folder] },
  },
  docs: {
    brief:
      "Whether candidates have become more frequent than in a baseline; exit 100 if so, 3 if there is no day after it",
    fullDescription:
      "An always-valid test: it may be looked at after every day, for as long as one likes. An alarm stays until another baseline is named.",
    customUsage: [{ input: "watch --baseline-until 2026-10-31", brief: "For a cron job" }],
  },
});

const compareCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runMonitorCompare,
  parameters: {
    flags: {
      ...commonFlags,
      scanA: { ...text, placeholder: "scan", brief: "Judged sample of the first: failures are compared" },
      scanB: { ...text, placeholder: "scan", brief: "Judged sample of the second" },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "a", brief: "A folder, or days of it: watch@2026-10-01..2026-10-31" },
        { parse: String, placeholder: "b", brief: "The same, for the second period" },
      ],
    },
  },
  docs: {
    brief: "Two periods side by side, check by check",
    fullDescription:
      "Periods hold different conversations, so nothing is paired. Brackets are 95% intervals of each difference alone; the answers allow for all checks at once (Holm). “Cannot tell” is not “alike”.",
    customUsage: [{ input: "watch@..2026-10-31 watch@2026-11-01..", brief: "Before and after a release" }],
  },
});

const forgetCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runMonitorForget,
  parameters: {
    flags: {
      ...commonFlags,
      ...takingOverFlags,
      ...queueFlags,
      out: {
        ...text,
        placeholder: "dir",
        brief: "Results folder from which samples were scanned: its cache keeps replies [default: results]",
      },
      allWords: { ...off, brief: "Every word of everyone; the folder cannot be counted into again" },
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: "dir id",
        brief: "The folder, then conversations as their log calls them",
      },
    },
  },
  docs: {
    brief: "Remove the words of some conversations, or all words, for good",
    fullDescription:
      "Hits go, and a sample that holds one of them is redacted whole, its judges' replies in the cache included: its verdicts stay. Counts stay, they name nobody. If the log is counted again, nothing of a forgotten conversation is kept. Exit 2 where none of the names is known here.\n" +
      "Where workers may still count into the folder, give the address of their queue: the work is taken out of it first.\n" +
      "The log itself is yours to change.",
    customUsage: [
      { input: "watch conv-00017 conv-00018", brief: "Two conversations" },
      { input: "watch --all-words", brief: "Keep the counts, not the words" },
    ],
  },
});

export const monitorRoutes = buildRouteMap({
  routes: {
    count: countCommand,
    rates: ratesCommand,
    alarm: alarmCommand,
    compare: compareCommand,
    forget: forgetCommand,
  },
  defaultCommand: "count",
  docs: {
    brief: "Watch the logs of a product: count, sample, estimate, compare, raise an alarm",
    fullDescription: "`monitor FILES… --from FORMAT --out DIR` is `monitor count`. See docs/monitor.md.",
  },
});
