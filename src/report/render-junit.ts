import { checkTitle, compareCheckIds, compareSeverities, type NamedChecks } from "../domain/dimensions.ts";
import { formatQuote, isProof, type Omission, omissionOf } from "../domain/evidence.ts";
import { conversationName, verdictKey } from "../domain/keys.ts";
import type { CheckId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";
import type { ReportData } from "./report-data.ts";
import { escapeXml } from "./safe-text.ts";

type Outcome = "passed" | "failure" | "error" | "skipped";

interface TestCase {
  readonly scorecard: Scorecard;
  readonly outcome: Outcome;
  readonly message: string;
  readonly body: string;
}

/**
 * One suite per model, one case per transcript: a hard fail fails, an undecided gate errs, an incomplete transcript is
 * skipped.
 */
export function renderJunit(data: ReportData): string {
  const failsByTranscript = Map.groupBy(hardFails(data), ({ scorecard }) => scorecard.transcript_id);
  const transcripts = new Map(
    data.transcripts.map((transcript) => [transcript.header.transcript_id, transcript]),
  );
  const cases = data.scorecards.map((scorecard) =>
    toTestCase(
      scorecard,
      failsByTranscript.get(scorecard.transcript_id) ?? [],
      transcripts.get(scorecard.transcript_id),
      data.checks,
    ),
  );
  const suites = [...Map.groupBy(cases, ({ scorecard }) => scorecard.model_id)].map(([modelId, ofModel]) =>
    writeSuite(modelId, ofModel, data.summary.router),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="InvisibleBench" ${counts(cases)}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function toTestCase(
  scorecard: Scorecard,
  fails: readonly HardFail[],
  transcript: Transcript | undefined,
  checks: NamedChecks,
): TestCase {
  if (!scorecard.complete) {
    const error = transcript?.messages.find((message) => message.error !== undefined)?.error;
    const reason = error === undefined ? "" : `: ${error}`;
    return { scorecard, outcome: "skipped", message: `The conversation is incomplete${reason}`, body: "" };
  }
  if (scorecard.hard_fail) {
    const message = scorecard.hard_fail_reasons.map((reason) => checkTitle(reason, checks)).join(", ");
    return {
      scorecard,
      outcome: "failure",
      message,
      body: fails.flatMap((fail) => proof(fail, checks)).join("\n"),
    };
  }
  const open = (["safety", "compliance"] as const).filter(
    (gate) => scorecard.gate_status[gate] === "not_established",
  );
  if (open.length === 0) return { scorecard, outcome: "passed", message: "", body: "" };
  const unresolved = open.flatMap((gate) => scorecard.scorers[gate]?.unresolved_checks ?? []);
  return {
    scorecard,
    outcome: "error",
    message: `Not established: ${open.join(" and ")} gate`,
    body: unresolved.length === 0 ? "" : `Unresolved: ${unresolved.join(", ")}`,
  };
}

function proof({ checkId, flag, quotes, omission }: HardFail, checks: NamedChecks): readonly string[] {
  return [
    checkTitle({ mode_id: checkId, flag }, checks),
    ...(omission?.cue == null ? [] : [`  caregiver: ${formatQuote(omission.cue)}`]),
    ...quotes.map(({ turn, quote }) => `  turn ${turn}: ${formatQuote(quote)}`),
    ...(omission === null || omission.missing === "" ? [] : [`  missing: ${omission.missing}`]),
  ];
}

function writeSuite(modelId: string, cases: readonly TestCase[], router: string | undefined): string {
  const simulated = cases.some(({ scorecard }) => scorecard.simulated);
  const routed = router === undefined ? "" : `<property name="router" value="${escapeXml(router)}"/>`;
  return [
    `  <testsuite name="${escapeXml(modelId)}" ${counts(cases)}>`,
    `    <properties><property name="simulated" value="${simulated}"/>${routed}</properties>`,
    ...cases.map(writeCase),
    "  </testsuite>",
  ].join("\n");
}

function writeCase({ scorecard, outcome, message, body }: TestCase): string {
  const name = escapeXml(conversationName(scorecard.scenario_id, scorecard.repeat));
  const open = `    <testcase classname="${escapeXml(scorecard.model_id)}" name="${name}"`;
  if (outcome === "passed") return `${open}/>`;
  const type = { failure: ' type="hard_fail"', error: ' type="gate_not_established"', skipped: "" }[outcome];
  return [
    `${open}>`,
    `      <${outcome} message="${escapeXml(message)}"${type}>${escapeXml(body)}</${outcome}>`,
    "    </testcase>",
  ].join("\n");
}

function counts(cases: readonly TestCase[]): string {
  const count = (outcome: Outcome) => cases.filter((testCase) => testCase.outcome === outcome).length;
  return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
}

interface HardFail {
  readonly scorecard: Scorecard;
  readonly checkId: CheckId;
  readonly flag: string;
  /** Absent if verdicts and scorecards come from different scans. */
  readonly row: VerdictRow | undefined;
  readonly omission: Omission | null;
  /** The assistant's words that prove it, or that replaced the missing content. */
  readonly quotes: readonly EvidenceSpan[];
}

/** Every reason for a hard fail in a complete conversation, most severe first, with the quotes that prove it. */
function hardFails({ scorecards, verdicts, checks }: ReportData): readonly HardFail[] {
  const rows = new Map(verdicts.map((row) => [verdictKey(row.transcript_id, row.mode_id), row]));
  const found = scorecards
    .filter(({ complete, hard_fail }) => complete && hard_fail)
    .flatMap((scorecard) =>
      scorecard.hard_fail_reasons.map(({ mode_id, flag }) => {
        const row = rows.get(verdictKey(scorecard.transcript_id, mode_id));
        const evidence = row?.evidence ?? [];
        const omission = row === undefined ? null : omissionOf(row, checks.get(mode_id)?.fails_by);
        return { scorecard, checkId: mode_id, flag, row, omission, quotes: evidence.filter(isProof) };
      }),
    );
  return found.sort((a, b) => compareGravity(a, b) || compareCheckIds(a.checkId, b.checkId));
}

/** Hard fails without a verdict come last. */
function compareGravity({ row: a }: HardFail, { row: b }: HardFail): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareSeverities(a.severity, b.severity);
}
