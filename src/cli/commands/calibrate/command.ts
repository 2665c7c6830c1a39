import { buildCommand, buildRouteMap } from "@stricli/core";
import { commonFlags, scanFlags } from "../../flags.ts";

const lexiconsCommand = buildCommand({
  loader: async () => (await import("./lexicons.ts")).calibrateLexicons,
  parameters: {
    flags: { ...commonFlags },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "file",
          brief: 'JSONL rows { "lexicon", "text", "expected" } [default: the held-out ones]',
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Precision and recall of the lexicons on labelled texts",
    fullDescription:
      "Each text is run through the lexicon it names; `expected` says whether it ought to be found.",
    customUsage: [{ input: "my-examples.jsonl", brief: "On texts of your own" }],
  },
});

const goldenCommand = buildCommand({
  loader: async () => (await import("./golden.ts")).calibrateGolden,
  parameters: { flags: { ...commonFlags, check: scanFlags.check } },
  docs: {
    brief: "Each check's word list against its golden cards",
    fullDescription:
      "The cards are authored, with AI assistance: this tests the lists against their authors' intent, and is no validation by people.",
    customUsage: [{ input: "--check 'IB-F*'", brief: "The boundary checks only" }],
  },
});

export const calibrateRoutes = buildRouteMap({
  routes: { lexicons: lexiconsCommand, golden: goldenCommand },
  docs: { brief: "Measure what the judging rests on" },
});
