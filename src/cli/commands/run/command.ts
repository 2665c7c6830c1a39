import { buildCommand } from "@stricli/core";
import { runFlags, workFlags } from "../../flags.ts";

export const runCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runScenarios,
  parameters: { flags: { ...runFlags, ...workFlags } },
  docs: {
    brief: "Have the conversations; write transcripts only",
    customUsage: [
      { input: "--model sim/careful --repeat 2", brief: "Two conversations per scenario" },
      { input: "--model sim/careful --dry-run", brief: "Plan only" },
    ],
  },
});
