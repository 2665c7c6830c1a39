import { orderModels } from "../../domain/gates.ts";
import { ownCheckRows, ownDutyRows } from "../../report/describe-model.ts";
import { renderTable } from "../../report/render-table.ts";
import type { ReportCorpus } from "../../report/report-data.ts";
import { stripTerminal } from "../../report/safe-text.ts";
import { describeLeftOut, ownChecksNote, SIMULATED_NOTE } from "../../report/words.ts";
import type { BlindspotRate, Summary } from "../../schema/scan/summary.ts";

/** What a scan by a pack's own checks found: counts for each check, and no score. */
export function renderOwnChecks(
  summary: Summary,
  rates: readonly BlindspotRate[],
  corpus: ReportCorpus,
  width: number,
): string {
  if (summary.by_pack === undefined) throw new RangeError("this scan is by the core's checks");
  const { title, text } = ownChecksNote(summary.by_pack);
  const models = orderModels(summary.models);
  const rows = ownCheckRows(models, rates, corpus);
  const duties = ownDutyRows(models, summary);
  const table = (
    head: string,
    of: readonly { readonly title: string; readonly cells: readonly string[] }[],
  ) =>
    renderTable(
      [head, ...models.map(({ model_id }) => model_id)].map((name) => ({ title: name })),
      of.map(({ title: row, cells }) => [row, ...cells].map(stripTerminal)),
      width,
    );
  return [
    ...(summary.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    `${title}: ${text}`,
    "",
    rows.length === 0 ? "No conversation has a tag that one of its checks reads." : table("Failed", rows),
    ...(summary.left_out === undefined ? [] : ["", describeLeftOut(summary.left_out, summary.profile)]),
    ...(duties.length === 0 ? [] : ["", table("Duty", duties)]),
  ].join("\n");
}
