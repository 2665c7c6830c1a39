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
    about: "Model to ask, repeatable [default: every simulated assistant]",
  },
  router: {
    kind: "text",
    value: "model",
    about: "Model that chooses every branch, and marks the run [default: the scenarios' words choose]",
  },
  product: {
    kind: "choice",
    values: PRODUCTS,
    about: "What the assistant is offered as; the notices of its place apply [default: a bare model]",
  },
  place: { kind: "text", value: "place", about: "Where the product is offered, such as us-ny or eu" },
  noticeOutside: { kind: "wish", about: "The product's notices are shown outside the conversation" },
  can: {
    kind: "abilities",
    value: "ability",
    about: "What the product can do: memory, records, act; =LINE of proof, or the config's. Repeatable",
  },
  scenarios: {
    flag: "scenario",
    kind: "list",
    value: "glob",
    about: "Scenarios by id, repeatable; * and ? are wildcards",
  },
  category: { kind: "choice", values: CATEGORIES, about: "Scenarios of one category" },
  tags: {
    flag: "tag",
    kind: "list",
    value: "tag",
    about: "Scenarios with any of these tags, repeatable",
  },
  status: { kind: "choice", values: STATUSES, about: "Scenarios by status [default: active]" },
  harness: {
    kind: "choice",
    values: ["llm/raw", "givecare/v2", "http/json"],
    about: "How to ask: a model's API, or a product's endpoint [default: llm/raw]",
  },
  systemPrompt: { kind: "text", value: "file", about: "Another system prompt than the corpus's" },
  repeats: {
    flag: "repeat",
    kind: "count",
    value: "n",
    about: "Conversations per scenario [default: 1]",
  },
  temperature: { kind: "temperature", value: "t", about: "Sampling temperature [default: 0.7]" },
  maxTokens: { kind: "count", value: "n", about: "Token cap of a reply [default: 4096]" },
  seed: { kind: "seed", value: "s", about: "Sampling seed, where the model takes one" },
  runId: { kind: "text", value: "id", about: "Name of the run [default: from the time]" },
  label: {
    kind: "text",
    value: "name",
    about: "What the release is called, such as v2.3; runs of a model become a line",
  },
  resume: { kind: "text", value: "id", about: "Continue this run where it stopped, by its own plan" },
} as const;

export const JUDGING_OPTIONS = {
  judge: {
    inPlan: "judge",
    kind: "text",
    value: "model",
    about: "Judge [default: sim/judge for simulated transcripts]",
  },
  profile: { inPlan: "profile", kind: "choice", values: PROFILE_NAMES, about: "How thoroughly to look" },
  checks: {
    flag: "check",
    inPlan: "checks",
    kind: "list",
    value: "glob",
    about: "Checks by id, repeatable",
  },
  adjudicator: {
    inPlan: "adjudicator",
    kind: "text",
    value: "model",
    about: "Second judge, for failed gates and split votes",
  },
  rubric: {
    inPlan: "rubric",
    leftOut: false,
    kind: "yesOrNo",
    about: "Ask the scenarios' own criteria too [default: in the profile publish]",
  },
  scales: {
    inPlan: "scales",
    kind: "yesOrNo",
    about: "Ask how the caregiver was treated; without it, no rubric either [default: without `checks`]",
  },
  deidentify: {
    inPlan: "deidentify",
    leftOut: false,
    kind: "yesOrNo",
    about: "Show judges placeholders for what tells who somebody is [default: of imported runs]",
  },
  asOf: {
    inPlan: "as_of",
    kind: "day",
    value: "date",
    about: "Read the law as of this day [default: the last on which somebody looked]",
  },
  reasoningEffort: {
    inPlan: "reasoning_effort",
    kind: "choice",
    values: ["minimal", "low", "medium", "high"],
    about: "How much the judge is to think",
  },
  retryLost: {
    kind: "wish",
    about: "Ask again what was lost: calls that failed, answers nobody could read",
  },
  batch: {
    kind: "wish",
    about: "Ask the judges later, in batches, for less; repeat the command to go on",
  },
  requests: { kind: "text", value: "dir", about: "Where questions to a judge files/NAME are written" },
  answers: { kind: "text", value: "dir", about: "Where its answers are read from" },
  repetitions: {
    inPlan: "repetitions",
    kind: "count",
    value: "k",
    about: "Votes per question [default: the check's, or one]",
  },
  votes: {
    inPlan: "votes",
    kind: "choice",
    values: VOTE_POLICIES,
    about: "When to stop voting; first_clear stops at a first PASS [default: the profile's]",
  },
} as const;

/** Option of a scan by a pack's own checks. */
export const BY_PACK_OPTION = {
  byPack: { kind: "text", value: "pack", about: "Judge by the own checks of this pack alone" },
} as const;

/** Option of heavy computations. */
export const WORKERS_OPTION = {
  workers: {
    kind: "count",
    value: "n",
    about: "Threads that compute where no model is asked [default: 1]",
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
  takeOver: { kind: "switch", about: "Take it from a process elsewhere that works no longer" },
  scenarioParallel: {
    kind: "count",
    value: "n",
    about: "Conversations at a time, per model [default: 8]",
  },
  maxConnections: { kind: "count", value: "n", about: "Calls at a time, per model [default: 16]" },
  maxCostUsd: {
    kind: "amount",
    value: "usd",
    about: "No call is sent that could cost more than is left of this; exit 4",
  },
  cache: { kind: "yesOrNo", about: "Keep replies, and find them again [default: yes, in CI no]" },
  dryRun: { kind: "switch", about: "Print plan and price; write nothing, ask no model" },
} as const;
