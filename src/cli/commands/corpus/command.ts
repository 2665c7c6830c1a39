/** init, lint, list, show, doctor: the commands about the corpus and the set-up. */
import { buildCommand } from "@stricli/core";
import { choiceOf } from "../../flag-values.ts";
import { commonFlags, resultsFlags } from "../../flags.ts";

// Spelled out so that `--help` need not load the schemas.
const EXAMPLE_ROUTES = [
  "lexicon_only",
  "regex_with_llm_edge",
  "hybrid_llm",
  "llm_primary",
  "longitudinal_trace",
  "extract_then_corpus",
] as const;

export const initCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runInit,
  parameters: {
    flags: {
      ...commonFlags,
      prefix: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "name",
        brief: "Of a new pack: what its checks begin with [default: its name in capitals]",
      },
      route: {
        kind: "enum",
        values: EXAMPLE_ROUTES,
        optional: true,
        brief: "Of a check: how it is decided [default: llm_primary]",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "what|dir",
          brief: "pack, scenario, check or lexicon; or the folder of a new project",
          default: ".",
        },
        { parse: String, placeholder: "dir", brief: "The pack's folder", optional: true },
      ],
    },
  },
  docs: {
    brief: "Write a config file, a gate policy and a private scenario pack to start from",
    fullDescription:
      "With `pack` a worked example of a pack with a check of its own; with `scenario`, `check` or `lexicon` one more of these in a pack that is there. Never writes over a file.",
    customUsage: [
      { input: "my-bench", brief: "A project in a folder of its own" },
      { input: "pack acme", brief: "A pack with a check of its own" },
      { input: "check acme --route lexicon_only", brief: "One more check of that pack" },
    ],
  },
});

export const lintCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runLint,
  parameters: {
    flags: {
      ...commonFlags,
      strict: { kind: "boolean", default: false, withNegated: false, brief: "Warnings make exit code 1" },
      coverage: { kind: "boolean", default: true, brief: "Print which checks meet which scenarios" },
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        placeholder: "path",
        brief: "Only problems below these paths of the corpus that is read",
      },
    },
  },
  docs: {
    brief: "Check a corpus: scenarios, checks, lexicons, rules, cards",
    fullDescription:
      "Names every problem of every file with line and column. Exit code 2 with errors. What is read is the shipped corpus, or what --corpus or --pack names; a path only narrows what is reported, and one that leads to nothing that was read is refused.",
    customUsage: [
      { input: "--strict", brief: "The shipped corpus, warnings too" },
      { input: "--corpus my-corpus", brief: "A corpus of your own" },
      { input: "--pack plain", brief: "A pack, beside the shipped corpus" },
    ],
  },
});

const LIST_KINDS = [
  "scenarios",
  "checks",
  "tags",
  "lexicons",
  "rules",
  "duties",
  "regimes",
  "help-lines",
  "models",
  "runs",
] as const;

export const listCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runList,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      coverage: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Checks: how many scenarios, families and cues each one meets",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: choiceOf(LIST_KINDS), placeholder: "kind", brief: LIST_KINDS.join(" | ") }],
    },
  },
  docs: {
    brief: "List scenarios, checks, tags, lexicons, rules, duties, regimes, help lines, models or runs",
    customUsage: [
      { input: "checks", brief: "What a model is judged by" },
      { input: "checks --coverage", brief: "What each check rests on" },
      { input: "tags", brief: "What a conversation can be about, and the checks that look there" },
    ],
  },
});

export const showCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runShow,
  parameters: {
    flags: { ...commonFlags },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "id",
          brief: "A scenario, check, tag, lexicon, rule set, card or fact",
        },
      ],
    },
  },
  docs: {
    brief: "Show one thing of the corpus, whole",
    customUsage: [{ input: "IB-A1", brief: "A check: rules, look-alikes, prompt" }],
  },
});

export const doctorCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runDoctor,
  parameters: { flags: { ...commonFlags, ...resultsFlags } },
  docs: {
    brief: "Check versions, corpus, results folder, keys and proxies",
    customUsage: [{ input: "--json", brief: "For machines" }],
  },
});
