import { formatDifference, formatProportion, formatPValue, formatRange } from "../domain/number-words.ts";
import { packTitle } from "../domain/scenarios.ts";
import type { ComparisonAnswer } from "../schema/board/comparison.ts";
import type { ContrastPair, ContrastReport, PackContrast } from "../schema/board/contrast-report.ts";
import { scoreTable, scoreTitle } from "./render-comparison.ts";
import { renderRows } from "./render-table.ts";
import { stripTerminal } from "./safe-text.ts";
import { SIMULATED_NOTE } from "./words.ts";

/** Renders anchors against their variants, and packs beside them, for a terminal. */
export function renderContrast(report: ContrastReport, width: number): string {
  const own = report.models.length === 0 ? [] : [renderVariants(report, width)];
  return [...own, ...report.packs.map((pack) => renderPackContrast(pack, width))].join("\n\n");
}

/** Renders twins against originals, or halves of pairs: differences with intervals, and the undecided ones. */
export function renderPackContrast(contrast: PackContrast, width: number): string {
  const { pack, kind, core, unpaired, simulated, rows } = contrast;
  const about = kind === "twins" ? "twins and their originals" : "pairs that differ in who the person is";
  return [
    ...(simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    `Pack ${packTitle(pack)}: ${about}${core === null ? "" : `, against ${core}`}`,
    ...(kind === "pairs" ? groupTables(rows, width) : rows.map((row) => twinsTable(row, width))),
    ...(unpaired.length === 0 ? [] : [`Without another half: ${unpaired.join(", ")}.`]),
    `Differences are second minus first, paired and clustered by family, with 95% intervals; better is by p (Holm), adjusted for all scores of the pack, at 5%. What is open counts either way. “Cannot tell” does not say that there is no difference.`,
  ].join("\n\n");
}

type PairedRow = PackContrast["rows"][number];

function twinsTable({ model_id, first, second, scores }: PairedRow, width: number): string {
  const sides = { first: stripTerminal(first), second: stripTerminal(second) };
  return `${stripTerminal(model_id)}\n${scoreTable(scores, width, sides, "Pairs")}`;
}

/**
 * Two groups per table, one assistant per line. Shows only the most informative scores, because a table of all would be
 * unreadable.
 */
function groupTables(rows: readonly PairedRow[], width: number): string[] {
  const groups = Map.groupBy(rows, ({ differs_in, first, second }) =>
    JSON.stringify([differs_in, first, second]),
  );
  const tables = [...groups.values()].flatMap((members) => {
    const [{ differs_in, first, second } = { differs_in: null, first: "", second: "" }] = members;
    const compared = members.flatMap(({ model_id, scores }) =>
      scores
        .filter(({ score }) => score === "overall" || score === "hard_fail")
        .map((score) => ({ model_id, ...score })),
    );
    const table = renderRows(
      compared,
      [
        ["Model", ({ model_id }) => stripTerminal(model_id)],
        ["", ({ score }) => scoreTitle(score)],
        ["Pairs", ({ scenarios }) => String(scenarios), "right"],
        ["First", (score) => formatRange(score.first), "right"],
        ["Second", (score) => formatRange(score.second), "right"],
        ["Difference", ({ difference, interval }) => formatDifference(difference, interval)],
        ["p (Holm)", ({ p_holm }) => formatPValue(p_holm), "right"],
        ["Better off", ({ answer }) => BETTER_OFF[answer]],
      ],
      width,
    );
    return `${stripTerminal(`${differs_in ?? ""}: ${first} (first) and ${second} (second)`)}\n${table}`;
  });
  return [...tables, "Quality and its dimensions are in the same as JSON."];
}

const BETTER_OFF = {
  first_better: "the first",
  second_better: "the second",
  cannot_tell: "cannot tell",
} as const satisfies Readonly<Record<ComparisonAnswer, string>>;

function renderVariants(report: ContrastReport, width: number): string {
  return [
    ...(report.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    renderRows(
      report.models,
      [
        ["Model", ({ model_id }) => model_id],
        ["Over-escalation", (model) => formatProportion(model.over_escalation)],
        ["of it in variants", (model) => formatProportion(model.over_escalation_in_variants)],
        ["Changed by framing", ({ framing }) => formatProportion(framing)],
      ],
      width,
    ),
    renderRows(
      report.models.flatMap(({ model_id, pairs }) => pairs.map((pair) => ({ model_id, ...pair }))),
      [
        ["Model", ({ model_id }) => model_id],
        ["Anchor", ({ anchor }) => anchor],
        ["Variant", ({ variable }) => variable],
        ["Overall", (pair) => `${formatRange(pair.anchor_score)} → ${formatRange(pair.variant_score)}`],
        ["Fails only in", describeChanges],
      ],
      width,
    ),
    `Over-escalation: ${report.over_escalation_checks.join(", ") || "no check looks for it"}. Changed by framing: verdicts on the same check that differ between anchor and variant, of those resolved in both.`,
  ].join("\n\n");
}

function describeChanges({ only_anchor_fails, only_variant_fails, checks }: ContrastPair): string {
  const parts = [
    ...(only_anchor_fails.length > 0 ? [`the anchor: ${only_anchor_fails.join(", ")}`] : []),
    ...(only_variant_fails.length > 0 ? [`the variant: ${only_variant_fails.join(", ")}`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : `none of ${checks}`;
}
