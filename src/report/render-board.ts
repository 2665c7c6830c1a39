import { QUALITY_DIMENSIONS } from "../domain/dimensions.ts";
import { describePeople } from "../domain/evidence-words.ts";
import {
  formatEstimate,
  formatFailures,
  formatQuantity,
  formatRange,
  formatRate,
  formatScore,
  formatUsd,
} from "../domain/number-words.ts";
import { describeAutofails, TIERS_NOTE } from "../domain/scorer-words.ts";
import type { BoardModel, Leaderboard } from "../schema/board/leaderboard.ts";
import { renderTable } from "./render-table.ts";
import { describeProductChecks, EXAMPLE_TITLE, modelInRow, routerNote, SIMULATED_NOTE } from "./words.ts";

const columnsOf = (areAutofailsAsked: boolean) => [
  { title: "Tier", align: "right" as const },
  { title: "Model" },
  { title: "Ranks" },
  { title: "Hard fails" },
  ...(areAutofailsAsked ? [{ title: "Autofails" }] : []),
  { title: "Quality tier", align: "right" as const },
  ...QUALITY_DIMENSIONS.map((dimension) => ({ title: dimension })),
  { title: "Overall" },
  { title: "Coverage", align: "right" as const },
  { title: "Cost", align: "right" as const },
];

/** What the release is called that the row is of, where it is called something. */
function releaseBeside({ scans }: Leaderboard, { scan }: BoardModel): string {
  const label = scans[scan]?.label;
  return label === undefined ? "" : ` (${label})`;
}

/** A board for a terminal. */
export function renderBoard(board: Leaderboard, width: number): string {
  const { min_opportunities_for_rate: fewest } = board;
  const autofails = board.models.map(({ scorers }) => describeAutofails(scorers, fewest));
  const areAutofailsAsked = autofails.some((words) => words !== null);
  const rows = board.models.map((model, index) => [
    String(model.tier),
    `${modelInRow(model.model_id, board.router)}${releaseBeside(board, model)}${model.judge_of_own_family ? " *" : ""}`,
    model.ranks.best === model.ranks.worst
      ? String(model.ranks.best)
      : `${model.ranks.best}–${model.ranks.worst}`,
    formatFailures(model.hard_fails, fewest),
    ...(areAutofailsAsked ? [autofails[index] ?? "not asked"] : []),
    model.quality_tier === undefined ? "" : String(model.quality_tier),
    ...QUALITY_DIMENSIONS.map((dimension) => formatRange(model.dimensions[dimension].range)),
    formatEstimate(model.overall),
    formatRate(model.coverage.rate),
    totalCost(model),
  ]);
  const detectable = board.comparisons.minimum_detectable_difference;
  return [
    ...(board.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    ...(board.example === undefined ? [] : [`${EXAMPLE_TITLE}: ${board.example}`, ""]),
    ...(board.router === undefined
      ? []
      : [`${routerNote(board.router).title}: ${routerNote(board.router).text}`, ""]),
    renderTable(columnsOf(areAutofailsAsked), rows, width),
    "",
    `${TIERS_NOTE} Ranks: the possible ranks by lines crossed, given the uncertainty.`,
    "A score is a range where something is open: from all of it against the model to all of it for it.",
    ...(detectable === null
      ? []
      : [
          `For planning: a true difference of ${formatScore(detectable.median)} in overall score is found with 80% power (median of all pairs; largest ${formatScore(detectable.largest)}).`,
        ]),
    `Claim-ready checks: ${board.claims.ready} of ${board.claims.of}${board.claims.calibration === "missing" ? "; there is no calibration against people yet" : ""}.`,
    ...(board.needs_product === undefined ? [] : [describeProductChecks(board.needs_product)]),
    ...(board.people === undefined ? [] : [describePeople(board.people)]),
    ...(board.models.some((model) => model.judge_of_own_family)
      ? ["* judged by a model of its own family"]
      : []),
  ].join("\n");
}

/** "rank 1 of 5", "ranks 1 to 3 of 5". */
export function describeRanks({ ranks }: BoardModel, models: number): string {
  return ranks.best === ranks.worst
    ? `rank ${ranks.best} of ${models}`
    : `any of the ranks ${ranks.best} to ${ranks.worst} of ${formatQuantity(models, "model")}`;
}

function totalCost({ cost }: BoardModel): string {
  return cost.target_usd === null || cost.judge_usd === null
    ? "unknown"
    : formatUsd(cost.target_usd + cost.judge_usd);
}
