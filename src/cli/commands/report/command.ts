import { buildCommand } from "@stricli/core";
import { commonFlags, REPORT_FORMATS, resultsFlags, scanArgument } from "../../flags.ts";

export const reportCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).report,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      format: {
        kind: "enum",
        values: REPORT_FORMATS,
        default: "html",
        brief: "html is written beside the scan, others are printed",
      },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Render a finished scan again; asks no model",
    customUsage: [
      { input: "20261115-101500-1a2b --format csv > scores.csv", brief: "Scorecards as a table" },
    ],
  },
});
