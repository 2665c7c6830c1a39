/** find: what was found and said in a scan, by words and by kind. */
import { buildCommand } from "@stricli/core";
import { texts } from "../../flag-values.ts";
import { commonFlags, resultsFlags } from "../../flags.ts";

const several = { ...texts, variadic: "," } as const;
const off = { kind: "boolean", default: false, withNegated: false } as const;

export const findCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runFind,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      check: { ...several, placeholder: "ids", brief: "Checks, with commas between them; repeatable" },
      verdict: {
        ...several,
        placeholder: "kinds",
        brief:
          "FAIL, UNCLEAR, PASS, reply, message [default: FAIL and UNCLEAR, with a pattern also reply and message]",
      },
      severity: { ...several, placeholder: "levels", brief: "S1 to S5; repeatable" },
      model: { ...several, placeholder: "models", brief: "Assistants; repeatable" },
      scenario: { ...several, placeholder: "ids", brief: "Scenarios; repeatable" },
      contested: { ...off, brief: "Only verdicts that somebody contradicts" },
      csv: { ...off, brief: "Print a table for other programs" },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "scan", brief: "A scan's directory, or a run with one scan" },
        {
          parse: String,
          placeholder: "pattern",
          brief: "A regular expression; capitals and kinds of apostrophe do not matter [default: everything]",
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Find a sentence, or a set of findings, in a finished scan",
    fullDescription:
      "Looks through replies, the caregiver's messages, quotes and reasons, and prints a row for each verdict or message with its words, gravest first. * and ? are wildcards in names. The page Find of `view` shows the same.",
    customUsage: [
      { input: "20261115-101500-1a2b 'don.t worry'", brief: "Where somebody said so" },
      { input: "20261115-101500-1a2b --check IB-B2 --verdict FAIL", brief: "All failures of a check" },
    ],
  },
});
