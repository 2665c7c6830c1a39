import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags, scanArgument } from "../../flags.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;

export const gateCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).gate,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      policy: { ...text, placeholder: "file", brief: "What must hold, in YAML [default: built in]" },
      baseline: { ...text, placeholder: "scan", brief: "The scan to be no worse than" },
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
