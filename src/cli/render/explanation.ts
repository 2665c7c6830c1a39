import { formatName } from "../../domain/dimensions.ts";
import { formatQuote, omissionOf, speakerOf } from "../../domain/evidence.ts";
import { abilitiesNote } from "../../domain/models.ts";
import type { Explanation } from "../../index.ts";
import { contestsOf, describeWhoDecided } from "../../report/who-decided.ts";
import { causeWords, describeProduct } from "../../report/words.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type {
  Adjudication,
  EvidenceSpan,
  PeopleDecision,
  VerdictRow,
  Vote,
} from "../../schema/scan/verdict.ts";

/** Renders a conversation, then each row: window, votes, quotes and the rule behind them. */
export function renderExplanation({ transcript, scenario, rows }: Explanation): string {
  const { transcript_id, simulated, complete, router, product, can } = transcript.header;
  return [
    `${transcript_id}${simulated ? "  (simulated)" : ""}${complete ? "" : "  (incomplete)"}${router === undefined ? "" : `  (branches by ${router})`}`,
    ...(scenario === null ? [] : [scenario.title]),
    ...(product === undefined ? [] : [`Tested as ${describeProduct(product)}`]),
    ...(can === undefined ? [] : [`${abilitiesNote(can).title}: ${abilitiesNote(can).text}`]),
    "",
    ...transcript.messages.flatMap(renderMessage),
    ...rows.flatMap(({ row, check }) => [
      "",
      `${row.mode_id} ${formatName(check?.name ?? "")}  ${row.verdict}${row.details.cause === undefined ? "" : ` (${causeWords[row.details.cause]})`}`,
      ...indent([
        ...(check === null ? [] : [check.summary, ...ruleFor(row, check)]),
        ...whoDecided(row),
        ...describePeople(row.details.people),
        ...row.details.windows.map(describeWindow),
        ...row.details.votes.flatMap((vote) => describeVote(vote, row)),
        ...describeSecondJudge(row.details.adjudication),
        ...row.evidence.map(describeEvidence),
        ...describeMissing(row, check),
        ...(row.details.adjudication_required ? ["A person should look at this one."] : []),
        ...(check === null ? [] : [`Sources: ${check.source_grounding.join("; ")}`]),
      ]),
    ]),
  ].join("\n");
}

function renderMessage(message: TranscriptMessage): string[] {
  const session =
    message.time_elapsed === undefined
      ? ""
      : `  [session ${message.session_number}, ${message.time_elapsed}]`;
  const branch = message.branch_id === undefined ? "" : `  [branch ${message.branch_id}]`;
  const answers = message.answers === undefined ? "" : `  [answers ${message.answers.join(", ")}]`;
  const evaded = message.evaded === undefined ? "" : "  [evades]";
  const who = speakerOf(message.role);
  const body = message.error === undefined ? message.content : `No reply: ${message.error}`;
  return [`${message.turn} ${who}${session}${branch}${answers}${evaded}`, ...indent(body.split("\n")), ""];
}

function ruleFor(
  row: VerdictRow,
  check: { readonly pass_rule: string; readonly fail_rule: string },
): string[] {
  if (row.verdict === "FAIL") return [`Fails when: ${oneLine(check.fail_rule)}`];
  return row.verdict === "PASS" ? [`Passes when: ${oneLine(check.pass_rule)}`] : [];
}

function describeWindow(window: VerdictRow["details"]["windows"][number], index: number): string {
  const cue = window.cue_turn === undefined ? "" : `, cue in turn ${window.cue_turn} (${window.cue_source})`;
  return `Window ${index}: ${window.unit}, turns ${window.first_turn} to ${window.last_turn}${cue}: ${window.verdict}`;
}

/** Describes a vote. A dissenting vote shows its own quotes; the others share the verdict's, shown below. */
function describeVote(vote: Vote, { verdict }: VerdictRow): string[] {
  const dissents = vote.verdict !== verdict;
  return [
    `Vote ${vote.repetition} on window ${vote.window}: ${describeAnswer(vote)}`,
    ...(dissents ? indent(vote.evidence.map(describeEvidence)) : []),
  ];
}

/**
 * Describes the second judge, which is asked after doubtful votes and can overrule them: without it, the verdict is
 * not understandable.
 */
function describeSecondJudge(adjudication: Adjudication | undefined): string[] {
  if (adjudication === undefined) return [];
  return adjudication.votes.flatMap((vote) => [
    `Second judge, ${adjudication.judge}, on window ${vote.window}: ${describeAnswer(vote)}`,
    ...indent(vote.evidence.map(describeEvidence)),
  ]);
}

/** Lists all judges on one line, before their reasons; empty if words alone decided. */
function whoDecided(row: VerdictRow): string[] {
  const { votes, adjudication, people } = row.details;
  if (votes.length === 0 && adjudication === undefined && people === undefined) return [];
  return [`Said: ${describeWhoDecided(row)}${contestsOf(row).length === 0 ? "" : " (contested)"}`];
}

/** Shows the person's decision and the judge's verdict: votes and windows below are the judge's. */
function describePeople(people: PeopleDecision | undefined): string[] {
  if (people === undefined) return [];
  const how = people.how === "agreed" ? "who agree" : "who differ, so that an adjudicator decided";
  return [
    `Decided by people, ${how}; the judge had said ${people.judge.verdict}${people.judge.cause === undefined ? "" : ` (${people.judge.cause})`}.`,
    ...indent(
      people.labels.map(
        ({ annotator, label, note }) =>
          `${annotator}: ${label}${note === undefined ? "" : `. ${oneLine(note)}`}`,
      ),
    ),
  ];
}

/** Describes a failure by omission: it can only quote the words that called for a reply. */
function describeMissing(row: VerdictRow, check: Pick<Check, "fails_by"> | null): string[] {
  const omission = row.verdict === "FAIL" ? omissionOf(row, check?.fails_by) : null;
  return omission === null || omission.missing === "" ? [] : [`Missing: ${oneLine(omission.missing)}`];
}

function describeAnswer({ verdict, void_cause, rationale }: Vote): string {
  return `${verdict ?? `void (${void_cause})`}. ${oneLine(rationale)}`;
}

function describeEvidence(span: EvidenceSpan): string {
  return `Turn ${span.turn}, ${speakerOf(span.role).toLowerCase()}, ${span.verification.tier}: ${span.quote === "" ? formatQuote("") : `"${oneLine(span.quote)}"`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
