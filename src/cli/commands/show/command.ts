import { buildCommand } from "@stricli/core";
import { commonFlags } from "../../flags.ts";

export const showCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).show,
  parameters: {
    flags: { ...commonFlags },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "id", brief: "A scenario, check, lexicon, rule set, card or fact" },
      ],
    },
  },
  docs: {
    brief: "Show one thing of the corpus, whole",
    customUsage: [{ input: "IB-A1", brief: "A check: rules, look-alikes, prompt" }],
  },
});
