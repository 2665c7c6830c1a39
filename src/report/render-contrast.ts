import { formatProportion, formatRange } from "../domain/number-words.ts";
import type { ContrastPair, ContrastReport } from "../schema/board/contrast-report.ts";
import { renderTable } from "./render-table.ts";
import { SIMULATED_NOTE } from "./words.ts";

/** Anchors against their variants, for a terminal. */
export function renderContrast(report: ContrastReport): string {
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
