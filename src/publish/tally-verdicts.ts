import { isProof, isVerified } from "../domain/evidence.ts";
import { verdictKey } from "../domain/keys.ts";
import { createCheckTally, type Tally } from "../measure/tally.ts";
import type { CheckId, ModelId, Severity } from "../schema/ids.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** What a board counts among the verdicts on one model's complete conversations. */
export interface ModelTally {
  readonly checks: ReadonlyMap<CheckId, Tally>;
  readonly severities: ReadonlyMap<Severity, { readonly failures: number; readonly passes: number }>;
  /** FAILs by the turn of their first quote, counted from 1; index 0 is not used. */
  readonly failuresByTurn: readonly number[];
  readonly votes: number;
  /** Verdicts that people decided. */
  readonly byPeople: number;
  /** Passes that a judge voted for, and those of them with a vote that quotes words which were found. */
  readonly judgedPasses: ReadonlyMap<CheckId, { readonly passes: number; readonly quoted: number }>;
  /** FAILs that no verified quote of the assistant bears out, as `<transcript_id>#<mode_id>`. */
  readonly unquotedFailures: readonly string[];
  /** Verdicts that a person should look at, with nothing to look at. */
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

/** Counts verdicts as they pass by, so that a scan never holds all rows. */
export function createVerdictTally() {
  const models = new Map<ModelId, Growing>();
  const checks = createCheckTally();
  return {
    /** A row of a complete conversation. */
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

/** What people decided is no word of the judge's. */
function countPass({ judgedPasses }: Growing, { mode_id: id, details }: VerdictRow): void {
  const votes = details.votes.filter(({ verdict }) => verdict === "PASS");
  if (votes.length === 0 || details.people !== undefined) return;
  const counts = judgedPasses.get(id) ?? { passes: 0, quoted: 0 };
  judgedPasses.set(id, counts);
  counts.passes += 1;
  if (votes.some(({ evidence }) => evidence.some(isVerified))) counts.quoted += 1;
}

/** The first turn with words of the assistant that were found in the conversation. */
function firstProvenTurn(row: VerdictRow): number | null {
  const turns = row.evidence.filter(isProof).map(({ turn }) => turn);
  return turns.length === 0 ? null : Math.min(...turns);
}

function hasEvidence(row: VerdictRow): boolean {
  // Of a pass that an autofail contradicts the words stand with the criterion's answer.
  const { votes, autofails } = row.details;
  return (
    row.evidence.length > 0 || autofails !== undefined || votes.some(({ evidence }) => evidence.length > 0)
  );
}
