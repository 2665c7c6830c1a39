import { buildCommand } from "@stricli/core";
import { commonFlags } from "../../flags.ts";

export const lintCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).lint,
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
        brief: "Only problems below these paths of the corpus",
      },
    },
  },
  docs: {
    brief: "Check a corpus: scenarios, checks, lexicons, rules, cards",
    fullDescription: "Names every problem of every file with line and column. Exit code 2 with errors.",
    customUsage: [
      { input: "--strict", brief: "The shipped corpus, warnings too" },
      { input: "--corpus my-pack", brief: "A corpus of your own" },
    ],
  },
});
