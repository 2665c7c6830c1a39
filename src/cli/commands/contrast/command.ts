import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags, scanArgument } from "../../flags.ts";

export const contrastCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).contrast,
  parameters: {
    flags: { ...commonFlags, ...resultsFlags },
    positional: scanArgument,
  },
  docs: {
    brief: "Anchors against their variants: over-escalation, framing sensitivity",
    fullDescription:
      "Sets every scenario against the ones that differ from it in one thing: a cue removed or made plain, another framing, text messages instead of chat.",
    customUsage: [{ input: "20261115-101500-1a2b", brief: "What framing changes" }],
  },
});
