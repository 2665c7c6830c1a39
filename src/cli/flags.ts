import {
  BY_PACK_OPTION,
  JUDGING_OPTIONS,
  PLAN_TO_OPTION,
  RUN_OPTIONS,
  WORK_OPTIONS,
  WORKERS_OPTION,
} from "../domain/work-options.ts";
import { PROGRESS, text, texts } from "./flag-values.ts";
import { flagsOf } from "./option-flags.ts";

/** Flags of every command. */
export interface CommonFlags {
  readonly corpus?: string;
  readonly pack?: readonly string[];
  readonly config?: string;
  readonly json: boolean;
}
export const commonFlags = {
  corpus: { ...text, placeholder: "dir", brief: "Corpus folder [default: the shipped one]" },
  pack: {
    ...texts,
    placeholder: "pack",
    brief: "Add a pack: the name of a shipped one, a folder or a package; repeatable",
  },
  config: {
    ...text,
    placeholder: "file",
    brief: "Config file [default: the one in this folder, unless it is code]",
  },
  json: { kind: "boolean", default: false, withNegated: false, brief: "Print one JSON document" },
} as const;

/** Flags of commands that read or write results. */
export interface ResultsFlags {
  readonly out?: string;
}
export const resultsFlags = {
  out: { ...text, placeholder: "dir", brief: "Results folder [default: results]", option: "results" },
} as const;

const { takeOver, dryRun, ...spending } = flagsOf(WORK_OPTIONS);

/** Flags of commands that write into a run, a folder of scans or a review. */
export const takingOverFlags = { takeOver };

/** Flags of commands whose work may cost something. */
export interface WorkFlags {
  readonly maxCostUsd?: number;
  readonly yes: boolean;
  readonly progress: (typeof PROGRESS)[number];
  readonly quiet: boolean;
}
export const workFlags = {
  ...commonFlags,
  ...resultsFlags,
  ...takingOverFlags,
  ...spending,
  yes: { kind: "boolean", default: false, withNegated: false, brief: "Do not ask before spending" },
  dryRun,
  progress: {
    kind: "enum",
    values: PROGRESS,
    default: "auto",
    brief: "Progress on stderr; json prints one event per line",
  },
  quiet: { kind: "boolean", default: false, withNegated: false, brief: "No progress on stderr" },
} as const;

/** Flags of commands that work through a queue. */
export interface QueueFlags {
  /** If empty, the environment's address applies. */
  readonly queue?: string;
}
export const queueFlags = {
  queue: {
    ...text,
    inferEmpty: true,
    placeholder: "url",
    brief: "PostgreSQL address of the queue [default: INVISIBLEBENCH_QUEUE_URL; keep passwords there]",
  },
} as const;

/** Flags of commands whose models workers may ask instead. */
export const byWorkersFlags = {
  queue: {
    ...queueFlags.queue,
    brief: "Let workers make the calls, through this PostgreSQL [without a value: INVISIBLEBENCH_QUEUE_URL]",
  },
} as const;

export const runFlags = flagsOf(RUN_OPTIONS);
export const scanFlags = flagsOf(JUDGING_OPTIONS);
export const byPackFlags = flagsOf(BY_PACK_OPTION);
export const planToFlags = flagsOf(PLAN_TO_OPTION);
/** Flags of commands that compute much. */
export const workersFlags = flagsOf(WORKERS_OPTION);

// Spelled out so that `--help` need not load the renderers.
export const REPORT_FORMAT_VALUES = ["html", "md", "json", "csv", "junit"] as const;
