import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

export const publishCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).publish,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      board: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "file",
        brief: "leaderboard.json made from these scans, whose tiers to show",
      },
    },
    positional: {
      kind: "array",
      minimum: 2,
      parameter: {
        parse: String,
        placeholder: "site-dir scan",
        brief: "Folder to write, then scans or runs with one scan",
      },
    },
  },
  docs: {
    brief: "Write the viewer and some scans as a static site",
    fullDescription:
      "Works from any file server and below any path. An older site in the folder is replaced; anything else is refused.",
    customUsage: [{ input: "site 20261115-101500-1a2b", brief: "One scan with its evidence" }],
  },
});
