import { buildCommand } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

// Spelled out so that `--help` need not load zod.
const FORMATS = ["chat-jsonl", "openai", "inspect", "promptfoo"] as const;

export const importCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).importFiles,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      from: { kind: "enum", values: FORMATS, brief: "The tool or format that the files are of" },
      tags: {
        kind: "parsed",
        parse: String,
        optional: true,
        variadic: ",",
        placeholder: "tag",
        brief: "What the conversations are about, for those without a scenario; tags of the corpus",
      },
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "name",
        brief: "Who replied, for conversations that do not say [default: imported/unnamed]",
      },
      runId: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "id",
        brief: "Name of the run [default: from the time]",
      },
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: { parse: String, placeholder: "file", brief: "Files with conversations" },
    },
  },
  docs: {
    brief: "Bring in conversations of other tools, to be scanned",
    fullDescription:
      "A conversation with a `scenario_id` is judged as that scenario; any other by the checks for any conversation and those that its tags or --tags select.\n" +
      "Everything is imported, or nothing. Imports are private, and may hold real people's words: see `runs redact` and `runs delete`.",
    customUsage: [
      { input: "chats.jsonl --from chat-jsonl --tags caregiver_burden", brief: "Your own logs" },
      { input: "log.json --from inspect", brief: "A log of Inspect AI" },
    ],
  },
});
