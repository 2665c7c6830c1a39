import { buildCommand } from "@stricli/core";
import { scanFlags, workFlags } from "../../flags.ts";

export const scanCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).scanRun,
  parameters: {
    flags: { ...scanFlags, ...workFlags },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: "run",
        brief: "A run's directory, or its name below the results; several are judged as one",
      },
    },
  },
  docs: {
    brief: "Judge the transcripts of a run, or of several",
    fullDescription:
      "The profile is `dev` unless you say otherwise. The same settings continue the same scan. Runs that differ in their models and repeats alone can be judged as one; such a scan lies in `scans`, beside the runs.",
    customUsage: [
      { input: "20261115-101500-1a2b --profile smoke", brief: "Word lists only, no judge" },
      {
        input: "results/my-run --judge sim/noisy-judge --profile publish",
        brief: "All checks, repeated votes",
      },
    ],
  },
});
