/** compare, gate, contrast: a scan against another, against a policy, and against itself. */
import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags, scanArgument } from "../../flags.ts";

const modelText = { kind: "parsed", parse: String, optional: true } as const;
const scan = { parse: String, brief: "A scan's directory, or a run with one scan" } as const;

export const compareCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runCompare,
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
      modelA: { ...modelText, placeholder: "model", brief: "A model of the first scan" },
      modelB: { ...modelText, placeholder: "model", brief: "A model of the second scan" },
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

const sourceText = { kind: "parsed", parse: String, optional: true } as const;

export const gateCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runGate,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      policy: {
        ...sourceText,
        placeholder: "file",
        brief: "What must hold: a YAML file, or strict [default: built in]",
      },
      baseline: { ...sourceText, placeholder: "scan", brief: "The scan to be no worse than" },
      calibration: {
        ...sourceText,
        placeholder: "file",
        brief: "Labels of other conversations, which show how many failures the judge finds; repeatable",
        variadic: ",",
      },
      calibrationScan: { ...sourceText, placeholder: "scan", brief: "The scan that those are about" },
      calibrationKey: { ...sourceText, placeholder: "file", brief: "How those were drawn" },
      site: {
        ...sourceText,
        placeholder: "url",
        brief: "Site that shows both scans, for links [default: the command that shows them]",
      },
      format: {
        kind: "enum",
        values: ["text", "github"],
        optional: true,
        brief: "github prints workflow commands alone [default: text; on GitHub Actions both]",
      },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Does a scan hold to a policy? For CI",
    fullDescription:
      "Exit 0 where it holds, 100 where it does not, 3 where the evidence does not decide. Writes gate.xml (JUnit) and gate.md beside the scan; on GitHub Actions it also annotates the run. docs/gate.md describes the policy file.",
    customUsage: [
      {
        input: "release --policy gate-policy.yaml --baseline main",
        brief: "A release against what is in use",
      },
    ],
  },
});

export const contrastCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runContrast,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      core: {
        ...sourceText,
        placeholder: "scan",
        brief: "The core's scan that a pack's twins are set against",
      },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Anchors against their variants, and packs: what framing and the person change",
    fullDescription:
      "Sets every scenario against the ones that differ from it in one thing: a cue removed or made plain, another framing, text messages instead of chat. Of a pack beside the scan, or of a pack's own scan: twins against their originals, or who the person is against the other half of the pair, with paired differences and their intervals.",
    customUsage: [{ input: "20261115-101500-1a2b", brief: "What framing changes" }],
  },
});
