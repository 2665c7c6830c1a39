/** review: the commands for blind labelling by people, and for applying their labels. */
import { buildRouteMap } from "@stricli/core";
import { formatQuantity } from "../../domain/number-words.ts";
import type { AppliedReview } from "../../index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { arg, as, command, flag, required, scanArg } from "../command.ts";
import { shellQuote } from "../command-line.ts";
import { print, printJson } from "../context.ts";
import { countAtLeast } from "../flag-values.ts";
import { resultsFlags, scanFlags, takingOverFlags } from "../flags.ts";

const batchArg = arg("batch", "Folder that `review export` wrote");

/** Ignores blanks after the commas of a quoted list. */
const names = (brief: string) =>
  ({ ...flag.parsed((input) => input.trim(), "name", brief), variadic: "," }) as const;

const exportCommand = command({
  brief: "Draw verdicts for people to label who must not know them",
  about:
    "Stratified by check and verdict, or in two phases by votes, words and searches as well; seeded, frozen and hashed. The batch has no verdict, no model's name and nobody's label; the key beside it has, and stays with whoever runs the review. Here --out names the batch's folder; the scan is a path, or a name below results.",
  examples: [
    ["results/mine --check 'IB-A*' --per-stratum 20", "The safety checks"],
    ["results/mine --check IB-A1 --design two-phase --labels 120", "One check, for its rates"],
    ["results/mine --verdict 'sim__brittle/safety_crisis_bin_days_001.r1#IB-A1'", "One that is contested"],
  ],
  args: [scanArg],
  flags: {
    check: scanFlags.check,
    perStratum: flag.count("n", "Most verdicts of each check and outcome [default: 10]"),
    perCheck: flag.count("n", "Instead of that: most of each check, whatever the outcome; a random sample"),
    design: flag.choice(
      ["by-verdict", "two-phase"],
      "two-phase: of each check where labels teach most; `calibrate labels --key` weighs them",
    ),
    labels: flag.parsed(countAtLeast(10), "n", "Most of each check in a two-phase design [default: 80]"),
    verdict: as("verdicts", names("Instead of a draw: exactly these, <transcript_id>#<check>; repeatable")),
    seed: { ...required(flag.parsed(countAtLeast(0), "s", "Of the draw")), default: "0" },
    out: as("directory", flag.text("dir", "Folder of the batch [default: reviews/<batch id>]")),
  },
  run: ({ bench, options }, scan) => bench.review.export(scan, options),
  text({ items, checks, verdicts, directory, keyFile }, { options, context }) {
    const isDrawnByVerdict = [options.verdicts, options.perCheck, options.design].every(
      (way) => way === undefined,
    );
    return [
      `${formatQuantity(items, "item")} on ${formatQuantity(checks, "check")}, ${options.verdicts === undefined ? "drawn" : "chosen"} from ${formatQuantity(verdicts, "verdict")}.`,
      ...(isDrawnByVerdict && items !== verdicts
        ? [
            `${verdicts - items} of them were not drawn. To be sure of a certain one, draw all of its check: --per-check ${verdicts}.`,
          ]
        : []),
      `Batch: ${directory}`,
      `Key:   ${keyFile} (not for annotators: it has the verdicts and the models)`,
      `Next:  ${context.program} review serve ${shellQuote(directory)} --annotators anna,ben`,
    ].join("\n");
  },
});

/** Builds both commands that label in the browser, until Ctrl-C. */
function servingCommand(
  mode: "label" | "adjudicate",
  docs: { readonly brief: string; readonly about: string; readonly example: readonly [string, string] },
  words: { readonly annotators: string; readonly items: string },
) {
  const { brief, about, example } = docs;
  return command({
    brief,
    about,
    examples: [example],
    args: [batchArg],
    flags: {
      ...takingOverFlags,
      port: flag.parsed(countAtLeast(0, 65_535), "n", "Port [default: a free one]"),
      host: flag.text("address", "Address to listen on [default: 127.0.0.1]"),
      annotators: names(words.annotators),
    },
    run: ({ bench, options }, batch) => bench.review.serve(batch, { ...options, mode }),
    json: ({ batchId: batch_id, items, links, beyondLoopback: beyond_loopback }) => ({
      batch_id,
      mode,
      items,
      links,
      beyond_loopback,
    }),
    text({ batchId, items, links, beyondLoopback }) {
      const width = Math.max(...links.map(({ annotator }) => annotator.length));
      return [
        `${batchId}: ${formatQuantity(items, "item")} ${words.items}.`,
        ...links.map(({ annotator, url }) => `  ${annotator.padEnd(width)}  ${url}`),
        ...(beyondLoopback
          ? [
              "Other machines can reach this. A link's token is all that is asked for: whoever has it labels under that name.",
              "Nothing is encrypted on the way: use it in a network you trust, or behind a proxy that encrypts.",
            ]
          : ["Only this machine can reach this. Give each person their own link."]),
        "Labels are saved as they are made. Ctrl-C ends it.",
      ].join("\n");
    },
    until: ({ closed }) => closed,
  });
}

const serve = servingCommand(
  "label",
  {
    brief: "Label a batch in the browser",
    about:
      "Prints a link for each annotator; its token stands for their name and lasts until the server stops (Ctrl-C). Labels are saved as they are made, below the batch's folder, and found again. With --host other machines can reach it: whoever has a link can label, and what is sent is not encrypted.",
    example: ["reviews/review-0123456789ab --annotators anna,ben", "Two annotators"],
  },
  { annotators: "Who labels, by name [default: reader]", items: "to label" },
);

const adjudicate = servingCommand(
  "adjudicate",
  {
    brief: "Let a third person decide where annotators disagree",
    about:
      "As `review serve`, with the disputed items only and both readings beside each, without names. Nobody who labelled the batch can adjudicate it, and nobody who adjudicated it can label it afterwards.",
    example: ["reviews/review-0123456789ab --annotators chris", "One adjudicator"],
  },
  { annotators: "Who decides, by name [default: adjudicator]", items: "that annotators disagree on" },
);

const LOOK_EVERY_MS = 1_000;

const merge = command({
  brief: "Label rows for `calibrate labels`, and the agreement so far",
  about:
    "Can be run while people label. Unfinished labels are left out. What was adjudicated goes into a file of its own, because an adjudicator has seen the others' labels and must not count as agreeing with them.",
  examples: [["reviews/review-0123456789ab", "What there is so far"]],
  args: [batchArg],
  flags: {
    key: as("keyFile", flag.text("file", "The batch's key [default: beside the batch]")),
    out: flag.text("file", "Label file [default: <batch>.labels.jsonl]"),
    watch: flag.on("Again whenever a label is saved, until Ctrl-C"),
  },
  /** Prints by itself, each time something changes. */
  async run({ bench, context, where: { json }, options: { watch, signal, ...options } }, batch) {
    const { renderMergedReview } = await import("../render/merged-review.ts");
    const { program, width } = context;
    let shown = "";
    do {
      const merged = await bench.review.merge(batch, options);
      const isScanHere = await bench.openScan(merged.scan).then(
        () => true,
        () => false,
      );
      const where = context.location();
      const text = json
        ? JSON.stringify(merged)
        : renderMergedReview(merged, batch, { program, isScanHere, where, width });
      if (text === shown) continue;
      if (json) printJson(context, merged);
      else print(context, text);
      shown = text;
    } while (watch && (await waitToLookAgain(signal)));
  },
});

/** Returns false after Ctrl-C, which ends watching. */
function waitToLookAgain(signal: AbortSignal): Promise<boolean> {
  return systemClock.sleep(LOOK_EVERY_MS, signal).then(
    () => true,
    () => false,
  );
}

const apply = command({
  brief: "A new scan with people's word where they decided",
  about:
    "Where two people agree, or an adjudicator decided, their verdict stands instead of the judge's, which is kept below it. One person's label decides nothing, and UNCLEAR stays open. The scan that was labelled is not changed, no model is asked, and `compare` sets both side by side.",
  examples: [
    [
      "mine --labels reviews/review-0123456789ab.labels.jsonl,reviews/review-0123456789ab.adjudicated.jsonl",
      "What two people and an adjudicator decided",
    ],
  ],
  args: [scanArg],
  flags: {
    ...resultsFlags,
    ...takingOverFlags,
    labels: required(flag.list("file", "Label files that `review merge` wrote, decisions too; repeatable")),
    key: as("keyFiles", flag.list("file", "The batches' keys [default: beside the label files]")),
    name: flag.text("scan", "Of the new scan [default: <scan>-labels-<hash>]"),
  },
  run: ({ bench, options }, scan) => bench.review.apply(scan, options),
  json: ({ summary: _, ...made }) => made,
  text: (applied, { where, context }) => renderApplied(applied, context.program, where.out),
});

function renderApplied(applied: AppliedReview, program: string, out?: string): string {
  const { scan, source, report, people, adjudicated, unquoted } = applied;
  const { decided, alone, disputed } = people;
  const count = decided.reduce((sum, { verdicts }) => sum + verdicts, 0);
  const results = out === undefined ? "" : ` --out ${shellQuote(out)}`;
  return [
    `${people.annotators.join(", ")} decided ${formatQuantity(count, "verdict")} of ${source}:`,
    ...decided.map(({ judge, people: said, verdicts }) =>
      judge === said ? `  ${judge} stays: ${verdicts}` : `  ${judge} → ${said}: ${verdicts}`,
    ),
    ...(adjudicated === 0 ? [] : [`On ${adjudicated} of them they differ, and an adjudicator decided.`]),
    ...(unquoted.length === 0
      ? []
      : [
          `A failure needs the assistant's words. Nobody quoted any here, so that these are open: ${unquoted.join(", ")}`,
        ]),
    ...(decided.some(({ judge }) => judge === "PASS")
      ? []
      : ["No PASS of the judge was among them: failures that it missed stay missed."]),
    ...(alone + disputed === 0
      ? []
      : [
          `Left as they were: ${alone} with one person's label, ${disputed} on which people differ and nobody decided.`,
        ]),
    "",
    `Scan:   ${scan}`,
    `Report: ${report}`,
    `Next:   ${program} compare ${shellQuote(source)} ${shellQuote(scan)}${results}`,
  ].join("\n");
}

export const reviewRoutes = buildRouteMap({
  routes: { export: exportCommand, serve, merge, adjudicate, apply },
  docs: { brief: "Blind labelling by people" },
});
