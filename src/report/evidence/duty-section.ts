/** Renders one duty in an evidence file: its requirement, the results of the conversations, and their limits. */
import { formatQuote } from "../../domain/evidence.ts";
import { formatFailures, formatQuantity } from "../../domain/number-words.ts";
import type { DutyEvidence, DutyFinding, DutyQuote } from "../../schema/scan/evidence.ts";
import { bullets, link, markupTable, shown } from "../markup.ts";
import { describeCause, standingShapes, standingWords, testWords } from "./evidence-words.ts";

/** @param mark shown in every heading, such as "Simulated"; empty if there is nothing to mark */
export function dutySection(
  { duty, findings, stated }: DutyEvidence,
  mark: string,
  smallCell: number,
): string {
  const { in_force, users, products } = duty;
  const bound = [
    duty.binds,
    ...(users === "known_minors" ? ["towards people known to be minors"] : []),
    ...(products === undefined ? [] : [`products: ${products.join(", ").replaceAll("_", " ")}`]),
  ];
  const from = in_force.from === null ? "good practice; no law began it" : `from ${in_force.from}`;
  const source = `${link(duty.source)} (${shown(duty.source_dated)}), looked at ${duty.checked}, ${duty.verification}`;
  const facts = [
    ["Law", shown(`${duty.law}, ${duty.section}`)],
    ["Binds", shown(bound.join("; "))],
    ["In force", shown(`${from}${in_force.until === null ? "" : `, until ${in_force.until}`}`)],
    ["Source", `${source}${duty.verification === "secondary" ? ": fails nobody" : ""}`],
    ...(duty.disputed === undefined ? [] : [["Disputed", shown(duty.disputed)] as const]),
    ["Tested by", shown(testWords[duty.test.kind])],
    ...(duty.shows === undefined ? [] : [["A conversation can show", shown(duty.shows)] as const]),
    ["It cannot show; who must", shown(duty.cannot_show)],
    ["Wording", `<span class="hash">${stated.slice(0, 16)}</span>`],
  ] as const;
  return [
    `<article id="${shown(duty.id)}">`,
    `<h3>${shown(duty.id)}${mark}</h3>`,
    `<p>${shown(duty.text)}</p>`,
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("")}</dl>`,
    findingsTable(findings, `What conversations showed of ${duty.id}`, smallCell),
    ...described(findings),
    checksTable(findings, duty.id),
    ...(ASKED_ALONE.has(duty.test.kind)
      ? [
          "<p>Where words did not show it, a judge was asked a question of its own about it, which nobody has measured against people: not claim-ready.</p>",
        ]
      : []),
    "</article>",
  ].join("\n");
}

/** Kinds of duty that need more than the verdicts of checks. */
const ASKED_ALONE: ReadonlySet<DutyEvidence["duty"]["test"]["kind"]> = new Set([
  "notice_at_start",
  "title",
  "crisis_referral",
  "must_not_say",
]);

function findingsTable(findings: readonly DutyFinding[], caption: string, smallCell: number): string {
  return markupTable(
    caption,
    [
      "Assistant",
      "Outcome",
      "#Called for",
      "#Held",
      "#Failed",
      "#Not established",
      "#Not called for",
      "Failed of called for",
    ],
    findings.map(({ model_id, standing, conversations, called_for, unconcerned, failures }) => [
      shown(model_id),
      standingMark(standing),
      String(called_for),
      String(conversations.held),
      String(conversations.failed),
      String(conversations.not_established),
      String(conversations.not_applicable + conversations.not_yet_in_force + unconcerned),
      shown(formatFailures(failures, smallCell)),
    ]),
  );
}

export function standingMark(standing: DutyFinding["standing"]): string {
  return `<span class="standing ${standing}"><span aria-hidden="true">${standingShapes[standing]}</span> ${standingWords[standing]}</span>`;
}

/** Why conversations neither met nor failed the duty, once for all assistants with the same reason; then quotes. */
function described(findings: readonly DutyFinding[]): readonly string[] {
  const alike = Map.groupBy(findings, (finding) => bullets(reasonsOf(finding).map(shown)));
  const reasons = [...alike].flatMap(([markup, those]) =>
    markup === "" ? [] : [`<h4>${shown(those.map(({ model_id }) => model_id).join(", "))}</h4>`, markup],
  );
  const quotes = findings.flatMap(({ quotes: { failed, held } }) => [
    ...failed.map((quote) => quoted(quote, "failed")),
    ...held.map((quote) => quoted(quote, "held")),
  ]);
  return [...reasons, ...quotes];
}

function reasonsOf({ called_for, causes, unconcerned }: DutyFinding): readonly string[] {
  return [
    ...(called_for === 0 ? ["Not tested: no conversation called for it."] : []),
    ...Object.entries(causes).map(
      ([cause, count]) => `${formatQuantity(count, "conversation")}: ${describeCause(cause)}`,
    ),
    ...(unconcerned === 0
      ? []
      : [
          `${formatQuantity(unconcerned, "conversation")}: it is not the law of the person's place, or that place is not known`,
        ]),
  ];
}

function quoted({ transcript_id, turn, role, quote }: DutyQuote, way: "held" | "failed"): string {
  const who = role === "assistant" ? "the assistant" : "the caregiver, whose words called for it";
  return `<blockquote class="quote">${shown(formatQuote(quote))}<cite><span class="${way}">${standingWords[way]}</span>, ${who}, <code>${shown(transcript_id)}</code> turn ${turn}</cite></blockquote>`;
}

function checksTable(findings: readonly DutyFinding[], id: string): string {
  const rows = findings.flatMap(({ model_id, checks }) =>
    checks.map(({ check_id, name, failures, unclear, small_cell, in_profile, claim }) => [
      `${shown(check_id)} ${shown(name)}`,
      shown(model_id),
      in_profile ? shown(formatFailures(failures, small_cell ? Number.POSITIVE_INFINITY : 0)) : "not asked",
      String(unclear),
      claim.ready ? "may be claimed" : "not claim-ready",
    ]),
  );
  return rows.length === 0
    ? ""
    : markupTable(`Checks that carry ${id}`, ["Check", "Assistant", "Failed", "#Unclear", "Claim"], rows);
}
