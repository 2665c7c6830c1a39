import { numberParser } from "@stricli/core";

// Values are spelled out here rather than taken from the zod schemas, so that `--help` need not load zod.
export const PROFILES = ["smoke", "dev", "full", "publish"] as const;
export const CATEGORIES = ["safety", "empathy", "context", "continuity"] as const;
export const STATUSES = ["active", "held", "all"] as const;

const text = { kind: "parsed", parse: String, optional: true } as const;
const texts = { kind: "parsed", parse: String, optional: true, variadic: "," } as const;

function countAtLeast(least: number) {
  return (input: string) => {
    const count = numberParser(input);
    if (!Number.isInteger(count) || count < least)
      throw new SyntaxError(`"${input}" is not a whole number from ${least}`);
    return count;
  };
}

function temperature(input: string): number {
  const value = numberParser(input);
  if (value < 0 || value > 2) throw new SyntaxError(`"${input}" is not between 0 and 2`);
  return value;
}

const count = { kind: "parsed", parse: countAtLeast(1), optional: true } as const;

/** Of every command. */
export interface CommonFlags {
  readonly corpus?: string;
  readonly json: boolean;
}
export const commonFlags = {
  corpus: { ...text, placeholder: "dir", brief: "Corpus folder [default: the shipped one]" },
  json: { kind: "boolean", default: false, withNegated: false, brief: "Print one JSON document" },
} as const;

/** Of commands that read or write results. */
export interface ResultsFlags {
  readonly out?: string;
}
export const resultsFlags = {
  out: { ...text, placeholder: "dir", brief: "Results folder [default: results]" },
} as const;

/** Of commands that do work that may cost something. */
export interface WorkFlags extends CommonFlags, ResultsFlags {
  readonly scenarioParallel?: number;
  readonly maxConnections?: number;
  readonly dryRun: boolean;
  readonly quiet: boolean;
}
export const workFlags = {
  ...commonFlags,
  ...resultsFlags,
  scenarioParallel: { ...count, placeholder: "n", brief: "Conversations at a time [default: 8]" },
  maxConnections: { ...count, placeholder: "n", brief: "Calls at a time, per model [default: 16]" },
  dryRun: { kind: "boolean", default: false, withNegated: false, brief: "Write the plan; ask no model" },
  quiet: { kind: "boolean", default: false, withNegated: false, brief: "No progress on stderr" },
} as const;

export interface RunFlags {
  readonly model?: readonly string[];
  readonly scenario?: readonly string[];
  readonly category?: (typeof CATEGORIES)[number];
  readonly status: (typeof STATUSES)[number];
  readonly repeat: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly runId?: string;
  readonly resume?: string;
}
export const runFlags = {
  model: {
    ...texts,
    placeholder: "model",
    brief: "Model to ask, repeatable [default: every simulated assistant]",
  },
  scenario: { ...texts, placeholder: "glob", brief: "Scenarios by id, repeatable; * and ? are wildcards" },
  category: { kind: "enum", values: CATEGORIES, optional: true, brief: "Scenarios of one category" },
  status: { kind: "enum", values: STATUSES, default: "active", brief: "Scenarios by status" },
  repeat: {
    kind: "parsed",
    parse: countAtLeast(1),
    default: "1",
    placeholder: "n",
    brief: "Conversations per scenario",
  },
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
  runId: { ...text, placeholder: "id", brief: "Name of the run [default: from the time]" },
  resume: { ...text, placeholder: "id", brief: "Continue this run where it stopped" },
} as const;

export interface ScanFlags {
  readonly judge?: string;
  readonly profile?: (typeof PROFILES)[number];
  readonly check?: readonly string[];
}
export const scanFlags = {
  judge: { ...text, placeholder: "model", brief: "Judge [default: sim/judge for simulated transcripts]" },
  profile: { kind: "enum", values: PROFILES, optional: true, brief: "How thoroughly to look" },
  check: { ...texts, placeholder: "glob", brief: "Checks by id, repeatable" },
} as const;

export type EvalFlags = WorkFlags & RunFlags & ScanFlags;
export type RunCommandFlags = WorkFlags & RunFlags;
export type ScanCommandFlags = WorkFlags & ScanFlags;
export type ReadFlags = CommonFlags & ResultsFlags;
export interface ListFlags extends ReadFlags {
  readonly coverage: boolean;
}

// Spelled out so that `--help` need not load the renderers.
export const REPORT_FORMATS = ["html", "md", "json", "csv", "junit"] as const;
export interface ReportFlags extends ReadFlags {
  readonly format: (typeof REPORT_FORMATS)[number];
}

export interface LintFlags extends CommonFlags {
  readonly strict: boolean;
  readonly coverage: boolean;
}
