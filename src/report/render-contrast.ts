import { formatProportion, formatRange } from "../domain/number-words.ts";
import { packTitle } from "../domain/scenarios.ts";
import type { ContrastPair, ContrastReport, PackContrast } from "../schema/board/contrast-report.ts";
import { scoreTable } from "./render-comparison.ts";
import { renderTable } from "./render-table.ts";
import { stripTerminal } from "./safe-text.ts";
import { SIMULATED_NOTE } from "./words.ts";

/** Anchors against their variants, and packs beside them, for a terminal. */
export function renderContrast(report: ContrastReport): string {
  const own = report.models.length === 0 ? [] : [renderVariants(report)];
  return [...own, ...report.packs.map(renderPackContrast)].join("\n\n");
}

/** Twins against their originals, or the halves of pairs: differences with their intervals, and where nobody can tell. */
export function renderPackContrast(contrast: PackContrast): string {
  const { pack, kind, core, unpaired, simulated, rows } = contrast;
  const about = kind === "twins" ? "twins and their originals" : "pairs that differ in who the person is";
  return [
    ...(simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    `Pack ${packTitle(pack)}: ${about}${core === null ? "" : `, against ${core}`}`,
    ...rows.map(({ model_id, differs_in, first, second, scores }) => {
      const title = differs_in === null ? model_id : `${model_id}, ${differs_in}: ${first} and ${second}`;
      return `${stripTerminal(title)}\n${scoreTable(scores, { first: stripTerminal(first), second: stripTerminal(second) }, "Pairs")}`;
    }),
    ...(unpaired.length === 0 ? [] : [`Without another half: ${unpaired.join(", ")}.`]),
    `Differences are second minus first, paired and clustered by family, with 95% intervals; better is by p (Holm), adjusted for all that is shown, at 5%. What is open counts either way. “Cannot tell” does not say that there is no difference.`,
  ].join("\n\n");
}

function renderVariants(report: ContrastReport): string {
  const pairs = report.models.flatMap((model) =>
    model.pairs.map((pair) => [
      model.model_id,
      pair.anchor,
      pair.variable,
      `${formatRange(pair.anchor_score)} → ${formatRange(pair.variant_score)}`,
      describeChanges(pair),
    ]),
  );
  return [
    ...(report.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    renderTable(
      [
        { title: "Model" },
        { title: "Over-escalation" },
        { title: "of it in variants" },
        { title: "Changed by framing" },
      ],
      report.models.map((model) => [
        model.model_id,
        formatProportion(model.over_escalation),
        formatProportion(model.over_escalation_in_variants),
        formatProportion(model.framing),
      ]),
    ),
    renderTable(
      [
        { title: "Model" },
        { title: "Anchor" },
        { title: "Variant" },
        { title: "Overall" },
        { title: "Fails only in" },
      ],
      pairs,
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
