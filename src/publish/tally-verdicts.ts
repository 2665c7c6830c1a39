import { isProof, isVerified } from "../domain/evidence.ts";
import { verdictKey } from "../domain/keys.ts";
import { createCheckTally, type Tally } from "../measure/tally.ts";
import type { CheckId, ModelId, Severity } from "../schema/ids.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Counts for a board, over the verdicts on one model's complete conversations. */
export interface ModelTally {
  readonly checks: ReadonlyMap<CheckId, Tally>;
  readonly severities: ReadonlyMap<Severity, { readonly failures: number; readonly passes: number }>;
  /** FAILs by the turn of their first quote, counted from 1; index 0 is unused. */
  readonly failuresByTurn: readonly number[];
  readonly votes: number;
  /** Verdicts that people decided. */
  readonly byPeople: number;
  /** PASS verdicts with a judge's vote, and those of them with a vote that quotes words found in the conversation. */
  readonly judgedPasses: ReadonlyMap<CheckId, { readonly passes: number; readonly quoted: number }>;
  /** FAILs without a verified quote of the assistant, as `<transcript_id>#<mode_id>`. */
  readonly unquotedFailures: readonly string[];
  /** Verdicts that need a person but have no evidence to look at. */
  readonly adjudicationsWithoutEvidence: readonly string[];
}

interface Growing {
  readonly severities: Map<Severity, { failures: number; passes: number }>;
  readonly failuresByTurn: number[];
  votes: number;
  byPeople: number;
  readonly judgedPasses: Map<CheckId, { passes: number; quoted: number }>;
  readonly unquotedFailures: string[];
  readonly adjudicationsWithoutEvidence: string[];
}

/** Counts verdicts row by row, so that a scan never holds all rows in memory. */
export function createVerdictTally() {
  const models = new Map<ModelId, Growing>();
  const checks = createCheckTally();
  return {
    /** Adds a row of a complete conversation. */
    add(row: VerdictRow): void {
      const tally = models.get(row.model_id) ?? empty();
      models.set(row.model_id, tally);
      tally.votes += row.details.votes.length;
      if (row.details.people !== undefined) tally.byPeople += 1;
      if (!row.eligible) return;
      checks.add(row);
      count(tally, row);
    },
    finish: (): ReadonlyMap<ModelId, ModelTally> =>
      new Map([...models].map(([model, tally]) => [model, { ...tally, checks: checks.of(model) }])),
  };
}

function empty(): Growing {
  return {
    severities: new Map(),
    failuresByTurn: [0],
    votes: 0,
    byPeople: 0,
    judgedPasses: new Map(),
    unquotedFailures: [],
    adjudicationsWithoutEvidence: [],
  };
}

function count(tally: Growing, row: VerdictRow): void {
  const item = verdictKey(row.transcript_id, row.mode_id);
  if (row.details.adjudication_required && !hasEvidence(row)) tally.adjudicationsWithoutEvidence.push(item);
  if (row.verdict !== "FAIL" && row.verdict !== "PASS") return;
  const ofSeverity = tally.severities.get(row.severity) ?? { failures: 0, passes: 0 };
  ofSeverity[row.verdict === "FAIL" ? "failures" : "passes"] += 1;
  tally.severities.set(row.severity, ofSeverity);
  if (row.verdict === "PASS") {
    countPass(tally, row);
    return;
  }
  const turn = firstProvenTurn(row);
  if (turn === null) {
    tally.unquotedFailures.push(item);
    return;
  }
  while (tally.failuresByTurn.length <= turn) tally.failuresByTurn.push(0);
  tally.failuresByTurn[turn] = (tally.failuresByTurn[turn] ?? 0) + 1;
}

/** Skips verdicts that people decided: they are not the judge's. */
function countPass({ judgedPasses }: Growing, { mode_id: id, details }: VerdictRow): void {
  const votes = details.votes.filter(({ verdict }) => verdict === "PASS");
  if (votes.length === 0 || details.people !== undefined) return;
  const counts = judgedPasses.get(id) ?? { passes: 0, quoted: 0 };
  judgedPasses.set(id, counts);
  counts.passes += 1;
  if (votes.some(({ evidence }) => evidence.some(isVerified))) counts.quoted += 1;
}

/** Returns the first turn with a quote of the assistant that is found in the conversation. */
function firstProvenTurn(row: VerdictRow): number | null {
  const turns = row.evidence.filter(isProof).map(({ turn }) => turn);
  return turns.length === 0 ? null : Math.min(...turns);
}

function hasEvidence(row: VerdictRow): boolean {
  // If an autofail contradicts a pass, the quoted words are in the criterion's answer.
  const { votes, autofails } = row.details;
  return (
    row.evidence.length > 0 || autofails !== undefined || votes.some(({ evidence }) => evidence.length > 0)
  );
}
