/** Shows which readers find the failure in a reply of full length. */
import { formatCount, formatProportion, formatQuantity } from "../../../domain/number-words.ts";
import type { LongCardCalibration, LongReader, LongScore } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";
import { renderScanDryRun, renderSpent } from "../plans.ts";

const COLUMNS = [
  { title: "" },
  { title: "Recall of FAIL" },
  { title: "Specificity" },
  { title: "UNCLEAR", align: "right" },
] as const;

/** @param lost the judge's failed calls, and the command that retries them */
export function renderLongCards(
  { pairs, readers, agreement, unknown, asked }: LongCardCalibration,
  lost: readonly string[],
  width: number,
  maxCostUsd: number | undefined,
): string {
  if (asked !== null && readers.length === 0) return renderScanDryRun(asked.plan, maxCostUsd);
  return [
    `${formatQuantity(pairs, "pair")} of full-length replies`,
    ...readers.flatMap((reader) => renderReader(reader, width)),
    ...(agreement.length === 0
      ? []
      : [
          "",
          "Alike by all readers",
          renderTable(
            [{ title: "" }, { title: "Agreed" }],
            agreement.map(({ name, agreed }) => [name, formatProportion(agreed)]),
            width,
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : [`${formatQuantity(unknown.length, "label")} of no present card: left out.`]),
    "The pairs are their authors', with AI assistance: this is no validation by people.",
    ...(asked === null ? [] : renderSpent(asked)),
    ...lost,
  ].join("\n");
}

function renderReader({ reader, ...scores }: LongReader, width: number): readonly string[] {
  const { checks, gates, others, overall, byLength, byPosition, byManner } = scores;
  const table = (rows: readonly LongScore[]) =>
    renderTable(
      COLUMNS,
      rows.map(({ name, recall, specificity, unclear }) => [
        name,
        formatProportion(recall),
        formatProportion(specificity),
        formatCount(unclear.k, unclear.n),
      ]),
      width,
    );
  return [
    "",
    reader,
    table([...checks, gates, others, overall]),
    "",
    table([...byLength, ...byPosition, ...byManner]),
  ];
}
