import { buildCommand } from "@stricli/core";
import { commonFlags } from "../../flags.ts";

export const lexiconsCommand = buildCommand({
  loader: async () => (await import("./cards.ts")).runCalibrateLexicons,
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

export const cuesCommand = buildCommand({
  loader: async () => (await import("./cards.ts")).runCalibrateCues,
  parameters: {
    flags: { ...commonFlags },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        placeholder: "file",
        brief: 'JSONL rows { "text", "cues", "family"?, "writer"? } [default: the held-out ones]',
      },
    },
  },
  docs: {
    brief: "Recall and precision of the users' lexicons on messages of real length",
    fullDescription:
      "Each message is run through all lexicons of users; `cues` names those that ought to find something, none for a look-alike. By lexicon, over all, by whole messages and by family, with Wilson's intervals; where messages have `searches`, `readings` or `decided`, by those too. The output names no text, so a held-out file stays unread; --json has the rows that went wrong.",
    customUsage: [{ input: "my-messages.jsonl", brief: "On messages of your own" }],
  },
});
