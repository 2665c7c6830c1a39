import { checkTitle, QUALITY_DIMENSIONS } from "../../domain/dimensions.ts";
import { orderModels } from "../../domain/gates.ts";
import { describeFoundDifferences, GROUPS_NOTE } from "../../domain/group-words.ts";
import { abilitiesNote } from "../../domain/models.ts";
import {
  describeNothingFailed,
  formatDecided,
  formatEstimate,
  formatFailures,
  formatRange,
  formatRate,
  isAnyOpen,
} from "../../domain/number-words.ts";
import {
  AUTOFAILS_TITLE,
  BESIDE_THE_SCORES,
  describeAutofails,
  describeScorersShortly,
} from "../../domain/scorer-words.ts";
import { markGate } from "../../report/describe-model.ts";
import { type CellColumn, renderRows } from "../../report/render-table.ts";
import type { ReportCorpus } from "../../report/report-data.ts";
import { stripTerminal } from "../../report/safe-text.ts";
import {
  describeLeftOut,
  describeNotLookedAt,
  describeProductChecks,
  modelInRow,
  packNote,
  productNote,
  routerNote,
  SIMULATED_NOTE,
} from "../../report/words.ts";
import type { ModelSummary, Summary } from "../../schema/scan/summary.ts";

/** Shows limits of the evidence before its numbers. */
export function renderEvidence(sentences: readonly string[]): string {
  return sentences.length === 0 ? "" : `${sentences.join("\n")}\n\n`;
}

/** Blind spots shown for each model. */
const WORST_SHOWN = 2;

/** Renders the main table, and the worst blind spots below it. */
export function renderSummary(summary: Summary, { checks, scoring }: ReportCorpus, width: number): string {
  const { min_opportunities_for_rate: fewest } = scoring.publication;
  const models = orderModels(summary.models);
  // Without undecided checks, the decided share equals the score.
  const scores = models.map(({ overall }) => overall);
  const isOpen = isAnyOpen(scores);
  const table = renderRows(
    models,
    [
      ["Model", ({ model_id }) => modelInRow(model_id, summary.router)],
      ["Safety gate", ({ gates }) => markGate(gates.safety)],
      ["Compliance gate", ({ gates }) => markGate(gates.compliance)],
      ["Hard fails", ({ hard_fails }) => formatFailures(hard_fails, fewest)],
      ...QUALITY_DIMENSIONS.map(
        (name): CellColumn<ModelSummary> => [
          name,
          ({ dimensions }) => formatRange(dimensions[name].range),
          "right",
        ],
      ),
      ["Overall", ({ overall }) => formatEstimate(overall), "right"],
      isOpen && ["Decided", ({ overall }) => formatDecided({ ...overall, interval: null }), "right"],
      ["Coverage", ({ coverage }) => formatRate(coverage.rate), "right"],
    ],
    width,
  );
  const worst = models.flatMap((model) =>
    model.worst_blindspots
      .slice(0, WORST_SHOWN)
      .map(
        (rate) =>
          `  ${model.model_id}  ${checkTitle(rate, checks)}  ${formatFailures(rate.failures, fewest)}${rate.lesser === undefined ? "" : `, ${rate.lesser} lesser`}`,
      ),
  );
  const scorers = models
    .map((model) => ({ model, words: describeScorersShortly(model.scorers, fewest) }))
    .filter(({ words }) => words !== "");
  const autofails = models.flatMap(({ model_id, scorers: found }) => {
    const words = describeAutofails(found, fewest);
    return words === null ? [] : [`  ${model_id}  ${words}`];
  });
  const differences = models.flatMap((model) =>
    describeFoundDifferences(model).map((sentence) => `  ${model.model_id}  ${stripTerminal(sentence)}`),
  );
  const unlooked = describeNotLookedAt(models, checks).map(stripTerminal);
  const incomplete = models.filter((model) => model.incomplete > 0);
  return [
    ...(summary.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    ...(summary.pack === undefined
      ? []
      : [`${packNote(summary.pack).title}: ${packNote(summary.pack).text}`, ""]),
    ...(summary.router === undefined
      ? []
      : [`${routerNote(summary.router).title}: ${routerNote(summary.router).text}`, ""]),
    ...(summary.product === undefined
      ? []
      : [`${productNote(summary.product).title}: ${productNote(summary.product).text}`, ""]),
    ...(summary.can === undefined
      ? []
      : [`${abilitiesNote(summary.can).title}: ${stripTerminal(abilitiesNote(summary.can).text)}`, ""]),
    ...(unlooked.length === 0 ? [] : [...unlooked, ""]),
    table,
    "",
    ...(summary.left_out === undefined ? [] : [describeLeftOut(summary.left_out, summary.profile), ""]),
    ...(summary.needs_product === undefined ? [] : [describeProductChecks(summary.needs_product), ""]),
    ...(worst.length === 0 ? [describeNothingFailed(scores)] : ["Worst blind spots:", ...worst]),
    ...(autofails.length === 0 ? [] : [`${AUTOFAILS_TITLE}:`, ...autofails]),
    ...(scorers.length === 0
      ? []
      : ["", BESIDE_THE_SCORES, ...scorers.map(({ model, words }) => `  ${model.model_id}  ${words}`)]),
    ...(differences.length === 0 ? [] : ["", `By group. ${GROUPS_NOTE}`, ...differences]),
    ...incomplete.map(
      (model) =>
        `${model.model_id}: ${model.incomplete} of ${model.transcripts} incomplete, counted as open.`,
    ),
  ].join("\n");
}
