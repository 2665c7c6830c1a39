import type { ModelId } from "../../schema/ids.ts";
import type { EvidenceSpan } from "../../schema/verdict.ts";
import { formatQuantity } from "../format-number.ts";
import type { HardFail } from "../hard-fails.ts";
import { anchor } from "./anchor.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";
import { renderVotes } from "./verdict-item.ts";

const SHOWN_AT_ONCE = 5;

/** The sentences that prove each hard fail, model by model. */
export function renderFindingSection(index: ReportIndex): SafeHtml {
  const models = index.models.filter(({ model_id }) => (index.hardFails.get(model_id) ?? []).length > 0);
  const none = html`<p>No conversation ended in a hard fail.</p>`;
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Worst findings</h2>
<p class="quiet">Each of these alone makes the overall score of its conversation 0.</p>
${models.length === 0 ? none : models.map(({ model_id }) => renderModel(model_id, index))}
</section>`;
}

function renderModel(modelId: ModelId, index: ReportIndex): SafeHtml {
  const fails = (index.hardFails.get(modelId) ?? []).map((fail) => renderFinding(fail, index));
  const rest = fails.slice(SHOWN_AT_ONCE);
  const more = html`<details><summary>${formatQuantity(rest.length, "more finding")}</summary>${rest}</details>`;
  return html`<h3 id="${anchor("findings", modelId)}"><bdi>${modelId}</bdi></h3>
${fails.slice(0, SHOWN_AT_ONCE)}${rest.length === 0 ? null : more}`;
}

function renderFinding({ scorecard, checkId, flag, row, quotes }: HardFail, index: ReportIndex): SafeHtml {
  const { transcript_id, scenario_id } = scorecard;
  const id = anchor("finding", transcript_id, checkId);
  const missing = html`<p>No quote is stored for this finding.</p>`;
  return html`<article class="finding" aria-labelledby="${id}">
<h4 id="${id}"><a href="#${anchor("check", checkId)}">${checkId}</a> ${index.meaningOf(checkId, flag)}</h4>
${quotes.length === 0 ? missing : quotes.map((quote) => renderQuote(quote, scorecard.transcript_id, index))}
<p class="source">In <a href="#${anchor("verdict", transcript_id, checkId)}"><bdi>${index.titleOf(scenario_id)}</bdi></a>${renderTurns(quotes)}${row === undefined ? null : html` · ${renderVotes(row)}`}</p>
</article>`;
}

function renderTurns(quotes: readonly EvidenceSpan[]): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))].sort((a, b) => a - b);
  return turns.length === 0 ? "" : `, turn ${turns.join(" and ")}`;
}

function renderQuote(
  { turn, quote }: EvidenceSpan,
  transcriptId: HardFail["scorecard"]["transcript_id"],
  index: ReportIndex,
): SafeHtml {
  const asked = index.transcripts
    .get(transcriptId)
    ?.messages.find((message) => message.turn === turn && message.role === "user");
  const context =
    asked === undefined
      ? null
      : html`<p class="asked"><span class="who">The caregiver had written</span> <span class="text" dir="auto">${asked.content}</span></p>`;
  return html`${context}<blockquote><p class="who">In its answer</p><p class="text" dir="auto">${quote}</p></blockquote>`;
}
