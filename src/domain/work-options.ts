/**
 * The options of a run and of judging, a row each: the source of flags, hints, plans and resuming. Texts name
 * options as in the library, in backticks. Imports no value from a schema: `--help` lists the options without
 * loading one.
 */
import type { ProductKind } from "../schema/corpus/duty.ts";
import type { ScenarioCategory, ScenarioStatus } from "../schema/corpus/scenario.ts";
import type { PlannedEvaluation } from "../schema/run/run-plan.ts";
import { PROFILE_NAMES } from "./profiles.ts";
import { VOTE_POLICIES } from "./votes.ts";

/** Form of a value: a text, a number of some kind, one of a few words, or a bare switch. */
type KindOf<Value> = [Value] extends [boolean]
  ? { readonly kind: "switch" | "wish" | "yesOrNo" }
  : [Value] extends [number]
    ? { readonly kind: "count" | "seed" | "temperature" | "amount"; readonly value: string }
    : [Value] extends [readonly unknown[]]
      ? { readonly kind: "list"; readonly value: string }
      : string extends Value
        ? { readonly kind: "text" | "day"; readonly value: string }
        : [Value] extends [string]
          ? { readonly kind: "choice"; readonly values: readonly Value[] }
          : { readonly kind: "abilities"; readonly value: string };

type OptionRow<Value> = KindOf<Value> & {
  readonly about: string;
  /** The flag that sets it. @default the option's name */
  readonly flag?: string;
  /** Its key in the plan of an eval, if stored there. */
  readonly inPlan?: keyof PlannedEvaluation;
  /** The value that a plan without it implies. */
  readonly leftOut?: Value;
};

/** A row for each option, and no other. */
export type OptionRows<Options, Rows> = {
  readonly [Option in keyof Options]-?: OptionRow<NonNullable<Options[Option]>>;
} & { readonly [Extra in Exclude<keyof Rows, keyof Options>]: never };

const CATEGORIES = [
  "safety",
  "empathy",
  "context",
  "continuity",
] as const satisfies readonly ScenarioCategory[];
const PRODUCTS = ["companion", "mental_health", "assistant"] as const satisfies readonly ProductKind[];
const STATUSES = ["active", "held", "all"] as const satisfies readonly (ScenarioStatus | "all")[];

export const RUN_OPTIONS = {
  models: {
    flag: "model",
    kind: "list",
    value: "model",
    about: "Model to test; repeatable [default: every simulated assistant]",
  },
  router: {
    kind: "text",
    value: "model",
    about: "Model that chooses the branches; marks the run [default: word rules of the scenarios]",
  },
  product: {
    kind: "choice",
    values: PRODUCTS,
    about: "Kind of product; applies the legal notices of its place [default: a bare model]",
  },
  place: { kind: "text", value: "place", about: "Jurisdiction of the product, e.g. us-ny or eu" },
  noticeOutside: { kind: "wish", about: "The product shows its notices outside the conversation" },
  can: {
    kind: "abilities",
    value: "ability",
    about:
      "Ability of the product: memory, records or act, with =PROOF or the proof of the config; repeatable",
  },
  scenarios: {
    flag: "scenario",
    kind: "list",
    value: "glob",
    about: "Scenario id; * and ? are wildcards; repeatable",
  },
  category: { kind: "choice", values: CATEGORIES, about: "Scenarios of one category" },
  tags: {
    flag: "tag",
    kind: "list",
    value: "tag",
    about: "Scenarios with this tag; repeatable",
  },
  status: { kind: "choice", values: STATUSES, about: "Scenarios by status [default: active]" },
  harness: {
    kind: "choice",
    values: ["llm/raw", "givecare/v2", "http/json"],
    about: "Interface of the assistant: a model's API or a product's endpoint [default: llm/raw]",
  },
  systemPrompt: { kind: "text", value: "file", about: "System prompt file [default: the corpus's]" },
  repeats: {
    flag: "repeat",
    kind: "count",
    value: "n",
    about: "Conversations per scenario [default: 1]",
  },
  temperature: { kind: "temperature", value: "t", about: "Sampling temperature [default: 0.7]" },
  maxTokens: { kind: "count", value: "n", about: "Token cap of a reply [default: 4096]" },
  seed: { kind: "seed", value: "s", about: "Sampling seed, if the model accepts one" },
  runId: { kind: "text", value: "id", about: "Name of the run [default: from the time]" },
  label: {
    kind: "text",
    value: "name",
    about: "Release name, e.g. v2.3; links the runs of a model into a history",
  },
  resume: { kind: "text", value: "id", about: "Continue an interrupted run with its own settings" },
} as const;

export const JUDGING_OPTIONS = {
  judge: {
    inPlan: "judge",
    kind: "text",
    value: "model",
    about: "Judge [default: sim/judge for simulated transcripts]",
  },
  profile: { inPlan: "profile", kind: "choice", values: PROFILE_NAMES, about: "How many checks and votes" },
  checks: {
    flag: "check",
    inPlan: "checks",
    kind: "list",
    value: "glob",
    about: "Check id; * and ? are wildcards; repeatable",
  },
  adjudicator: {
    inPlan: "adjudicator",
    kind: "text",
    value: "model",
    about: "Second judge for failed gates and split votes",
  },
  rubric: {
    inPlan: "rubric",
    leftOut: false,
    kind: "yesOrNo",
    about: "Also judge the criteria of the scenarios [default: in the profile publish]",
  },
  scales: {
    inPlan: "scales",
    kind: "yesOrNo",
    about: "Judge regard, and the rubric where it is on [default: unless `checks` are named]",
  },
  deidentify: {
    inPlan: "deidentify",
    leftOut: false,
    kind: "yesOrNo",
    about: "Hide names, addresses and numbers from judges [default: for imported runs]",
  },
  asOf: {
    inPlan: "as_of",
    kind: "day",
    value: "date",
    about: "Apply the law of this day [default: the day on which the rules were last checked]",
  },
  reasoningEffort: {
    inPlan: "reasoning_effort",
    kind: "choice",
    values: ["minimal", "low", "medium", "high"],
    about: "Reasoning effort of the judge",
  },
  retryLost: {
    kind: "wish",
    about: "Repeat failed calls and unreadable answers",
  },
  batch: {
    kind: "wish",
    about: "Send questions as provider batches at a lower price; repeat the command to collect the answers",
  },
  requests: { kind: "text", value: "dir", about: "Folder for the questions to a judge files/NAME" },
  answers: { kind: "text", value: "dir", about: "Folder with the answers of a judge files/NAME" },
  repetitions: {
    inPlan: "repetitions",
    kind: "count",
    value: "k",
    about: "Votes per question [default: set by profile and check]",
  },
  votes: {
    inPlan: "votes",
    kind: "choice",
    values: VOTE_POLICIES,
    about: "When to stop voting; first_clear stops at the first PASS [default: set by the profile]",
  },
} as const;

/** Option of a scan by a pack's own checks. */
export const BY_PACK_OPTION = {
  byPack: { kind: "text", value: "pack", about: "Use only the checks of this pack" },
} as const;

/** Option of heavy computations. */
export const WORKERS_OPTION = {
  workers: {
    kind: "count",
    value: "n",
    about: "Threads for work without model calls [default: 1]",
  },
} as const;

/** Option of work that judges. */
export const PLAN_TO_OPTION = {
  planTo: {
    kind: "text",
    value: "dir",
    about: "With `dryRun`: write scan_plan.json and cost_report.json there",
  },
} as const;

/** Options of all work that may cost money. */
export const WORK_OPTIONS = {
  takeOver: { kind: "switch", about: "Take over the lock of a process that is no longer running" },
  scenarioParallel: {
    kind: "count",
    value: "n",
    about: "Parallel conversations per model [default: 8]",
  },
  maxConnections: { kind: "count", value: "n", about: "Parallel calls per model [default: 16]" },
  maxCostUsd: {
    kind: "amount",
    value: "usd",
    about: "Stop before spending more than this many US dollars (exit 4)",
  },
  cache: { kind: "yesOrNo", about: "Reuse cached replies [default: yes; no in CI]" },
  dryRun: { kind: "switch", about: "Print plan and price; send and write nothing" },
} as const;
