/** eval, run, scan: the commands that ask models. What they do is in `impl.ts`, which is loaded when one of them runs (decision 0009). */
import { buildCommand } from "@stricli/core";
import { continuable } from "../../exit.ts";
import { planFlags, queueFlags, runFlags, scanFlags, workersFlags, workFlags } from "../../flags.ts";

/** Of commands whose models workers may ask instead. */
const byWorkersFlags = {
  queue: {
    ...queueFlags.queue,
    brief: "Let workers ask, over the PostgreSQL they share; without a value INVISIBLEBENCH_QUEUE_URL",
  },
} as const;

/** Of a scan that the checks of a pack make. */
const byPackFlags = {
  byPack: {
    kind: "parsed",
    parse: String,
    optional: true,
    placeholder: "pack",
    brief: "Judge by the own checks of this pack alone",
  },
} as const;

export const evalCommand = buildCommand({
  loader: async () => continuable((await import("./impl.ts")).runEval),
  parameters: {
    flags: { ...runFlags, ...scanFlags, ...workersFlags, ...workFlags, ...planFlags, ...byWorkersFlags },
  },
  docs: {
    brief: "Run, scan, score and report in one go",
    fullDescription:
      "The main job. Without a model it runs the simulated world: free, offline, and marked as simulated.\n" +
      "The profile is `publish` unless you say otherwise.\n" +
      "With --pack the core's conversations are had as ever, and the pack's in a run of its own beside them: one price, one ceiling, no number in common. --scenario selects from both, a twin also by its original's name; a part of which nothing is selected is left out.",
    customUsage: [
      { input: "", brief: "Every simulated assistant on every active scenario" },
      {
        input: "--model sim/brittle --scenario 'safety_*' --profile dev",
        brief: "One assistant, some scenarios",
      },
      { input: "--pack plain", brief: "And the twins of a shipped pack, in a run of its own" },
      { input: "--resume 20261115-101500-1a2b", brief: "Continue after Ctrl-C" },
    ],
  },
});

export const runCommand = buildCommand({
  loader: async () => continuable((await import("./impl.ts")).runRun),
  parameters: {
    flags: { ...runFlags, ...workFlags, ...byWorkersFlags },
  },
  docs: {
    brief: "Have the conversations; write transcripts only",
    customUsage: [
      { input: "--model sim/careful --repeat 2", brief: "Two conversations per scenario" },
      { input: "--model sim/careful --dry-run", brief: "Plan only" },
    ],
  },
});

export const scanCommand = buildCommand({
  loader: async () => continuable((await import("./impl.ts")).runScan),
  parameters: {
    flags: { ...scanFlags, ...byPackFlags, ...workersFlags, ...workFlags, ...planFlags, ...byWorkersFlags },
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
      "The profile is `dev` unless you say otherwise. The same settings continue the same scan. Runs that differ in their models and repeats alone can be judged as one; such a scan lies in `scans`, beside the runs.\n" +
      "With --by-pack the checks of a pack judge, alone and in a scan of their own, which is then called RUN/PACK: the core's scan of the same run stays as it is.",
    customUsage: [
      { input: "20261115-101500-1a2b --profile smoke", brief: "Word lists only, no judge" },
      {
        input: "results/my-run --judge sim/noisy-judge --profile publish",
        brief: "All checks, repeated votes",
      },
      { input: "20261115-101500-1a2b --by-pack ./ours", brief: "By the checks of a pack of your own" },
    ],
  },
});
