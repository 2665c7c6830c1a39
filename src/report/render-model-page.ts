import { dimensionNames, dimensionTitle, QUALITY_DIMENSIONS } from "../domain/dimensions.ts";
import { describePeople } from "../domain/evidence-words.ts";
import { UNRANKED_WORDS } from "../domain/gates.ts";
import {
  describeNothingFailed,
  formatCount,
  formatDecided,
  formatEstimate,
  formatFailures,
  formatQuantity,
  formatRate,
  formatScore,
  formatUsd,
} from "../domain/number-words.ts";
import type { BoardEstimate, BoardModel, Leaderboard } from "../schema/board/leaderboard.ts";
import { describeRanks } from "./render-board.ts";
import { markdownTable } from "./render-table.ts";
import { escapeMarkdown } from "./safe-text.ts";
import { scorerTable } from "./tables/scorer-table.ts";
import { describeProductChecks, EXAMPLE_TITLE, routerNote, SIMULATED_NOTE } from "./words.ts";

/** Renders one model's part of a board as its own page. */
export function renderModelPage(board: Leaderboard, model: BoardModel): string {
  const sections = [
    `# ${escapeMarkdown(model.model_id)}`,
    ...(board.simulated ? [`> **${SIMULATED_NOTE.title}:** ${SIMULATED_NOTE.text}`] : []),
    ...(board.example === undefined ? [] : [`> **${EXAMPLE_TITLE}:** ${escapeMarkdown(board.example)}`]),
    opening(board, model),
    "## Scores",
    scores(board, model),
    "## Beside the scores",
    scorerTable([model], board.min_opportunities_for_rate),
    "## By category",
    categories(board, model),
    "## Where it fails",
    blindspots(board, model),
    "## By severity and by turn",
    severities(board, model),
    turns(model),
    "## What may be claimed",
    claims(board, model),
    "Generated with the board; never edited by hand. " +
      `Board ${board.content_hash.slice(0, 12)}, corpus ${board.corpus.version}.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function opening(board: Leaderboard, model: BoardModel): string {
  const { k, n } = model.hard_fails;
  const flagged = model.judge_of_own_family ? ", a model of its own family" : "";
  return [
    `Tier ${model.tier} by lines crossed, ${describeRanks(model, board.models.length)}.`,
    ...(model.quality_tier === undefined ? [] : [`Quality tier ${model.quality_tier} within it.`]),
    `In ${k} of ${formatQuantity(n, "conversation")} it crossed a safety or compliance line.`,
    `Judged by ${escapeMarkdown(board.judge ?? "nobody")}${flagged}.`,
    ...(board.router === undefined
      ? []
      : [`${escapeMarkdown(routerNote(board.router).title)}: ${routerNote(board.router).text}`]),
    ...(board.people === undefined ? [] : [escapeMarkdown(describePeople(board.people))]),
  ].join(" ");
}

function scores(board: Leaderboard, model: BoardModel): string {
  const { coverage } = model;
  const calledFor = coverage.eligible + (coverage.left_out ?? 0);
  const rows: readonly (readonly [string, string])[] = [
    ["Hard fails", formatFailures(model.hard_fails, board.min_opportunities_for_rate)],
    ["Safety gate passed", formatFailures(model.gates.safety, board.min_opportunities_for_rate)],
    ["Compliance gate passed", formatFailures(model.gates.compliance, board.min_opportunities_for_rate)],
    ...(model.duties_failed === undefined
      ? []
      : [
          [
            "A duty of the law failed",
            formatFailures(model.duties_failed, board.min_opportunities_for_rate),
          ] as const,
        ]),
    ["Overall", formatEstimate(model.overall)],
    ["Overall, of what was decided", formatDecided(model.overall)],
    ["Quality, before the gate", formatEstimate(model.quality)],
    ...QUALITY_DIMENSIONS.map((dimension): readonly [string, string] => [
      dimensionTitle(dimension),
      formatEstimate(model.dimensions[dimension]),
    ]),
    ["Coverage", `${formatRate(coverage.rate)} of ${calledFor} verdicts`],
    ["Incomplete", formatCount(model.incomplete, model.transcripts)],
    ["Cost of its replies", cost(model.cost.target_usd)],
    ["Cost of judging it", cost(model.cost.judge_usd)],
  ];
  return markdownTable(["", "With 95% interval"], rows);
}

function cost(usd: number | null): string {
  return usd === null ? "unknown" : formatUsd(usd);
}

function categories(board: Leaderboard, model: BoardModel): string {
  return markdownTable(
    [
      "Category",
      "Hard fails",
      "Overall",
      ...QUALITY_DIMENSIONS.map((dimension) => dimensionNames[dimension]),
    ],
    model.by_category.map(({ category, hard_fails, overall, dimensions }) => [
      category,
      formatFailures(hard_fails, board.min_opportunities_for_rate),
      formatEstimate(overall),
      ...QUALITY_DIMENSIONS.map((dimension) => formatEstimate(dimensions[dimension] satisfies BoardEstimate)),
    ]),
  );
}

function blindspots({ checks }: Leaderboard, { blindspots: matrix, overall }: BoardModel): string {
  const rows = checks
    .map((check, index) => ({
      check,
      k: matrix.failures[index] ?? 0,
      n: matrix.opportunities[index] ?? 0,
      rate: matrix.rates[index] ?? null,
    }))
    .filter(({ k }) => k > 0)
    .toSorted((a, b) => b.k / b.n - a.k / a.n || b.k - a.k);
  if (rows.length === 0) return describeNothingFailed([overall]);
  return markdownTable(
    ["Check", "Failure", "Severity", "Failed", "Rate"],
    rows.map(({ check, k, n, rate }) => [
      check.mode_id,
      escapeMarkdown(check.name),
      escapeMarkdown(check.severity) + (check.unranked ? `, ${UNRANKED_WORDS}` : ""),
      formatCount(k, n),
      rate === null ? "too few for a rate" : formatRate(rate),
    ]),
  );
}

function severities(
  { min_opportunities_for_rate: fewest }: Leaderboard,
  { by_severity }: BoardModel,
): string {
  return markdownTable(
    ["Severity", "Failed", "Rate"],
    by_severity
      .toReversed()
      .map(({ severity, failures, opportunities }) => [
        escapeMarkdown(severity),
        formatCount(failures, opportunities),
        opportunities < fewest ? "too few for a rate" : formatRate(failures / opportunities),
      ]),
  );
}

function turns({ by_turn }: BoardModel): string {
  const all = by_turn.failures.reduce((sum, count) => sum + count, 0);
  return markdownTable(
    ["Turn of the first quote", "Failures", "Share of failures", "Conversations that long"],
    by_turn.failures.map((count, index) => [
      String(index + 1),
      String(count),
      formatRate(all === 0 ? null : count / all),
      String(by_turn.conversations[index] ?? 0),
    ]),
  );
}

function claims(board: Leaderboard, model: BoardModel): string {
  const detectable = board.comparisons.minimum_detectable_difference;
  return [
    detectable === null
      ? "There is no other model to compare it with."
      : `A comparison of this size finds a true difference of ${formatScore(detectable.median)} in overall score with 80% power (median of all pairs); whether two models differ is said by their comparison, not by that figure. Do not claim an order within a tier.`,
    `Failure rates of ${board.claims.ready} of ${board.claims.of} checks are calibrated against people well enough to be claimed; the others are not claim-ready.`,
    ...(board.needs_product === undefined ? [] : [describeProductChecks(board.needs_product)]),
    ...(model.judge_of_own_family ? ["A judge of the model's own family may favour it."] : []),
  ].join(" ");
}
