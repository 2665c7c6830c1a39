import { buildCommand } from "@stricli/core";
import { commonFlags } from "../../flags.ts";

// Spelled out so that `--help` need not load the writers.
const FORMATS = ["chat-jsonl", "inspect", "csv", "parquet"] as const;

export const exportCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).exportRun,
  parameters: {
    flags: {
      ...commonFlags,
      to: { kind: "enum", values: FORMATS, brief: "Format to write" },
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "model",
        brief: "Only the conversations of this model",
      },
      out: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "file",
        brief: "File to write [default: printed; parquet needs one]",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "run", brief: "A run's directory, or its name below results" },
      ],
    },
  },
  docs: {
    brief: "Write a run's conversations for other tools",
    fullDescription:
      "csv and parquet have one row per message. chat-jsonl can be imported again. Here --out names the file, not the results folder.",
    customUsage: [
      { input: "results/my-run --to parquet --out messages.parquet", brief: "For a data frame" },
      { input: "my-run --to inspect --model sim/careful --out log.json", brief: "For Inspect's viewer" },
    ],
  },
});
