import { buildCommand, buildRouteMap } from "@stricli/core";
import { commonFlags } from "../../flags.ts";

const lexiconsCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).calibrateLexicons,
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

export const calibrateRoutes = buildRouteMap({
  routes: { lexicons: lexiconsCommand },
  docs: { brief: "Measure what the judging rests on" },
});
