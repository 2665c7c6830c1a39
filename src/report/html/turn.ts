import { MAIN_BRANCH } from "../../schema/scenario.ts";
import { scenarioTurns } from "../../schema/scenario-turns.ts";
import type { Transcript, TranscriptMessage } from "../../schema/transcript.ts";
import type { VerdictRow } from "../../schema/verdict.ts";
import { formatQuantity } from "../format-number.ts";
import { anchor } from "./anchor.ts";
import { type HighlightSpan, type HighlightTone, highlight } from "./highlight.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";
import { renderVerdicts } from "./verdict-item.ts";

export interface TurnView {
  readonly transcript: Transcript;
  readonly turn: number;
  readonly messages: readonly TranscriptMessage[];
  /** All rows of the conversation: a quote is marked where it stands, wherever its verdict is listed. */
  readonly rows: readonly VerdictRow[];
  readonly verdicts: readonly VerdictRow[];
}

/** The user's message, the reply to it, and what was found there. */
export function renderTurn(view: TurnView, index: ReportIndex): SafeHtml {
  const verdicts = renderVerdicts(view.verdicts, index);
  const beside = html`<aside aria-label="Verdicts on turn ${view.turn}">${verdicts}</aside>`;
  return html`<div class="turn" id="${anchor("turn", view.transcript.header.transcript_id, view.turn)}">
<div class="chat">${view.messages.map((message) => renderMessage(message, view, index))}</div>
${verdicts === null ? null : beside}
</div>`;
}

function renderMessage(message: TranscriptMessage, view: TurnView, index: ReportIndex): SafeHtml {
  const { role, turn, elapsed_minutes, content } = message;
  const who = role === "user" ? "Caregiver" : "Assistant";
  const elapsed = elapsed_minutes === undefined ? "" : ` · ${elapsed_minutes} min into the session`;
  const text = html`<div class="text" dir="auto">${highlight(content, spansIn(message, view.rows))}</div>`;
  return html`<div class="message ${role}"><p class="who">${who} <span class="quiet">turn ${turn}${elapsed}</span></p>
${content === "" && message.error === undefined ? html`<p class="aside">(an empty reply)</p>` : text}
${notes(message, view.transcript, index).map((note) => html`<p class="aside">${note}</p>`)}</div>`;
}

function spansIn(message: TranscriptMessage, rows: readonly VerdictRow[]): readonly HighlightSpan[] {
  return rows
    .filter(({ eligible, verdict }) => eligible && verdict !== "NOT_APPLICABLE")
    .flatMap(({ mode_id, verdict, evidence }) =>
      evidence.flatMap(({ role, turn, verification: { start, end } }) =>
        role === message.role && turn === message.turn && start !== undefined && end !== undefined
          ? [{ start, end, label: mode_id, tone: toneOf(verdict) }]
          : [],
      ),
    );
}

function toneOf(verdict: VerdictRow["verdict"]): HighlightTone {
  if (verdict === "FAIL") return "fail";
  return verdict === "UNCLEAR" ? "unclear" : "pass";
}

function notes(message: TranscriptMessage, transcript: Transcript, index: ReportIndex): readonly string[] {
  const { branch_id, branch_evidence, truncated, error, finish_reason } = message;
  const told: string[] = [];
  if (branch_id !== undefined && branch_id !== MAIN_BRANCH) {
    const words = branch_evidence === undefined ? "" : `, because the reply before said “${branch_evidence}”`;
    told.push(`Branch taken: ${branch_id}${words}.`);
  } else if (message.role === "user") {
    const count = branchCount(message, transcript, index);
    if (count > 0)
      told.push(
        `No branch taken: ${formatQuantity(count, "branch", "branches")} did not match the reply before.`,
      );
  }
  if (truncated === true) told.push("The reply was cut off by the token cap.");
  if (finish_reason === "refusal") told.push("The model refused.");
  if (finish_reason === "content_filter") told.push("The provider's content filter stopped the reply.");
  if (error !== undefined) told.push(`The reply could not be had, and the conversation ends here: ${error}`);
  return told;
}

function branchCount({ turn }: TranscriptMessage, { header }: Transcript, index: ReportIndex): number {
  const scenario = index.data.scenarios.get(header.scenario_id);
  if (scenario === undefined) return 0;
  return scenarioTurns(scenario).find((candidate) => candidate.turn.t === turn)?.turn.branches?.length ?? 0;
}
