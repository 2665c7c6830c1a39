import { buildCommand } from "@stricli/core";
import { runFlags, scanFlags, workFlags } from "../../flags.ts";

export const evalCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).evaluate,
  parameters: { flags: { ...runFlags, ...scanFlags, ...workFlags } },
  docs: {
    brief: "Run, scan, score and report in one go",
    fullDescription:
      "The main job. Without a model it runs the simulated world: free, offline, and marked as simulated.\n" +
      "The profile is `publish` unless you say otherwise.",
    customUsage: [
      { input: "", brief: "Every simulated assistant on every active scenario" },
      {
        input: "--model sim/brittle --scenario 'safety_*' --profile dev",
        brief: "One assistant, some scenarios",
      },
      { input: "--resume 20261115-101500-1a2b", brief: "Continue after Ctrl-C" },
    ],
  },
});
