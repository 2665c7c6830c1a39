import { buildCommand, buildRouteMap, numberParser } from "@stricli/core";
import { QUALITY_DIMENSIONS } from "../../../domain/dimensions.ts";
import { continuable } from "../../exit.ts";
import { commonFlags, resultsFlags, scanArgument, scanFlags, workFlags } from "../../flags.ts";
import { botsCommand, goldenCommand } from "./card-commands.ts";
import { cuesCommand, lexiconsCommand } from "./lexicon-commands.ts";

const judgeFlag = {
  kind: "parsed",
  parse: String,
  optional: true,
  placeholder: "model",
  brief: "Judge to put them to",
} as const;
const number = { kind: "parsed", parse: numberParser, optional: true } as const;

function file<Placeholder extends string>(placeholder: Placeholder, brief: string) {
  return { kind: "parsed", parse: String, optional: true, placeholder, brief } as const;
}

function shareOf(input: string): number {
  const share = numberParser(input);
  if (!(share > 0 && share <= 1)) throw new SyntaxError(`"${input}" is not a share above 0 and up to 1`);
  return share;
}

function minutesOf(input: string): number {
  const minutes = numberParser(input);
  if (!(minutes > 0)) throw new SyntaxError(`"${input}" is not a number of minutes above 0`);
  return minutes;
}

const labelsCommand = buildCommand({
  loader: async () => (await import("./labels.ts")).runCalibrateLabels,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      scan: file("scan", "Compare with the verdicts of this scan"),
      corrected: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Its failure rates with the judge's errors taken out",
      },
      key: file(
        "file",
        "How the labelled verdicts were drawn: <batch>.sample.jsonl, or key.jsonl of a sample",
      ),
      validation: {
        ...file("file", "Labels of other conversations, which show how the judge errs; repeatable"),
        variadic: ",",
      },
      validationScan: file("scan", "The scan that those are about"),
      validationKey: file("file", "How those were drawn"),
      writeJudged: file("file", "Keep the scan's verdicts on what was labelled"),
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: "file",
        brief: 'JSONL rows { "item", "axis", "label", "annotator" }, of any number of annotators',
      },
    },
  },
  docs: {
    brief: "Agreement between annotators, and of a judge with them",
    fullDescription:
      "Per axis, for each pair of annotators and for all: raw agreement, kappa, Gwet's AC1, Krippendorff's alpha and the share of each label. Where only one label was used a coefficient is undefined. Rows by `adjudicated` are decisions: they settle an item, and are in no agreement. With a scan: the judge against what was decided, or most annotators say. Agreement is between whoever labelled: that of AI readers is no validation by people.",
    customUsage: [
      { input: "mine.jsonl theirs.jsonl", brief: "Two annotators' files" },
      { input: "mine.jsonl theirs.jsonl --scan my-run", brief: "And the judge against both" },
      {
        input: "mine.jsonl theirs.jsonl --scan my-run --corrected --key sample/key.jsonl",
        brief: "Corrected failure rates, from a random sample",
      },
    ],
  },
});

const driftCommand = buildCommand({
  loader: async () => (await import("./judge.ts")).runCalibrateDrift,
  parameters: {
    flags: {
      ...workFlags,
      judge: { ...judgeFlag, optional: false },
      check: scanFlags.check,
      repetitions: scanFlags.repetitions,
      retryLost: scanFlags.retryLost,
      baseline: file("file", "What the judge said before"),
      write: file("file", "Keep what it says this time, as a baseline"),
      size: { ...number, placeholder: "n", brief: "Cards of a new set [default: 40]" },
      seed: { ...number, placeholder: "s", brief: "Draws them [default: 0]" },
    },
  },
  docs: {
    brief: "Whether a judge still says what it said",
    fullDescription:
      "A frozen set of clear golden cards, half failures, judged with fresh votes. Against a baseline: the exact McNemar test of FAIL against everything else; below 0.05 the exit code is 100.",
    customUsage: [
      { input: "--judge openai/gpt-5-mini --write baseline.json", brief: "Begin" },
      { input: "--judge openai/gpt-5-mini --baseline baseline.json", brief: "Look again later" },
    ],
  },
});

const aaCommand = buildCommand({
  loader: async () => (await import("./judge.ts")).runCalibrateAa,
  parameters: {
    flags: {
      ...workFlags,
      share: {
        kind: "parsed",
        parse: shareOf,
        optional: true,
        placeholder: "share",
        brief: "Of each model's conversations [default: 0.1]",
      },
      retryLost: scanFlags.retryLost,
      seed: { ...number, placeholder: "s", brief: "Draws them [default: 0]" },
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, placeholder: "scan", brief: "A scan's directory, or its run" }],
    },
  },
  docs: {
    brief: "How often verdicts flip when the same is asked again",
    fullDescription:
      "A sample of a scan's conversations is judged once more, alike but with fresh votes. What differs is the judge's chance. Refused where anything that decides a verdict has changed since.",
    customUsage: [{ input: "my-run --share 0.2", brief: "A fifth of the conversations" }],
  },
});

const statusCommand = buildCommand({
  loader: async () => (await import("./labels.ts")).runCalibrateStatus,
  parameters: { flags: { ...commonFlags } },
  docs: {
    brief: "Which checks may be claimed in public, and what the others lack",
    fullDescription:
      "A check is ready with 80 items labelled by two independent people, 30 of them FAIL, kappa from 0.65 between them, and a judge with recall from 0.85 and precision from 0.80.",
  },
});

const policiesCommand = buildCommand({
  loader: async () => (await import("./judge.ts")).runCalibratePolicies,
  parameters: {
    flags: { ...commonFlags, ...resultsFlags },
    positional: scanArgument,
  },
  docs: {
    brief: "What each repetition policy saves and loses on recorded votes",
    fullDescription:
      "Only questions with all their votes can be replayed: scan with `--profile full --repetitions 3`. Asks no model.",
    customUsage: [{ input: "20261115-101500-1a2b", brief: "The one scan of a run" }],
  },
});

const attacksCommand = buildCommand({
  loader: async () => continuable((await import("./judge.ts")).runCalibrateAttacks),
  parameters: { flags: { ...scanFlags, ...workFlags } },
  docs: {
    brief: "How often replies written for a judge steer it",
    fullDescription:
      "45 families of payloads, each in the first, middle and last reply of a conversation that fails a check and of one that passes it. Without `--check`: one gate of safety and one of compliance. The conversations are authored.",
    customUsage: [
      { input: "--judge openai/gpt-5-mini --dry-run", brief: "What it would cost" },
      { input: "--judge sim/judge", brief: "A judge that reads no payloads" },
    ],
  },
});

const uncertaintyCommand = buildCommand({
  loader: async () => (await import("./uncertainty.ts")).runCalibrateUncertainty,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      score: {
        kind: "enum",
        values: ["overall", "quality", ...QUALITY_DIMENSIONS],
        default: "overall",
        brief: "Which score",
      },
      labels: {
        ...file("file", "People's labels of some verdicts: votes are compared by their errors; repeatable"),
        variadic: ",",
      },
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: "scan",
        brief: "A scan's directory, or a run with one scan; one for each judge of the same conversations",
      },
    },
  },
  docs: {
    brief: "Where the uncertainty of scores comes from, and what would narrow it",
    fullDescription:
      "Of each model: the interval over scenario families, the one that also has the judges in it, how much families, scenarios, repeats and judges contribute, and what it would take to halve the interval. Of each judge: how many independent votes its votes are worth. What one repeat, one judge or one vote cannot show is said to be unknown. Asks no model.",
    customUsage: [
      { input: "20261115-101500-1a2b", brief: "One judge" },
      { input: "results/a/scans/1 results/a/scans/2", brief: "Two judges of one run" },
    ],
  },
});

const planCommand = buildCommand({
  loader: async () => (await import("./plan.ts")).runCalibratePlan,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      labels: {
        ...file("file", "Labels so far, all by people who worked alone [default: the corpus's]; repeatable"),
        variadic: ",",
      },
      key: file("file", "How those were drawn: <batch>.sample.jsonl"),
      minutesPerLabel: {
        kind: "parsed",
        parse: minutesOf,
        optional: true,
        placeholder: "minutes",
        brief: "What a label takes [default: 3, an assumption]",
      },
    },
    positional: {
      kind: "array",
      parameter: {
        parse: String,
        placeholder: "scan",
        brief: "A scan's directory, or a run with one scan: what there is to draw from",
      },
    },
  },
  docs: {
    brief: "How many labels each check lacks before it may be claimed, and the hours",
    fullDescription:
      "The items of a two-phase draw that would bring enough labelled FAILs nine times in ten, the labels of two people for them and their hours; gates first, then the gravest. How often people would say FAIL is assumed by kind of verdict until they have. What more labels do not mend, such as a recall that is too low, is said beside it.",
    customUsage: [{ input: "my-run --minutes-per-label 2", brief: "From the verdicts of one scan" }],
  },
});

export const calibrateRoutes = buildRouteMap({
  routes: {
    lexicons: lexiconsCommand,
    cues: cuesCommand,
    golden: goldenCommand,
    labels: labelsCommand,
    drift: driftCommand,
    aa: aaCommand,
    status: statusCommand,
    policies: policiesCommand,
    attacks: attacksCommand,
    bots: botsCommand,
    uncertainty: uncertaintyCommand,
    plan: planCommand,
  },
  docs: { brief: "Measure what the judging rests on" },
});
