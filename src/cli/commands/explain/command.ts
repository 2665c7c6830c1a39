import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

export const explainCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).explain,
  parameters: {
    flags: { ...commonFlags, ...resultsFlags },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "scan", brief: "A scan's directory, or a run with one scan" },
        { parse: String, placeholder: "scenario", brief: "Scenario or transcript id; * and ? are wildcards" },
        {
          parse: String,
          placeholder: "check",
          brief: "Check id [default: all eligible ones]",
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Show a conversation, its windows, votes and quotes",
    customUsage: [
      { input: "20261115-101500-1a2b 'sim__brittle/*bin_days*' IB-A1", brief: "Why one check failed" },
    ],
  },
});
