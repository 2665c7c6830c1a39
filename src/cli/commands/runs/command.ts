import { buildCommand, buildRouteMap } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

const run = {
  kind: "tuple",
  parameters: [
    { parse: String, placeholder: "run", brief: "A run's directory, or its name below the results" },
  ],
} as const;

const deleteCommand = buildCommand({
  loader: async () => (await import("./delete.ts")).deleteRun,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      yes: { kind: "boolean", default: false, withNegated: false, brief: "Do not ask" },
    },
    positional: run,
  },
  docs: {
    brief: "Remove a run with its scans, for good",
    customUsage: [{ input: "20261115-101500-1a2b --yes", brief: "Without being asked" }],
  },
});

const redactCommand = buildCommand({
  loader: async () => (await import("./redact.ts")).redactRun,
  parameters: { flags: { ...commonFlags, ...resultsFlags }, positional: run },
  docs: {
    brief: "Replace a run's texts by hashes, for good",
    fullDescription:
      "Verdicts and scores stay; conversations, quotes, reasons and reports go, and so does every file in the run's folder that is no artefact.\n" +
      "A redacted run cannot be scanned, continued or exported.",
    customUsage: [{ input: "20261115-101500-1a2b", brief: "Keep the findings, not the words" }],
  },
});

export const runsRoutes = buildRouteMap({
  routes: { delete: deleteCommand, redact: redactCommand },
  docs: { brief: "Remove a run, or the words in it" },
});
