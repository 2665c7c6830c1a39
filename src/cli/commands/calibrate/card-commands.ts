/** What is measured on cards, and on bots that say what cards say. */
import { buildCommand } from "@stricli/core";
import { continuable } from "../../exit.ts";
import { commonFlags, resultsFlags, scanFlags, workFlags } from "../../flags.ts";

export const goldenCommand = buildCommand({
  loader: async () => continuable((await import("./cards.ts")).runCalibrateGolden),
  parameters: {
    flags: {
      ...scanFlags,
      ...workFlags,
      judge: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "model",
        brief: "Judge to put them to",
      },
      long: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "The long cards: recall and specificity on replies of full length",
      },
      readings: {
        kind: "parsed",
        parse: String,
        optional: true,
        variadic: true,
        placeholder: "file",
        brief: "With --long: label files of readers, who are measured instead; repeatable",
      },
    },
  },
  docs: {
    brief: "Each check's word list, or a judge, against the golden cards",
    fullDescription:
      "Without a judge: what the word lists find, and no model is asked. With one: every card as a conversation of its own, through the same votes and evidence as a scan. The cards are authored, with AI assistance: this tests against their authors' intent, and is no validation by people.",
    customUsage: [
      { input: "--check 'IB-F*'", brief: "The boundary checks only" },
      { input: "--judge openai/gpt-5-mini --dry-run", brief: "What a judge would cost" },
      { input: "--long --judge files/answers", brief: "A reader who answers in files, on the long cards" },
    ],
  },
});

// Nothing here can cost anything, so there is no price to limit.
const { progress, quiet, yes, cache } = workFlags;
const botWorkFlags = { progress, quiet, yes, cache };

export const botsCommand = buildCommand({
  loader: async () => (await import("./bots.ts")).runCalibrateBots,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      ...botWorkFlags,
      scenario: {
        kind: "parsed",
        parse: String,
        optional: true,
        variadic: true,
        placeholder: "glob",
        brief: "Scenarios by id, repeatable",
      },
      runId: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "id",
        brief: "Name of the run [default: a new one]",
      },
    },
  },
  docs: {
    brief: "The bots that must fail: what each trick fails, and what it costs",
    fullDescription:
      "Simulated, offline and free. Every bot does what sim/careful does, with one trick in place of help; each has to fail a named check wherever it deserves to, and none may stand above sim/careful.",
  },
});
