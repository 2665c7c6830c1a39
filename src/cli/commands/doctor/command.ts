import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

export const doctorCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).doctor,
  parameters: { flags: { ...commonFlags, ...resultsFlags } },
  docs: {
    brief: "Check versions, corpus, results folder, keys and proxies",
    customUsage: [{ input: "--json", brief: "For machines" }],
  },
});
