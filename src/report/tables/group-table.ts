import {
  comparedGroups,
  describeFoundDifferences,
  describeSmallGroups,
  GROUPS_NOTE,
  NO_DIFFERENCE,
} from "../../domain/group-words.ts";
import { formatEstimate, formatFailures } from "../../domain/number-words.ts";
import type { ModelSummary } from "../../schema/scan/summary.ts";
import { markdownTable } from "../render-table.ts";
import { escapeMarkdown } from "../safe-text.ts";

/** Groups of caregivers in `summary.md`: findings in sentences, numbers folded. */
export function groupSection(models: readonly ModelSummary[], fewestForRate: number): string {
  const shown = models.map((model) => ({ model, ...comparedGroups(model) }));
  if (shown.every(({ model }) => model.groups.length === 0))
    return "No scenario of this scan names a fairness variable (`dif_variables`).";
  return [
    GROUPS_NOTE,
    models.map(findings).join("\n"),
    ...shown.map(({ model, lines, tooSmall }) =>
      [
        `<details><summary>${escapeMarkdown(model.model_id)} by group</summary>`,
        lines.length === 0 ? "No group is large enough to be compared." : table(lines, fewestForRate),
        describeSmallGroups(tooSmall),
        "</details>",
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
  ].join("\n\n");
}

function findings(model: ModelSummary): string {
  const found = describeFoundDifferences(model);
  const words = found.length === 0 ? NO_DIFFERENCE : `${found.join("; ")}.`;
  return `- **${escapeMarkdown(model.model_id)}**: ${escapeMarkdown(words)}`;
}

function table(lines: ReturnType<typeof comparedGroups>["lines"], fewestForRate: number): string {
  return markdownTable(
    [
      "Variable",
      "Group",
      "Scenarios",
      "Hard fails",
      "Quality",
      "Overall",
      "Lines crossed, more or fewer",
      "Quality, more or less",
    ],
    lines.map(({ variable, name, rates, hardFails, quality }) => [
      escapeMarkdown(variable),
      escapeMarkdown(name),
      String(rates.scenarios),
      formatFailures(rates.hard_fails, fewestForRate),
      formatEstimate(rates.quality),
      formatEstimate(rates.overall),
      hardFails,
      quality,
    ]),
  );
}
