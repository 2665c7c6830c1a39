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
import { type CellColumn, renderRows } from "./render-table.ts";
import { describeProductChecks, EXAMPLE_TITLE, modelInRow, routerNote, SIMULATED_NOTE } from "./words.ts";

/** The name of the row's release, if it has one. */
function releaseBeside({ scans }: Leaderboard, { scan }: BoardModel): string {
  const label = scans[scan]?.label;
  return label === undefined ? "" : ` (${label})`;
}

/** Renders a board for a terminal. */
export function renderBoard(board: Leaderboard, width: number): string {
  const { min_opportunities_for_rate: fewest } = board;
  const autofails = ({ scorers }: BoardModel) => describeAutofails(scorers, fewest);
  const areAutofailsAsked = board.models.some((model) => autofails(model) !== null);
  const table = renderRows(
    board.models,
    [
      ["Tier", ({ tier }) => String(tier), "right"],
      [
        "Model",
        (model) =>
          `${modelInRow(model.model_id, board.router)}${releaseBeside(board, model)}${model.judge_of_own_family ? " *" : ""}`,
      ],
      ["Ranks", ({ ranks: { best, worst } }) => (best === worst ? String(best) : `${best}–${worst}`)],
      ["Hard fails", ({ hard_fails }) => formatFailures(hard_fails, fewest)],
      areAutofailsAsked && ["Autofails", (model) => autofails(model) ?? "not asked"],
      ["Quality tier", ({ quality_tier: tier }) => (tier === undefined ? "" : String(tier)), "right"],
      ...QUALITY_DIMENSIONS.map(
        (name): CellColumn<BoardModel> => [name, ({ dimensions }) => formatRange(dimensions[name].range)],
      ),
      ["Overall", ({ overall }) => formatEstimate(overall)],
      ["Coverage", ({ coverage }) => formatRate(coverage.rate), "right"],
      ["Cost", totalCost, "right"],
    ],
    width,
  );
  const detectable = board.comparisons.minimum_detectable_difference;
  return [
    ...(board.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    ...(board.example === undefined ? [] : [`${EXAMPLE_TITLE}: ${board.example}`, ""]),
    ...(board.router === undefined
      ? []
      : [`${routerNote(board.router).title}: ${routerNote(board.router).text}`, ""]),
    table,
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
