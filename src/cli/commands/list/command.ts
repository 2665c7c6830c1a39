import { buildChoiceParser, buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

const KINDS = ["scenarios", "checks", "lexicons", "rules", "models", "runs"] as const;

export const listCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).list,
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
      parameters: [{ parse: buildChoiceParser(KINDS), placeholder: "kind", brief: KINDS.join(" | ") }],
    },
  },
  docs: {
    brief: "List scenarios, checks, lexicons, rules, models or runs",
    customUsage: [
      { input: "checks", brief: "What a model is judged by" },
      { input: "checks --coverage", brief: "What each check rests on" },
    ],
  },
});
