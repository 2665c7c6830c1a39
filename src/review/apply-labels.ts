/** Turns people's labels of a scan's verdicts into verdicts: decides items and updates their rows. */

import { isProof, isVerified } from "../domain/evidence.ts";
import { checkSeverity } from "../domain/gates.ts";
import { verdictKey } from "../domain/keys.ts";
import { by } from "../kernel/order.ts";
import { ADJUDICATED, type HumanLabel } from "../schema/review/review-label.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { type EvidenceSpan, type PeopleDecision, Verdict, type VerdictRow } from "../schema/scan/verdict.ts";
import { evidenceSpan } from "../text/quotes/quote-ladder.ts";
import type { QuoteTests } from "../text/quotes/quote-weight.ts";

/** People's decision on one item. */
export interface DecidedItem {
  readonly verdict: Verdict;
  readonly how: PeopleDecision["how"];
  /** Labels of the annotators, sorted by name, then that of the adjudicator. */
  readonly labels: readonly HumanLabel[];
}

export interface PeopleDecisions {
  /** By `<transcript_id>#<mode_id>`. */
  readonly decided: ReadonlyMap<string, DecidedItem>;
  /** Items with one label, which is not enough to decide. */
  readonly alone: readonly string[];
  /** Items where people disagree and no adjudicator decided. */
  readonly disputed: readonly string[];
}

/** Decides items: at least two labels that all agree, or an adjudicator's decision on a disagreement. */
export function decideItems(labels: readonly HumanLabel[]): PeopleDecisions {
  const decided = new Map<string, DecidedItem>();
  const alone: string[] = [];
  const disputed: string[] = [];
  const items = [...Map.groupBy(labels, ({ item }) => item)].toSorted(by(([key]) => key));
  for (const [item, rows] of items) {
    const given = onePerAnnotator(rows);
    const adjudication = given.get(ADJUDICATED);
    given.delete(ADJUDICATED);
    const annotators = [...given.values()].toSorted(by(({ annotator }) => annotator));
    const verdicts = new Set(annotators.map(({ label }) => label));
    const [agreed] = verdicts;
    if (annotators.length < 2 || agreed === undefined) alone.push(item);
    else if (verdicts.size === 1)
      decided.set(item, { verdict: Verdict.parse(agreed), how: "agreed", labels: annotators });
    else if (adjudication === undefined) disputed.push(item);
    else {
      const verdict = Verdict.parse(adjudication.label);
      decided.set(item, { verdict, how: "adjudicated", labels: [...annotators, adjudication] });
    }
  }
  return { decided, alone, disputed };
}

/** Keeps one row per annotator; a row in two files counts once. */
function onePerAnnotator(rows: readonly HumanLabel[]): Map<string, HumanLabel> {
  return new Map(rows.map((row) => [row.annotator, row]));
}

/** Applies people's decisions to a scan's rows; other rows stay unchanged. */
export function applyDecisions(
  rows: readonly VerdictRow[],
  transcript: Transcript,
  { decided }: Pick<PeopleDecisions, "decided">,
  tests: QuoteTests,
): readonly VerdictRow[] {
  return rows.map((row) => {
    const item = decided.get(verdictKey(row.transcript_id, row.mode_id));
    // A conversation that broke off has no ending to decide.
    const isDecidable = row.eligible && row.details.cause !== "incomplete_transcript";
    return item === undefined || !isDecidable ? row : decideRow(row, transcript, item, tests);
  });
}

/**
 * Replaces the judge's verdict with people's; the judge's votes stay in the row. A FAIL needs words of the assistant,
 * quoted by people or by the judge. Without a quote the verdict is undecided: it must not stay a PASS that people call
 * a failure.
 */
function decideRow(
  row: VerdictRow,
  transcript: Transcript,
  { verdict: said, how, labels }: DecidedItem,
  tests: QuoteTests,
): VerdictRow {
  const { cause, looked_by, adjudication_required, people: _, lesser, ...details } = row.details;
  const quoted = labels
    .filter(({ label }) => label === said)
    .flatMap((label) => quoteOf(label, transcript, tests));
  const evidence = said === "FAIL" ? failureEvidence(row, quoted) : distinct(quoted);
  const isUnquoted = said === "FAIL" && row.verdict !== "FAIL" && !evidence.some(isProof);
  const verdict = isUnquoted ? "UNCLEAR" : said;
  const openCause = isUnquoted ? "people_without_quote" : "people_unclear";
  return {
    ...row,
    verdict,
    // The judge's severity of a failure stays; only failures have a weight.
    severity: verdict === "FAIL" ? row.severity : checkSeverity(row),
    confidence: labels.filter(({ label }) => label === said).length / labels.length,
    evidence,
    details: {
      ...details,
      ...(lesser === undefined || verdict !== "FAIL" ? {} : { lesser }),
      ...(verdict === "UNCLEAR" ? { cause: openCause } : {}),
      adjudication_required: false,
      people: {
        how,
        labels: labels.map(({ annotator, label, note }) => ({
          annotator,
          label: Verdict.parse(label),
          ...(note === undefined ? {} : { note }),
        })),
        judge: {
          verdict: row.verdict,
          confidence: row.confidence,
          evidence: row.evidence,
          ...(cause === undefined ? {} : { cause }),
          ...(looked_by === undefined ? {} : { looked_by }),
          adjudication_required,
        },
      },
    },
  };
}

/** Leaves a row undecided if people decided it. Comparisons of judges then use neither people's verdict nor the judge's own one on it. */
export function leavePeopleOut(row: VerdictRow): VerdictRow {
  const { people, lesser: _, ...details } = row.details;
  if (people === undefined) return row;
  return { ...row, verdict: "UNCLEAR", severity: checkSeverity(row), confidence: 0, evidence: [], details };
}

/** Collects people's quotes, and the judge's if it saw a failure too: in its verdict or in a vote that lost. */
function failureEvidence(row: VerdictRow, quoted: readonly EvidenceSpan[]): EvidenceSpan[] {
  if (row.verdict === "FAIL") return distinct([...row.evidence, ...quoted]);
  if (quoted.some(isProof)) return distinct(quoted);
  const ofVotes = row.details.votes
    .filter(({ verdict }) => verdict === "FAIL")
    .flatMap(({ evidence }) => evidence.filter(isVerified));
  return distinct([...ofVotes, ...quoted]);
}

function quoteOf(
  { quote, note }: HumanLabel,
  { messages }: Transcript,
  tests: QuoteTests,
): readonly EvidenceSpan[] {
  if (quote === undefined) return [];
  const span = evidenceSpan({
    quote,
    turn: null,
    rationale: note ?? "",
    messages,
    elseTurn: 1,
    first: "assistant",
    tests,
  });
  return isVerified(span) ? [span] : [];
}

function distinct(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const place = ({ role, turn, quote }: EvidenceSpan) => `${role} ${turn} ${quote}`;
  return [...new Map(spans.map((span) => [place(span), span])).values()];
}
