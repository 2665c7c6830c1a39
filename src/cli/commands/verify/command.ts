import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags, scanArgument } from "../../flags.ts";

export const verifyCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).verifyScan,
  parameters: {
    flags: { ...commonFlags, ...resultsFlags },
    positional: scanArgument,
  },
  docs: {
    brief: "Recompute a scan from its recorded calls and compare; asks no model",
    fullDescription:
      "Votes are read again from the journal's replies, quotes are looked up again in the transcripts, and verdicts, scorecards, rates and the summary are made again from them. Every byte must be the same, and so must the corpus and the transcripts. Exit 1 names the first difference: file, row and field.",
    customUsage: [{ input: "20261115-101500-1a2b", brief: "The one scan of a run" }],
  },
});
