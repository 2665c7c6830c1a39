/** calibrate: the commands that measure the basis of judging without asking a model; `judging.ts` has the others. */
import { buildRouteMap, numberParser } from "@stricli/core";
import { QUALITY_DIMENSIONS } from "../../../domain/dimensions.ts";
import { arg, command, flag, optional, required } from "../../command.ts";
import { commonFlags, resultsFlags } from "../../flags.ts";
import { aa, attacks, bots, drift, golden } from "./judging.ts";

const renderCards = () => import("../../render/calibrate/cards.ts");
const renderLabels = () => import("../../render/calibrate/labels.ts");

const lexicons = command({
  brief: "Precision and recall of the lexicons on labelled texts",
  about: "Each text is run through the lexicon it names; `expected` says whether it ought to be found.",
  examples: [["my-examples.jsonl", "On texts of your own"]],
  args: [optional(arg("file", 'JSONL rows { "lexicon", "text", "expected" } [default: the held-out ones]'))],
  run: ({ bench }, file?: string) => bench.calibrate.lexicons(file),
  text: async (result, { context }) => (await renderCards()).renderLexicons(result, context.width),
});

const cues = command({
  brief: "Recall and precision of the users' lexicons on messages of real length",
  about:
    "Each message is run through all lexicons of users; `cues` names those that ought to find something, none for a look-alike. By lexicon, over all, by whole messages and by family, with Wilson's intervals; where messages have `searches`, `readings` or `decided`, by those too. The output names no text, so a held-out file stays unread; --json has the rows that went wrong.",
  examples: [["my-messages.jsonl", "On messages of your own"]],
  rest: optional(
    arg("file", 'JSONL rows { "text", "cues", "family"?, "writer"? } [default: the held-out ones]'),
  ),
  run: ({ bench }, ...files) => bench.calibrate.cues(files),
  text: async (result, { context }) => (await renderCards()).renderCues(result, context.width),
});

const labels = command({
  brief: "Agreement between annotators, and of a judge with them",
  about:
    "Per axis, for each pair of annotators and for all: raw agreement, kappa, Gwet's AC1, Krippendorff's alpha and the share of each label. Where only one label was used a coefficient is undefined. Rows by `adjudicated` are decisions: they settle an item, and are in no agreement. With a scan: the judge against what was decided, or most annotators say. Agreement is between whoever labelled: that of AI readers is no validation by people.",
  examples: [
    ["mine.jsonl theirs.jsonl", "Two annotators' files"],
    ["mine.jsonl theirs.jsonl --scan my-run", "And the judge against both"],
    [
      "mine.jsonl theirs.jsonl --scan my-run --corrected --key sample/key.jsonl",
      "Corrected failure rates, from a random sample",
    ],
  ],
  rest: arg("file", 'JSONL rows { "item", "axis", "label", "annotator" }, of any number of annotators'),
  flags: {
    ...commonFlags,
    ...resultsFlags,
    scan: flag.text("scan", "Compare with the verdicts of this scan"),
    corrected: flag.on("Its failure rates with the judge's errors taken out"),
    key: flag.text(
      "file",
      "How the labelled verdicts were drawn: <batch>.sample.jsonl, or key.jsonl of a sample",
    ),
    validation: flag.list("file", "Labels of other conversations, which show how the judge errs; repeatable"),
    validationScan: flag.text("scan", "The scan that those are about"),
    validationKey: flag.text("file", "How those were drawn"),
    writeJudged: flag.text("file", "Keep the scan's verdicts on what was labelled"),
  },
  run: ({ bench, options }, ...files) => bench.calibrate.labels(files, options),
  text: async (result, { context }) => (await renderLabels()).renderCalibratedLabels(result, context.width),
});

const status = command({
  brief: "Which checks may be claimed in public, and what the others lack",
  about:
    "A check is ready with 80 items labelled by two independent people, 30 of them FAIL, kappa from 0.65 between them, and a judge with recall from 0.85 and precision from 0.80.",
  run: ({ bench }) => bench.calibrate.claims(),
  text: async (result, { context }) => (await renderLabels()).renderClaims(result, context.width),
});

const policies = command({
  brief: "What each repetition policy saves and loses on recorded votes",
  about:
    "Only questions with all their votes can be replayed: scan with `--profile full --repetitions 3`. Asks no model.",
  examples: [["20261115-101500-1a2b", "The one scan of a run"]],
  args: [arg("scan", "A scan's directory, or a run with one scan")],
  flags: { ...commonFlags, ...resultsFlags },
  run: ({ bench }, scan) => bench.calibrate.policies(scan),
  text: async (result, { context }) =>
    (await import("../../render/calibrate/judge.ts")).renderPolicies(result, context.width),
});

const uncertainty = command({
  brief: "Where the uncertainty of scores comes from, and what would narrow it",
  about:
    "Of each model: the interval over scenario families, the one that also has the judges in it, how much families, scenarios, repeats and judges contribute, and what it would take to halve the interval. Of each judge: how many independent votes its votes are worth. What one repeat, one judge or one vote cannot show is said to be unknown. Asks no model.",
  examples: [
    ["20261115-101500-1a2b", "One judge"],
    ["results/a/scans/1 results/a/scans/2", "Two judges of one run"],
  ],
  rest: arg(
    "scan",
    "A scan's directory, or a run with one scan; one for each judge of the same conversations",
  ),
  flags: {
    ...commonFlags,
    ...resultsFlags,
    score: {
      ...required(flag.choice(["overall", "quality", ...QUALITY_DIMENSIONS], "Which score")),
      default: "overall",
    },
    labels: flag.list(
      "file",
      "People's labels of some verdicts: votes are compared by their errors; repeatable",
    ),
  },
  run: ({ bench, options }, ...scans) => bench.calibrate.uncertainty(scans, options),
  text: async (result, { context }) =>
    (await import("../../render/calibrate/uncertainty.ts")).renderUncertainty(result, context.width),
});

function minutesOf(input: string): number {
  const minutes = numberParser(input);
  if (!(minutes > 0)) throw new SyntaxError(`"${input}" is not a number of minutes above 0`);
  return minutes;
}

const plan = command({
  brief: "How many labels each check lacks before it may be claimed, and the hours",
  about:
    "The items of a two-phase draw that would bring enough labelled FAILs nine times in ten, the labels of two people for them and their hours; gates first, then the gravest. How often people would say FAIL is assumed by kind of verdict until they have. What more labels do not mend, such as a recall that is too low, is said beside it.",
  examples: [["my-run --minutes-per-label 2", "From the verdicts of one scan"]],
  rest: optional(arg("scan", "A scan's directory, or a run with one scan: what there is to draw from")),
  flags: {
    ...commonFlags,
    ...resultsFlags,
    labels: flag.list(
      "file",
      "Labels so far, all by people who worked alone [default: the corpus's]; repeatable",
    ),
    key: flag.text("file", "How those were drawn: <batch>.sample.jsonl"),
    minutesPerLabel: {
      ...flag.number("minutes", "What a label takes [default: 3, an assumption]"),
      parse: minutesOf,
    },
  },
  run: ({ bench, options }, ...scans) => bench.calibrate.plan(scans, options),
  text: async (result, { context }) =>
    (await import("../../render/calibrate/plan.ts")).renderLabelPlan(result, context.width),
});

export const calibrateRoutes = buildRouteMap({
  routes: {
    lexicons,
    cues,
    golden,
    labels,
    drift,
    aa,
    status,
    policies,
    attacks,
    bots,
    uncertainty,
    plan,
  },
  docs: { brief: "Measure what the judging rests on" },
});
