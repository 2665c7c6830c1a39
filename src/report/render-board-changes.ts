import { formatDifference, formatPValue, formatRange } from "../domain/number-words.ts";
import type { BoardChanges, ModelChange } from "../schema/board/leaderboard.ts";
import { markdownTable } from "./render-table.ts";
import { escapeMarkdown } from "./safe-text.ts";
import { EXAMPLE_TITLE } from "./words.ts";

const CHANGE_WORDS: Readonly<Record<ModelChange["verdict"], string>> = {
  same_scan: "the same scan",
  within_noise: "within noise",
  moved: "moved",
  not_comparable: "not comparable",
};

/** Renders `changelog.md`: the models that moved between two boards, and whether the move exceeds noise. */
export function renderBoardChanges(changes: BoardChanges): string {
  const { added, removed, differing_parts: parts } = changes;
  const list = (ids: readonly string[]) => ids.map(escapeMarkdown).join(", ");
  const sections = [
    "# What changed on the board",
    ...(changes.example === undefined ? [] : [`> **${EXAMPLE_TITLE}:** ${escapeMarkdown(changes.example)}`]),
    `From board ${changes.before.slice(0, 12)} to ${changes.after.slice(0, 12)}.`,
    ...(parts.length === 0
      ? []
      : [
          `**Scores are not comparable:** the boards differ in ${parts.map(escapeMarkdown).join(", ")}. Tiers and ranks are shown; differences are not computed.`,
        ]),
    ...(added.length === 0 ? [] : [`New: ${list(added)}.`]),
    ...(removed.length === 0 ? [] : [`Gone: ${list(removed)}.`]),
    changes.models.length === 0
      ? "No model is on both boards."
      : markdownTable(
          ["Model", "Tier", "Ranks", "Overall", "Difference", "p (Holm)", ""],
          changes.models.map((model) => [
            escapeMarkdown(model.model_id),
            arrow(String(model.before.tier), String(model.after.tier)),
            arrow(ranks(model.before), ranks(model.after)),
            arrow(formatRange(model.before.overall), formatRange(model.after.overall)),
            formatDifference(model.difference, model.interval),
            formatPValue(model.p_holm),
            CHANGE_WORDS[model.verdict],
          ]),
        ),
    ...leftOutNote(changes),
    "Differences are paired by scenario and clustered by family; a model has moved where p, adjusted after Holm for the number of models, is at most 0.05. A tier can change because others came or went.",
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The number of verdicts that the differences treat as undecided because people decided them. */
function leftOutNote({ models }: BoardChanges): readonly string[] {
  const touched = models.flatMap(({ left_out }) => left_out ?? []);
  if (touched.length === 0) return [];
  const [before, after] = (["before", "after"] as const).map((side) =>
    touched.reduce((sum, counts) => sum + counts[side], 0),
  );
  return [
    `People decided ${before} verdicts on the earlier board and ${after} on the later one. They are left out of the differences, which count them as open; ranges and tiers above have them.`,
  ];
}

function ranks({ best, worst }: ModelChange["before"]): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}

function arrow(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}
