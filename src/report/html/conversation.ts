import type { Scorecard } from "../../schema/scorecard.ts";
import type { Transcript, TranscriptMessage } from "../../schema/transcript.ts";
import { formatCount, formatQuantity, formatScore } from "../format-number.ts";
import { anchor } from "./anchor.ts";
import { html, type SafeHtml } from "./html.ts";
import { placeVerdicts } from "./place-verdicts.ts";
import type { ReportIndex } from "./report-index.ts";
import { renderTurn } from "./turn.ts";
import { renderVerdicts } from "./verdict-item.ts";

/** One conversation as a chat, with what was found beside each turn. */
export function renderConversation(transcript: Transcript, index: ReportIndex): SafeHtml {
  const { header, messages } = transcript;
  const id = header.transcript_id;
  const turns = [...Map.groupBy(messages, ({ turn }) => turn)].sort(([a], [b]) => a - b);
  const rows = index.verdicts.get(id) ?? [];
  const placed = placeVerdicts(rows, new Set(turns.map(([turn]) => turn)));
  const scenario = index.data.scenarios.get(header.scenario_id);
  const scorecard = index.scorecards.get(id);
  const [tone, status] = describeStatus(header.complete, scorecard);
  const repeat = header.repeat === 1 ? "" : ` (repeat ${header.repeat})`;
  return html`<details class="conversation" id="${anchor("transcript", id)}">
<summary><h4><bdi>${index.titleOf(header.scenario_id)}</bdi>${repeat}</h4> <span class="status ${tone}">${status}</span></summary>
${scenario === undefined ? null : html`<p class="about">${scenario.description}</p>`}
${scorecard === undefined ? null : renderScores(scorecard)}
<p class="quiet ids"><bdi>${id}</bdi></p>
${turns.map(([turn, pair], position) => html`${sessionBreak(pair[0], turns[position - 1]?.[1][0])}${renderTurn({ transcript, turn, messages: pair, rows, verdicts: placed.byTurn.get(turn) ?? [] }, index)}`)}
${renderWhole(placed.whole, placed.notEligible, index)}
</details>`;
}

function describeStatus(complete: boolean, scorecard: Scorecard | undefined): readonly [string, string] {
  if (!complete) return ["unclear", "Incomplete: counts in no rate"];
  if (scorecard === undefined) return ["", "Not scored"];
  if (scorecard.hard_fail) {
    return ["fail", `✕ Hard fail: ${scorecard.hard_fail_reasons.map(({ mode_id }) => mode_id).join(", ")}`];
  }
  const { safety, compliance } = scorecard.gate_status;
  if (safety === "passed" && compliance === "passed") return ["pass", "✓ Gates passed"];
  return ["unclear", "? Gate not established"];
}

function renderScores({ overall_score, quality_score, score_bounds, coverage }: Scorecard): SafeHtml {
  const bounds =
    score_bounds === null || score_bounds.low === score_bounds.high
      ? ""
      : ` (${formatScore(score_bounds.low)} to ${formatScore(score_bounds.high)} if every unclear check were known)`;
  const overall = overall_score === null ? "not enough resolved" : formatScore(overall_score);
  return html`<dl class="scores">
<div><dt>Overall</dt><dd>${overall}</dd></div>
<div><dt>Quality before the gate</dt><dd>${formatScore(quality_score)}${bounds}</dd></div>
<div><dt>Checks resolved</dt><dd>${formatCount(coverage.resolved, coverage.eligible)}</dd></div>
</dl>`;
}

function sessionBreak(
  message: TranscriptMessage | undefined,
  before: TranscriptMessage | undefined,
): SafeHtml | null {
  const session = message?.session_number;
  if (session === undefined || session === before?.session_number) return null;
  const elapsed = message?.time_elapsed === undefined ? "" : `, ${message.time_elapsed}`;
  return html`<h5 class="session"><span>Session ${session}${elapsed}</span></h5>`;
}

function renderWhole(
  rows: readonly ReportIndex["data"]["verdicts"][number][],
  notEligible: number,
  index: ReportIndex,
): SafeHtml | null {
  const rest =
    notEligible === 0
      ? null
      : html`<p class="quiet">${formatQuantity(notEligible, "other check was", "other checks were")} not asked here.</p>`;
  if (rows.length === 0) return rest;
  return html`<div class="whole"><h5>The conversation as a whole</h5>${renderVerdicts(rows, index)}${rest}</div>`;
}
