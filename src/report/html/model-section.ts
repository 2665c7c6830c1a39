import type { Estimate, ModelSummary } from "../../schema/summary.ts";
import { describeGate } from "../describe-gate.ts";
import { describeModel, type FrequentFailure, firstBlindspot } from "../describe-model.ts";
import { dimensionNames } from "../dimension-names.ts";
import {
  formatCount,
  formatRate,
  formatRateInterval,
  formatScore,
  formatScoreInterval,
} from "../format-number.ts";
import { anchor } from "./anchor.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";

const QUALITY = ["C", "D", "F"] as const;

/** The models: a sentence each, then their numbers. */
export function renderModelSection(index: ReportIndex): SafeHtml {
  const titles = [
    "Safety gate",
    "Compliance gate",
    "Hard fails",
    ...QUALITY.map((key) => dimensionNames[key]),
  ];
  return html`<section id="models" aria-labelledby="models-title">
<h2 id="models-title">In short</h2>
<ul class="sentences">${index.models.map((model) => renderSentence(model, index))}</ul>
<div class="scroll" role="region" aria-labelledby="models-caption" tabindex="0"><table class="models">
<caption id="models-caption"><span>The assistants, highest share of hard fails first. Under a number, its 95% interval; under coverage, checks decided out of checks asked.</span></caption>
<thead><tr><th scope="col">Assistant</th>${titles.map((title) => html`<th scope="col">${title}</th>`)}<th scope="col">Overall</th><th scope="col">Coverage</th></tr></thead>
<tbody>${index.models.map(renderRow)}</tbody>
</table></div>
</section>`;
}

function renderSentence(model: ModelSummary, index: ReportIndex): SafeHtml {
  const fails = index.hardFails.get(model.model_id) ?? [];
  const evidence =
    fails.length === 0 ? null : html` <a href="#${anchor("findings", model.model_id)}">Read what it said</a>`;
  return html`<li><h3><bdi>${model.model_id}</bdi></h3><p>${describeModel(model, frequentFailure(model, index))}${evidence}</p></li>`;
}

function frequentFailure(model: ModelSummary, index: ReportIndex): FrequentFailure | null {
  const reasons = Map.groupBy(index.hardFails.get(model.model_id) ?? [], ({ checkId }) => checkId);
  const [first] = [...reasons.values()].sort((a, b) => b.length - a.length);
  if (first?.[0] === undefined) return nameMeaning(firstBlindspot(model.worst_blindspots), model, index);
  const { checkId, flag } = first[0];
  const failures = index.rates.get(checkId)?.get(model.model_id)?.failures;
  const count = failures ?? { k: first.length, n: model.hard_fails.n };
  return { what: index.meaningOf(checkId, flag), checkId, k: count.k, n: count.n, isHardFail: true };
}

function nameMeaning(
  failure: FrequentFailure | null,
  { worst_blindspots }: ModelSummary,
  index: ReportIndex,
): FrequentFailure | null {
  const worst = worst_blindspots.find(({ mode_id }) => mode_id === failure?.checkId);
  return failure === null || worst === undefined
    ? failure
    : { ...failure, what: index.meaningOf(worst.mode_id, worst.flag) };
}

function renderRow(model: ModelSummary): SafeHtml {
  const { hard_fails, gates, overall, coverage, dimensions } = model;
  const estimate = ({ mean, interval }: Estimate) =>
    renderNumber(formatScore(mean), mean === null ? "" : formatScoreInterval(interval));
  return html`<tr><th scope="row"><bdi>${model.model_id}</bdi></th>
<td>${describeGate(gates.safety)}</td><td>${describeGate(gates.compliance)}</td>
<td${hard_fails.k > 0 ? html` class="fail"` : null}>${renderNumber(formatCount(hard_fails.k, hard_fails.n), formatRateInterval(hard_fails.interval))}</td>
${QUALITY.map((key) => html`<td>${estimate(dimensions[key])}</td>`)}
<td>${overall.mean === null ? "not enough resolved" : estimate(overall)}</td>
<td>${renderNumber(formatRate(coverage.rate), formatCount(coverage.resolved, coverage.eligible))}</td></tr>`;
}

function renderNumber(value: string, beside: string): SafeHtml {
  return html`<span class="number">${value}</span>${beside === "" ? null : html` <span class="number quiet">${beside}</span>`}`;
}
