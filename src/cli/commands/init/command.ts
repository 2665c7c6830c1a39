import { buildCommand } from "@stricli/core";
import { commonFlags } from "../../flags.ts";

export const initCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).init,
  parameters: {
    flags: { ...commonFlags },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, placeholder: "dir", brief: "Folder to write into", default: "." }],
    },
  },
  docs: {
    brief: "Write a config file, a gate policy and a private scenario pack to start from",
    fullDescription: "Never writes over a file.",
    customUsage: [{ input: "my-bench", brief: "In a folder of its own" }],
  },
});
