import { buildCommand, buildRouteMap, numberParser } from "@stricli/core";
import { commonFlags, resultsFlags, scanArgument, scanFlags, takingOverFlags } from "../../flags.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;

function wholeNumberFrom(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (input: string) => {
    const number = numberParser(input);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new SyntaxError(`"${input}" is not a whole number from ${least}`);
    return number;
  };
}

const batch = {
  kind: "tuple",
  parameters: [{ parse: String, placeholder: "batch", brief: "Folder that `review export` wrote" }],
} as const;

const serverFlags = {
  ...commonFlags,
  ...takingOverFlags,
  port: {
    kind: "parsed",
    parse: wholeNumberFrom(0, 65_535),
    optional: true,
    placeholder: "n",
    brief: "Port [default: a free one]",
  },
  host: { ...text, placeholder: "address", brief: "Address to listen on [default: 127.0.0.1]" },
} as const;

const names = {
  kind: "parsed",
  // Blanks after the commas of a quoted list are nobody's.
  parse: (input: string) => input.trim(),
  optional: true,
  variadic: ",",
  placeholder: "name",
} as const;

const exportCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runReviewExport,
  parameters: {
    flags: {
      ...commonFlags,
      check: scanFlags.check,
      perStratum: {
        kind: "parsed",
        parse: wholeNumberFrom(1),
        optional: true,
        placeholder: "n",
        brief: "Most verdicts of each check and outcome [default: 10]",
      },
      perCheck: {
        kind: "parsed",
        parse: wholeNumberFrom(1),
        optional: true,
        placeholder: "n",
        brief: "Instead of that: most of each check, whatever the outcome; a random sample",
      },
      design: {
        kind: "enum",
        values: ["by-verdict", "two-phase"],
        optional: true,
        brief: "two-phase: of each check where labels teach most; `calibrate labels --key` weighs them",
      },
      labels: {
        kind: "parsed",
        parse: wholeNumberFrom(10),
        optional: true,
        placeholder: "n",
        brief: "Most of each check in a two-phase design [default: 80]",
      },
      verdict: {
        ...names,
        placeholder: "name",
        brief: "Instead of a draw: exactly these, <transcript_id>#<check>; repeatable",
      },
      seed: {
        kind: "parsed",
        parse: wholeNumberFrom(0),
        default: "0",
        placeholder: "s",
        brief: "Of the draw",
      },
      out: { ...text, placeholder: "dir", brief: "Folder of the batch [default: reviews/<batch id>]" },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Draw verdicts for people to label who must not know them",
    fullDescription:
      "Stratified by check and verdict, or in two phases by votes, words and searches as well; seeded, frozen and hashed. The batch has no verdict, no model's name and nobody's label; the key beside it has, and stays with whoever runs the review. Here --out names the batch's folder; the scan is a path, or a name below results.",
    customUsage: [
      { input: "results/mine --check 'IB-A*' --per-stratum 20", brief: "The safety checks" },
      {
        input: "results/mine --check IB-A1 --design two-phase --labels 120",
        brief: "One check, for its rates",
      },
      {
        input: "results/mine --verdict 'sim__brittle/safety_crisis_bin_days_001.r1#IB-A1'",
        brief: "One that is contested",
      },
    ],
  },
});

const serveCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runReviewServe,
  parameters: {
    flags: {
      ...serverFlags,
      annotators: { ...names, brief: "Who labels, by name [default: reader]" },
    },
    positional: batch,
  },
  docs: {
    brief: "Label a batch in the browser",
    fullDescription:
      "Prints a link for each annotator; its token stands for their name and lasts until the server stops (Ctrl-C). Labels are saved as they are made, below the batch's folder, and found again. With --host other machines can reach it: whoever has a link can label, and what is sent is not encrypted.",
    customUsage: [{ input: "reviews/review-0123456789ab --annotators anna,ben", brief: "Two annotators" }],
  },
});

const mergeCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runReviewMerge,
  parameters: {
    flags: {
      ...commonFlags,
      key: { ...text, placeholder: "file", brief: "The batch's key [default: beside the batch]" },
      out: { ...text, placeholder: "file", brief: "Label file [default: <batch>.labels.jsonl]" },
      watch: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Again whenever a label is saved, until Ctrl-C",
      },
    },
    positional: batch,
  },
  docs: {
    brief: "Label rows for `calibrate labels`, and the agreement so far",
    fullDescription:
      "Can be run while people label. Unfinished labels are left out. What was adjudicated goes into a file of its own, because an adjudicator has seen the others' labels and must not count as agreeing with them.",
    customUsage: [{ input: "reviews/review-0123456789ab", brief: "What there is so far" }],
  },
});

const adjudicateCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runReviewAdjudicate,
  parameters: {
    flags: {
      ...serverFlags,
      annotators: { ...names, brief: "Who decides, by name [default: adjudicator]" },
    },
    positional: batch,
  },
  docs: {
    brief: "Let a third person decide where annotators disagree",
    fullDescription:
      "As `review serve`, with the disputed items only and both readings beside each, without names. Nobody who labelled the batch can adjudicate it, and nobody who adjudicated it can label it afterwards.",
    customUsage: [{ input: "reviews/review-0123456789ab --annotators chris", brief: "One adjudicator" }],
  },
});

const applyCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runReviewApply,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      ...takingOverFlags,
      labels: {
        kind: "parsed",
        parse: String,
        variadic: ",",
        placeholder: "file",
        brief: "Label files that `review merge` wrote, decisions too; repeatable",
      },
      key: {
        ...text,
        variadic: ",",
        placeholder: "file",
        brief: "The batches' keys [default: beside the label files]",
      },
      name: { ...text, placeholder: "scan", brief: "Of the new scan [default: <scan>-labels-<hash>]" },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "A new scan with people's word where they decided",
    fullDescription:
      "Where two people agree, or an adjudicator decided, their verdict stands instead of the judge's, which is kept below it. One person's label decides nothing, and UNCLEAR stays open. The scan that was labelled is not changed, no model is asked, and `compare` sets both side by side.",
    customUsage: [
      {
        input:
          "mine --labels reviews/review-0123456789ab.labels.jsonl,reviews/review-0123456789ab.adjudicated.jsonl",
        brief: "What two people and an adjudicator decided",
      },
    ],
  },
});

export const reviewRoutes = buildRouteMap({
  routes: {
    export: exportCommand,
    serve: serveCommand,
    merge: mergeCommand,
    adjudicate: adjudicateCommand,
    apply: applyCommand,
  },
  docs: { brief: "Blind labelling by people" },
});
