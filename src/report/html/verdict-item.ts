import type { EvidenceSpan, Verdict, VerdictRow } from "../../schema/verdict.ts";
import { countVotes } from "../count-votes.ts";
import { formatQuantity } from "../format-number.ts";
import { causeWords, tierWords, verdictWords } from "../verdict-words.ts";
import { anchor } from "./anchor.ts";
import { html, type SafeHtml } from "./html.ts";
import type { ReportIndex } from "./report-index.ts";

const SIGNS: Readonly<Record<Verdict, string>> = { FAIL: "✕", UNCLEAR: "?", PASS: "✓", NOT_APPLICABLE: "–" };

/** Verdicts as a list; what passed or did not apply is folded away. */
export function renderVerdicts(rows: readonly VerdictRow[], index: ReportIndex): SafeHtml | null {
  if (rows.length === 0) return null;
  const quiet = (row: VerdictRow) => row.verdict === "PASS" || row.verdict === "NOT_APPLICABLE";
  const loud = rows.filter((row) => !quiet(row));
  const passed = rows.filter(({ verdict }) => verdict === "PASS");
  const notApplicable = rows.filter(({ verdict }) => verdict === "NOT_APPLICABLE");
  return html`${list(loud, index)}${fold(passed, "passed", index)}${fold(notApplicable, "did not apply", index)}`;
}

/** Who decided: "3 of 3 votes", "votes: 1 fail, 2 void", or the word list where nobody voted. */
export function renderVotes(row: VerdictRow): string {
  const votes = countVotes(row);
  if (votes === null) return row.details.cause === undefined ? "by word list, no judge asked" : "no vote";
  // "1 of 3" would read as if one vote had carried it, where no side did.
  return row.verdict === "UNCLEAR"
    ? `votes: ${tally(row)}`
    : `${votes.winning} of ${formatQuantity(votes.cast, "vote")}`;
}

function tally({ details }: VerdictRow): string {
  const bySide = Map.groupBy(details.votes, ({ verdict }) =>
    verdict === null ? "void" : verdictWords[verdict].toLowerCase(),
  );
  return [...bySide]
    .map(([side, votes]) => `${votes.length} ${side}`)
    .sort()
    .join(", ");
}

function fold(rows: readonly VerdictRow[], outcome: string, index: ReportIndex): SafeHtml | null {
  if (rows.length === 0) return null;
  return html`<details class="fold"><summary>${formatQuantity(rows.length, "check")} ${outcome}</summary>${list(rows, index)}</details>`;
}

function list(rows: readonly VerdictRow[], index: ReportIndex): SafeHtml | null {
  return rows.length === 0
    ? null
    : html`<ul class="verdicts">${rows.map((row) => renderItem(row, index))}</ul>`;
}

function renderItem(row: VerdictRow, index: ReportIndex): SafeHtml {
  const { mode_id, verdict, details } = row;
  const cause = details.cause === undefined ? null : html`<p>Because ${causeWords[details.cause]}.</p>`;
  const adjudication = details.adjudication_required ? html`<p>A person has to look at this one.</p>` : null;
  return html`<li class="verdict ${verdict.toLowerCase()}" id="${anchor("verdict", row.transcript_id, mode_id)}">
<p class="head"><span class="sign" aria-hidden="true">${SIGNS[verdict]}</span> <a href="#${anchor("check", mode_id)}">${mode_id}</a> <strong>${verdictWords[verdict]}</strong> <span class="quiet">${renderVotes(row)}</span></p>
<p class="meaning">${verdict === "FAIL" ? "" : "Looked for: "}${index.meaningOf(mode_id)}</p>
${cause}${adjudication}${rationales(row).map((text) => html`<p class="rationale"><span class="quiet">Why:</span> <span class="text" dir="auto">${text}</span></p>`)}
${row.evidence.map(renderEvidence)}${renderWindows(row)}
</li>`;
}

function rationales({ verdict, evidence, details }: VerdictRow): readonly string[] {
  const winning = details.votes.find((vote) => vote.verdict === verdict && vote.rationale.trim() !== "");
  const given = winning === undefined ? evidence.map(({ rationale }) => rationale) : [winning.rationale];
  return [...new Set(given.map((text) => text.trim()))].filter((text) => text !== "");
}

function renderEvidence({ role, turn, quote, verification }: EvidenceSpan): SafeHtml {
  const who = role === "assistant" ? "Assistant" : "Caregiver";
  return html`<p class="evidence"><q class="text" dir="auto">${quote}</q> <span class="quiet">${who}, turn ${turn}, ${tierWords[verification.tier]}</span></p>`;
}

function renderWindows({ details }: VerdictRow): SafeHtml | null {
  if (details.windows.length < 2) return null;
  const parts = details.windows.map(({ first_turn, last_turn, verdict }) => {
    const where = first_turn === last_turn ? `turn ${first_turn}` : `turns ${first_turn} to ${last_turn}`;
    return `${where}: ${verdictWords[verdict].toLowerCase()}`;
  });
  return html`<p class="quiet">Looked at ${details.windows.length} places: ${parts.join("; ")}.</p>`;
}
