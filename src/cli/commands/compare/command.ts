import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;
const scan = { parse: String, brief: "A scan's directory, or a run with one scan" } as const;

export const compareCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).compare,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      anyway: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Compare also what was not made alike, and name the difference",
      },
      modelA: { ...text, placeholder: "model", brief: "A model of the first scan" },
      modelB: { ...text, placeholder: "model", brief: "A model of the second scan" },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { ...scan, placeholder: "scan-a" },
        { ...scan, placeholder: "scan-b" },
      ],
    },
  },
  docs: {
    brief: "Paired differences between two scans, and the checks that flipped",
    fullDescription:
      "Models of the same name are compared; otherwise the only one of each scan, or those that --model-a and --model-b name. Scans whose fingerprints differ in more than the model are refused.",
    customUsage: [
      { input: "before after", brief: "Two runs of one product" },
      { input: "all all --model-a sim/careful --model-b sim/eager", brief: "Two models of one scan" },
    ],
  },
});
