import { PROFILE_NAMES } from "../domain/profiles.ts";
import { VOTE_POLICIES } from "../domain/votes.ts";
import type { ScanProfileName } from "../schema/scan/scan-plan.ts";
import {
  type abilities,
  amount,
  CATEGORIES,
  can,
  count,
  countAtLeast,
  HARNESSES,
  isoDate,
  namesOfRun,
  PRODUCTS,
  PROGRESS,
  REASONING_EFFORTS,
  STATUSES,
  temperature,
  text,
  texts,
  wish,
} from "./flag-values.ts";

/** Of every command. */
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
    brief: "Pack beside the corpus: a shipped one's name, a folder or a package; repeatable",
  },
  config: { ...text, placeholder: "file", brief: "Config file [default: the folder's, unless it is code]" },
  json: { kind: "boolean", default: false, withNegated: false, brief: "Print one JSON document" },
} as const;

/** Of commands that read or write results. */
export interface ResultsFlags {
  readonly out?: string;
}
export const resultsFlags = {
  out: { ...text, placeholder: "dir", brief: "Results folder [default: results]" },
} as const;

/** Of commands that write into a run, a folder of scans or a review. */
export interface TakingOverFlags {
  readonly takeOver: boolean;
}
export const takingOverFlags = {
  takeOver: {
    kind: "boolean",
    default: false,
    withNegated: false,
    brief: "Take it from a process elsewhere that works no longer",
  },
} as const;

/** Of commands that do work that may cost something. */
export interface WorkFlags extends CommonFlags, ResultsFlags, TakingOverFlags {
  readonly scenarioParallel?: number;
  readonly maxConnections?: number;
  readonly maxCostUsd?: number;
  readonly cache?: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly progress: (typeof PROGRESS)[number];
  readonly quiet: boolean;
}
export const workFlags = {
  ...commonFlags,
  ...resultsFlags,
  ...takingOverFlags,
  scenarioParallel: { ...count, placeholder: "n", brief: "Conversations at a time, per model [default: 8]" },
  maxConnections: { ...count, placeholder: "n", brief: "Calls at a time, per model [default: 16]" },
  maxCostUsd: {
    kind: "parsed",
    parse: amount,
    optional: true,
    placeholder: "usd",
    brief: "No call is sent that could cost more than is left of this; exit 4",
  },
  cache: {
    kind: "boolean",
    optional: true,
    brief: "Keep replies, and find them again [default: yes, in CI no]",
  },
  yes: { kind: "boolean", default: false, withNegated: false, brief: "Do not ask before spending" },
  dryRun: {
    kind: "boolean",
    default: false,
    withNegated: false,
    brief: "Print plan and price; write nothing, ask no model",
  },
  progress: {
    kind: "enum",
    values: PROGRESS,
    default: "auto",
    brief: "Progress on stderr; json is one event a line",
  },
  quiet: { kind: "boolean", default: false, withNegated: false, brief: "No progress on stderr" },
} as const;

/** Of commands that work through a queue. */
export interface QueueFlags {
  /** Empty: as the environment has it. */
  readonly queue?: string;
}
export const queueFlags = {
  queue: {
    ...text,
    inferEmpty: true,
    placeholder: "url",
    brief: "PostgreSQL that workers share [default: INVISIBLEBENCH_QUEUE_URL, where a password belongs]",
  },
} as const;

export interface RunFlags {
  readonly model?: readonly string[];
  readonly router?: string;
  readonly product?: (typeof PRODUCTS)[number];
  readonly place?: string;
  readonly noticeOutside?: boolean;
  readonly can?: readonly ReturnType<typeof abilities>[];
  readonly scenario?: readonly string[];
  readonly category?: (typeof CATEGORIES)[number];
  readonly tag?: readonly string[];
  readonly status?: (typeof STATUSES)[number];
  readonly harness?: (typeof HARNESSES)[number];
  readonly systemPrompt?: string;
  readonly repeat?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly runId?: string;
  readonly label?: string;
  readonly resume?: string;
}
export const runFlags = {
  model: {
    ...texts,
    placeholder: "model",
    brief: "Model to ask, repeatable [default: every simulated assistant]",
  },
  router: {
    ...text,
    placeholder: "model",
    brief: "Model that chooses every branch, and marks the run [default: the scenarios' words choose]",
  },
  product: {
    kind: "enum",
    values: PRODUCTS,
    optional: true,
    brief: "What the assistant is offered as; the notices of its place apply [default: a bare model]",
  },
  place: { ...text, placeholder: "place", brief: "Where the product is offered, such as us-ny or eu" },
  noticeOutside: {
    kind: "boolean",
    optional: true,
    withNegated: false,
    brief: "The product's notices are shown outside the conversation",
  },
  can,
  scenario: { ...texts, placeholder: "glob", brief: "Scenarios by id, repeatable; * and ? are wildcards" },
  category: { kind: "enum", values: CATEGORIES, optional: true, brief: "Scenarios of one category" },
  tag: { ...texts, placeholder: "tag", brief: "Scenarios with any of these tags, repeatable" },
  status: { kind: "enum", values: STATUSES, optional: true, brief: "Scenarios by status [default: active]" },
  harness: {
    kind: "enum",
    values: HARNESSES,
    optional: true,
    brief: "How to ask: a model's API, or a product's endpoint [default: llm/raw]",
  },
  systemPrompt: { ...text, placeholder: "file", brief: "Another system prompt than the corpus's" },
  repeat: { ...count, placeholder: "n", brief: "Conversations per scenario [default: 1]" },
  temperature: {
    kind: "parsed",
    parse: temperature,
    optional: true,
    placeholder: "t",
    brief: "Sampling temperature [default: 0.7]",
  },
  maxTokens: { ...count, placeholder: "n", brief: "Token cap of a reply [default: 4096]" },
  seed: {
    kind: "parsed",
    parse: countAtLeast(0),
    optional: true,
    placeholder: "s",
    brief: "Sampling seed, where the model takes one",
  },
  ...namesOfRun,
} as const;

/** Of commands that compute much. */
export interface WorkersFlags {
  readonly workers?: number;
}
export const workersFlags = {
  workers: { ...count, placeholder: "n", brief: "Threads that compute where no model is asked [default: 1]" },
} as const;

export interface ScanFlags {
  readonly judge?: string;
  readonly profile?: ScanProfileName;
  readonly check?: readonly string[];
  readonly repetitions?: number;
  readonly votes?: (typeof VOTE_POLICIES)[number];
  readonly adjudicator?: string;
  readonly rubric?: boolean;
  readonly scales?: boolean;
  readonly deidentify?: boolean;
  readonly asOf?: string;
  readonly reasoningEffort?: (typeof REASONING_EFFORTS)[number];
  readonly retryLost?: boolean;
  readonly batch?: boolean;
  readonly requests?: string;
  readonly answers?: string;
}
export const scanFlags = {
  judge: { ...text, placeholder: "model", brief: "Judge [default: sim/judge for simulated transcripts]" },
  profile: { kind: "enum", values: PROFILE_NAMES, optional: true, brief: "How thoroughly to look" },
  check: { ...texts, placeholder: "glob", brief: "Checks by id, repeatable" },
  adjudicator: { ...text, placeholder: "model", brief: "Second judge, for failed gates and split votes" },
  rubric: {
    kind: "boolean",
    optional: true,
    brief: "Ask the scenarios' own criteria too [default: in the profile publish]",
  },
  scales: {
    kind: "boolean",
    optional: true,
    brief: "Ask how the caregiver was treated; without it, no rubric either [default: without --check]",
  },
  deidentify: {
    kind: "boolean",
    optional: true,
    brief: "Show judges placeholders for what tells who somebody is [default: of imported runs]",
  },
  asOf: {
    kind: "parsed",
    parse: isoDate,
    optional: true,
    placeholder: "date",
    brief: "Read the law as of this day [default: the last on which somebody looked]",
  },
  reasoningEffort: {
    kind: "enum",
    values: REASONING_EFFORTS,
    optional: true,
    brief: "How much the judge is to think",
  },
  retryLost: { ...wish, brief: "Ask again what was lost: calls that failed, answers nobody could read" },
  batch: { ...wish, brief: "Ask the judges later, in batches, for less; repeat the command to go on" },
  requests: { ...text, placeholder: "dir", brief: "Where questions to a judge files/NAME are written" },
  answers: { ...text, placeholder: "dir", brief: "Where its answers are read from" },
  repetitions: { ...count, placeholder: "k", brief: "Votes per question [default: the check's, or one]" },
  votes: {
    kind: "enum",
    values: VOTE_POLICIES,
    optional: true,
    brief: "When to stop voting; first_clear stops at a first PASS [default: the profile's]",
  },
} as const;

/** Of commands whose dry run plans a scan. */
export interface PlanFlags {
  readonly planTo?: string;
}
export const planFlags = {
  planTo: {
    ...text,
    placeholder: "dir",
    brief: "With --dry-run: write scan_plan.json and cost_report.json there",
  },
} as const;

export type EvalFlags = QueueFlags & WorkFlags & RunFlags & ScanFlags & WorkersFlags & PlanFlags;
export type RunCommandFlags = QueueFlags & WorkFlags & RunFlags;
export type JudgingFlags = WorkFlags & ScanFlags;
export type ScanCommandFlags = QueueFlags & JudgingFlags & WorkersFlags & PlanFlags;
export type ReadFlags = CommonFlags & ResultsFlags;

// Spelled out so that `--help` need not load the renderers.
export const REPORT_FORMAT_VALUES = ["html", "md", "json", "csv", "junit"] as const;
export interface ReportFlags extends ReadFlags {
  readonly format: (typeof REPORT_FORMAT_VALUES)[number];
}

/** The one argument of commands about a scan. */
export const scanArgument = {
  kind: "tuple",
  parameters: [{ parse: String, placeholder: "scan", brief: "A scan's directory, or a run with one scan" }],
} as const;
