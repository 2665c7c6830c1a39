import { type CheckId, Dimension, type ModelId } from "../../schema/ids.ts";
import { compareCheckIds } from "../compare-check-ids.ts";
import { describeBlindspot } from "../describe-blindspot.ts";
import { dimensionNames } from "../dimension-names.ts";
import { anchor } from "./anchor.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";

/** Checks by models: how often each failed where it had the occasion. */
export function renderBlindspotSection(index: ReportIndex): SafeHtml {
  const known = new Set([...index.data.checks.keys(), ...index.rates.keys()]);
  const checkIds = [...known].sort(compareCheckIds);
  const asked = new Set(checkIds.filter((checkId) => cells(checkId, index).some((cell) => cell !== "")));
  const unasked = checkIds.filter((checkId) => !asked.has(checkId));
  const groups = Dimension.options.map((dimension) =>
    renderGroup(
      dimension,
      [...asked].filter((checkId) => checkId.charAt(3) === dimension),
      index,
    ),
  );
  return html`<section id="blind-spots" aria-labelledby="blind-spots-title">
<h2 id="blind-spots-title">Blind spots</h2>
<p class="quiet">Failures out of occasions. A percentage stands only where there were at least 10. An empty cell had no occasion. A number that can be followed leads to the first such conversation.</p>
<div class="scroll" role="region" aria-labelledby="blind-spots-caption" tabindex="0"><table class="blind-spots">
<caption id="blind-spots-caption"><span>Checks that failed, by assistant</span></caption>
<thead><tr><th scope="col">Check</th>${index.models.map(({ model_id }) => html`<th scope="col"><bdi>${model_id}</bdi></th>`)}</tr></thead>
${groups}
</table></div>
${unasked.length === 0 ? null : renderUnasked(unasked)}
</section>`;
}

function renderGroup(
  dimension: Dimension,
  checkIds: readonly CheckId[],
  index: ReportIndex,
): SafeHtml | null {
  if (checkIds.length === 0) return null;
  return html`<tbody><tr class="group"><th scope="rowgroup" colspan="${index.models.length + 1}">${dimensionNames[dimension]} (${dimension})</th></tr>
${checkIds.map((checkId) => renderCheck(checkId, index))}</tbody>`;
}

function renderCheck(checkId: CheckId, index: ReportIndex): SafeHtml {
  const flag = index.rates.get(checkId)?.values().next().value?.flag;
  const texts = cells(checkId, index);
  return html`<tr id="${anchor("check", checkId)}"><th scope="row"><span class="id">${checkId}</span> ${index.meaningOf(checkId, flag)}</th>
${index.models.map(({ model_id }, column) => renderCell(checkId, model_id, texts[column] ?? "", index))}</tr>`;
}

function renderCell(checkId: CheckId, modelId: ModelId, text: string, index: ReportIndex): SafeHtml {
  const failing = (index.transcriptsByModel.get(modelId) ?? [])
    .flatMap(({ header }) => index.verdicts.get(header.transcript_id) ?? [])
    .find((row) => row.mode_id === checkId && row.eligible && row.verdict === "FAIL");
  if (failing === undefined) return html`<td>${text}</td>`;
  return html`<td class="fail"><a href="#${anchor("verdict", failing.transcript_id, checkId)}">${text}</a></td>`;
}

function cells(checkId: CheckId, index: ReportIndex): readonly string[] {
  return index.models.map(({ model_id }) => {
    const rate = index.rates.get(checkId)?.get(model_id);
    return rate === undefined ? "" : describeBlindspot(rate);
  });
}

function renderUnasked(checkIds: readonly CheckId[]): SafeHtml {
  const items = checkIds.map((checkId) => html` <span id="${anchor("check", checkId)}">${checkId}</span>`);
  return html`<p class="quiet">No conversation gave an occasion for:${items}.</p>`;
}
