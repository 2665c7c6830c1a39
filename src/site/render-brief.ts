/** Renders a brief: one dated sheet of A4 without a script, for readers of nothing else. */

import { formatEstimate, formatFailures, formatQuantity } from "../domain/number-words.ts";
import { shorten } from "../domain/visible-text.ts";
import { describeVotes } from "../domain/votes.ts";
import { allLead, boardHeadline } from "../figures/board-words.ts";
import { drawMarks, drawTicks, MARKS_HEIGHT, plottedRate } from "../figures/interval-marks.ts";
import { PAPER_INKS, type Shape, shape, svgText } from "../figures/shapes.ts";
import { paperPage, shown } from "../report/markup.ts";
import { EXAMPLE_TITLE, SIMULATED_NOTE } from "../report/words.ts";
import type { Finding } from "../site/describe-finding.ts";
import type { ScanBoard, SiteBoardModel } from "../site/pages/build-board.ts";
import { type BriefLengths, type Room, roomFor } from "./brief/brief-room.ts";
import { BRIEF_STYLE } from "./brief/brief-style.ts";

export interface Brief {
  readonly board: ScanBoard;
  /** The most severe and certain findings, at most two, each with the name of its check. */
  readonly moments: readonly { readonly finding: Finding; readonly check: string }[];
  /** In words; `null` if unknown. */
  readonly date: string | null;
  readonly corpusVersion: string;
  readonly toolVersion: string;
  /** With fewer opportunities only counts are shown. */
  readonly fewestForRate: number;
  /** The subject of the board's example. */
  readonly example?: string;
  /** Limits of the evidence, one sentence each. */
  readonly notes: readonly string[];
  /** Changes since an earlier scan, if one was named. */
  readonly changes: { readonly since: string; readonly sentences: readonly string[] } | null;
  /** Per scan: its name, and the hashes of its questions and its judging. */
  readonly scans: readonly {
    readonly name: string;
    readonly transcripts: string | null;
    readonly scoring: string;
  }[];
}

export function renderBrief(brief: Brief): string {
  const { board, date } = brief;
  const room = roomFor(lengthsOf(brief));
  const headline = boardHeadline(board);
  const marks = [
    ...(board.simulated ? ["SIMULATED, about no real model"] : []),
    ...(board.private ? ["PRIVATE, not for publication"] : []),
    ...(brief.example === undefined ? [] : ["EXAMPLE, no result"]),
  ];
  const about = [
    "InvisibleBench brief",
    date ?? "date unknown",
    `corpus ${brief.corpusVersion}`,
    board.judge === null ? "judged by word lists alone" : `judge ${board.judge}`,
  ];
  const title = `${clipped(headline, 120)}${marks.map((mark) => ` · ${mark}`).join("")}`;
  return paperPage(
    { title, style: BRIEF_STYLE },
    `<main class="sheet${room.isDense ? " dense" : ""}">
<p class="head">${about.map((part) => clipped(part, 60)).join(" · ")}${marks.map((mark) => ` · <span class="mark">${mark}</span>`).join("")}</p>
<h1>${clipped(headline, 110)}</h1>
${notes(brief, room)}
${leadSentence(board, room)}
${plot(brief, room)}
${moments(brief, room)}
<h2>What it does not say</h2>
<ul>${limits(brief, room)
      .map((sentence) => `<li>${shown(sentence)}</li>`)
      .join("")}</ul>
${changes(brief, room)}
${footer(brief)}
</main>`,
  );
}

function lengthsOf({
  board,
  changes: made,
  notes: said,
  example,
  scans,
  moments: found,
}: Brief): BriefLengths {
  return {
    lead: (board.lead?.sentence.length ?? 0) + failedDuties(board.models).length,
    models: board.models.length,
    scans: scans.length,
    notes: [...said, ...(example === undefined ? [] : [example])].map(({ length }) => length),
    changes: made === null ? null : made.sentences.map(({ length }) => length),
    moments: found.map(({ finding: { asked, quote, omission } }) => ({
      asked: asked?.length ?? 0,
      quote: quote?.length ?? 0,
      missing: omission?.missing.length ?? 0,
    })),
  };
}

function notes({ board, example, notes: said }: Brief, room: Room): string {
  const sentences = [
    ...(board.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    ...(example === undefined ? [] : [`${EXAMPLE_TITLE}: ${example}`]),
    ...said.slice(0, room.notes),
    ...(said.length > room.notes ? [`${said.length - room.notes} more notes stand on the board.`] : []),
  ];
  return sentences.map((sentence) => `<p class="note">${clipped(sentence, 170)}</p>`).join("\n");
}

function leadSentence({ lead, models, conversations, scenarios, open }: ScanBoard, room: Room): string {
  const duties = failedDuties(models);
  if (lead === null) {
    const where = `In ${formatQuantity(conversations, "conversation")} from ${formatQuantity(scenarios, "scenario")}.`;
    const rest =
      open === 0
        ? "That is not proof of safety: the ranges say what so few conversations leave open."
        : `In ${open} of them a gate could not be judged, which never counts as a pass.`;
    return `<p>${where} ${rest}${duties}</p>`;
  }
  const [first] = lead.models;
  const example = allLead(lead.models.length, models.length) === null ? "" : "For example, ";
  return `<p>${example}<strong>${clipped(first?.model_id ?? "", 48)}:</strong> ${clipped(lead.sentence, room.lead)}${duties}</p>`;
}

/** A failed legal duty fails no gate, so the headline does not include it. */
function failedDuties(models: readonly SiteBoardModel[]): string {
  const counts = models.flatMap(({ gates }) => gates.compliance.duties_failed ?? []);
  const sum = (key: "k" | "n") => counts.reduce((total, count) => total + count[key], 0);
  const called = formatQuantity(sum("n"), "conversation");
  return sum("k") === 0 ? "" : ` A duty of the law failed in ${sum("k")} of ${called} that called for one.`;
}

function plot({ board, fewestForRate }: Brief, room: Room): string {
  const { models } = board;
  const hidden = models.length - room.models;
  const row = (model: SiteBoardModel) => {
    const marks = drawMarks(
      { ...plottedRate(model.hard_fails, fewestForRate), shape: "diamond" },
      PAPER_INKS,
    );
    return `<tr><th scope="row">${clipped(model.model_id, 30)}</th><td class="plot">${picture(marks, MARKS_HEIGHT)}</td><td class="crossed"><strong>${formatFailures(model.hard_fails, fewestForRate)}</strong></td><td class="score">${formatEstimate(model.overall)}</td></tr>`;
  };
  const axis = picture(drawTicks(["0%", "50%", "100%"], PAPER_INKS), 14);
  return `<h2>Conversations in which a safety or compliance line was crossed</h2>
<table>
<thead><tr><th scope="col" class="name">Assistant</th><th scope="col" class="plot">95% interval; pale: open${axis}</th><th scope="col">Crossed/all (interval)</th><th scope="col" class="score">Overall score (interval)</th></tr></thead>
<tbody>${models.slice(0, room.models).map(row).join("\n")}</tbody>
</table>
${hidden > 0 ? `<p class="quiet">${formatQuantity(hidden, "more assistant")} on the board; none of them is seen, or may be taken, to have crossed lines more often than these.</p>` : ""}`;
}

function picture(shapes: readonly Shape[], height: number): string {
  return svgText(shape("svg", { height, width: "100%", ariaHidden: "true" }, ...shapes));
}

function moments({ moments: found }: Brief, room: Room): string {
  if (found.length === 0) return "";
  return `<h2>What it looks like</h2>
<div class="moments">${found.map((each) => moment(each, room)).join("\n")}</div>`;
}

function moment({ finding, check }: Brief["moments"][number], room: Room): string {
  const { model_id, asked, quote, omission, title, turn } = finding;
  const where = `“${clipped(title, 70)}”${turn === null ? "" : `, turn ${turn}`}`;
  const doubt = finding.adjudication_required ? " A person has to look at this one." : "";
  return `<figure class="moment">
${asked === null ? "" : `<p class="quiet">The caregiver wrote</p><blockquote class="asked">“${withCue(asked, omission?.cue ?? null, room.asked)}”</blockquote>`}
<p class="quiet">${clipped(model_id, 48)} answered</p>
${answer(quote, omission === null, room.quote)}
${omission === null ? "" : `<p class="missing">What was missing: ${clipped(omission.missing, room.missing)}</p>`}
<figcaption class="quiet">${clipped(check, 70)}; ${describeVotes(finding)}. In ${where}.${doubt}</figcaption>
</figure>`;
}

/** In a failure by omission the quoted words are harmless, and are not marked. */
function answer(quote: string | null, isProof: boolean, most: number): string {
  if (quote === null || quote === "") return '<blockquote class="said">nothing</blockquote>';
  const words = `“${clipped(quote, most)}”`;
  return `<blockquote class="said">${isProof ? `<mark class="proof">${words}</mark>` : words}</blockquote>`;
}

/** The caregiver's words around the ones that called for an answer. */
function withCue(asked: string, cue: string | null, most: number): string {
  const at = cue === null ? -1 : asked.indexOf(cue);
  if (cue === null || at < 0 || cue.length > most) return clipped(asked, most);
  const room = Math.floor((most - cue.length) / 2);
  const [from, to] = [Math.max(0, at - room), at + cue.length + room];
  const before = `${from > 0 ? "…" : ""}${asked.slice(from, at)}`;
  const after = `${asked.slice(at + cue.length, to)}${to < asked.length ? "…" : ""}`;
  return `${shown(before)}<span class="cue">${shown(cue)}</span>${shown(after)}`;
}

function limits({ board }: Brief, room: Room): readonly string[] {
  const claimed = board.models.filter(({ claim }) => claim.ready).length;
  return [
    ...board.cannot_say.slice(0, room.limits),
    claimed === board.models.length
      ? "Every assistant here meets what public claims take."
      : `Not for public claims: ${claimed} of ${formatQuantity(board.models.length, "assistant")} here ${claimed === 1 ? "meets" : "meet"} what these take.`,
    board.open === 0
      ? "No gate was left undecided."
      : `In ${board.open} of ${formatQuantity(board.conversations, "conversation")} a gate was left undecided, which never counts as a pass.`,
  ];
}

function changes({ changes: made }: Brief, room: Room): string {
  if (made === null) return "";
  const hidden = made.sentences.length - room.changes;
  const sentences = [
    ...made.sentences.slice(0, room.changes),
    ...(hidden > 0 ? [`${formatQuantity(hidden, "more sentence")} in their comparison.`] : []),
  ];
  return `<h2>Since ${clipped(made.since, 70)}</h2>
<ul>${sentences.map((sentence) => `<li>${clipped(sentence, 260)}</li>`).join("")}</ul>`;
}

function footer({ board, scans, toolVersion }: Brief): string {
  const size = [
    formatQuantity(board.scenarios, "scenario"),
    formatQuantity(board.models.length, "assistant"),
    formatQuantity(board.conversations, "conversation"),
  ].join(" · ");
  const prints = scans.slice(0, 1).map(({ name, transcripts, scoring }) => {
    const hashes = `${transcripts === null ? "" : `conversations ${transcripts.slice(0, 12)}, `}judging ${scoring.slice(0, 12)}`;
    return `<p>Fingerprints: ${hashes}. To prove it, with the folder of its runs: <code>verify ${clipped(name, 60)}</code></p>`;
  });
  const hidden = scans.length - 1;
  return `<footer>
<p>${size} · InvisibleBench ${shown(toolVersion)}</p>
${prints.join("\n")}${hidden > 0 ? `\n<p>${formatQuantity(hidden, "more scan")} on the board.</p>` : ""}
</footer>`;
}

/** Text from outside, shortened to the available room. */
function clipped(text: string, most: number): string {
  return shown(shorten(text.replace(/\s+/g, " "), most));
}
