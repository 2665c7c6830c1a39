/** import, export, runs: the commands about the conversations of a run as files. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { IMPORT_FORMATS, share } from "../../flag-values.ts";
import { commonFlags, queueFlags, resultsFlags, runFlags, takingOverFlags, workFlags } from "../../flags.ts";

export const importCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runImport,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      from: { kind: "enum", values: IMPORT_FORMATS, brief: "The tool or format that the files are of" },
      tags: {
        kind: "parsed",
        parse: String,
        optional: true,
        variadic: ",",
        placeholder: "tag",
        brief: "What the conversations are about, for those without a scenario; tags of the corpus",
      },
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "name",
        brief: "Who replied, for conversations that do not say [default: imported/unnamed]",
      },
      runId: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "id",
        brief: "Name of the run [default: from the time]",
      },
      label: runFlags.label,
      can: runFlags.can,
      maxBadShare: {
        kind: "parsed",
        parse: share,
        optional: true,
        placeholder: "share",
        brief: "Share of records that may be bad and go to quarantine; more stop it [default: 0.01]",
      },
      quarantine: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "file",
        brief: "Where bad records are named [default: quarantine.jsonl in the run's folder]",
      },
      progress: workFlags.progress,
      quiet: workFlags.quiet,
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: "file",
        brief: "Logs: plain, gzip, zstd or Parquet; - is piped in",
      },
    },
  },
  docs: {
    brief: "Bring in conversations of other tools, to be scanned",
    fullDescription:
      "A conversation with a `scenario_id` is judged as that scenario; any other by the checks for any conversation and those that its tags or --tags select.\n" +
      "Records that cannot be read are named in a quarantine file and left out; more than --max-bad-share of them, and nothing is imported.\n" +
      "A log of any size is read as a stream. Imports are private, and may hold real people's words: see `runs redact` and `runs delete`.",
    customUsage: [
      { input: "chats.jsonl --from chat-jsonl --tags caregiver_burden", brief: "Your own logs" },
      { input: "log.json --from inspect", brief: "A log of Inspect AI" },
      { input: "spans.jsonl.gz --from otel", brief: "Traces of OpenTelemetry, packed" },
      { input: "- --from chat-jsonl", brief: "What is piped in" },
    ],
  },
});

// Spelled out so that `--help` need not load the writers.
const EXPORT_FORMATS = ["chat-jsonl", "inspect", "csv", "parquet", "jsonl", "hf"] as const;
const TABLE_NAMES = ["messages", "verdicts", "votes", "findings", "scorecards", "costs"] as const;

export const exportCommand = buildCommand({
  loader: async () => (await import("./export-impl.ts")).runExport,
  parameters: {
    flags: {
      ...commonFlags,
      to: { kind: "enum", values: EXPORT_FORMATS, brief: "Format to write" },
      table: {
        kind: "enum",
        values: TABLE_NAMES,
        optional: true,
        brief: "Which table, in csv, parquet or jsonl [default: messages]",
      },
      all: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Also verdicts of checks that do not look at a conversation",
      },
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "model",
        brief: "Only what concerns this model",
      },
      scores: {
        kind: "boolean",
        default: true,
        brief: "In a log of Inspect: what the scan found [default: where there is one]",
      },
      out: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "file",
        brief: "File to write [default: printed; parquet needs one], or the folder of hf",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "run",
          brief: "A run or a scan, by its directory or its name below results; `corpus` with --to hf",
        },
      ],
    },
  },
  docs: {
    brief: "Write conversations, verdicts, scores or the corpus for other tools",
    fullDescription:
      "Tables have the same columns and values in csv, parquet and jsonl; docs/tables.md has what each means. A scan must be finished.\n" +
      "chat-jsonl can be imported again. hf writes a dataset folder for Hugging Face. Here --out names the file, not the results folder.",
    customUsage: [
      {
        input: "my-run --table verdicts --to parquet --out verdicts.parquet",
        brief: "For a data frame",
      },
      { input: "my-run --to inspect --model sim/careful --out log.json", brief: "For Inspect's viewer" },
      { input: "corpus --to hf --out dataset", brief: "Scenarios, checks and golden cards" },
    ],
  },
});

const runArgument = {
  kind: "tuple",
  parameters: [
    { parse: String, placeholder: "run", brief: "A run's directory, or its name below the results" },
  ],
} as const;

const deleteCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runRunsDelete,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      ...takingOverFlags,
      ...queueFlags,
      yes: { kind: "boolean", default: false, withNegated: false, brief: "Do not ask" },
    },
    positional: runArgument,
  },
  docs: {
    brief: "Remove a run with its scans, for good",
    fullDescription:
      "Where a queue's database holds rows of the run, they go first: the address is taken from --queue or the environment. Without one nothing is removed, and what is where is said.",
    customUsage: [{ input: "20261115-101500-1a2b --yes", brief: "Without being asked" }],
  },
});

const redactCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runRunsRedact,
  parameters: {
    flags: { ...commonFlags, ...resultsFlags, ...takingOverFlags, ...queueFlags },
    positional: runArgument,
  },
  docs: {
    brief: "Replace a run's texts by hashes, for good",
    fullDescription:
      "Verdicts and scores stay; conversations, quotes, reasons and reports go, and so does every file in the run's folder that is no artefact.\n" +
      "A redacted run cannot be scanned, continued or exported. What a queue's database holds of it is removed first, as `runs delete` does.",
    customUsage: [{ input: "20261115-101500-1a2b", brief: "Keep the findings, not the words" }],
  },
});

export const runsRoutes = buildRouteMap({
  routes: { delete: deleteCommand, redact: redactCommand },
  docs: { brief: "Remove a run, or the words in it" },
});
