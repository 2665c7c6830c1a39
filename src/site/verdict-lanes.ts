import { compareCheckIds } from "../report/compare-check-ids.ts";
import { causeWords } from "../report/verdict-words.ts";
import { isGate } from "../schema/scoring-config.ts";
import type { SiteVote, VerdictLane } from "../schema/site-conversation.ts";
import type { EvidenceSpan, Verdict, VerdictRow, Vote } from "../schema/verdict.ts";
import { severityRank } from "./describe-finding.ts";
import type { SiteCorpus } from "./site-corpus.ts";

const FIRST: readonly Verdict[] = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"];

/** What each eligible check says about a conversation: failures first, gravest first. */
export function verdictLanes(rows: readonly VerdictRow[], corpus: SiteCorpus): VerdictLane[] {
  return rows
    .filter(({ eligible }) => eligible)
    .map((row) => laneOf(row, corpus))
    .sort(
      (a, b) =>
        FIRST.indexOf(a.verdict) - FIRST.indexOf(b.verdict) ||
        severityRank(a.severity) - severityRank(b.severity) ||
        compareCheckIds(a.mode_id, b.mode_id),
    );
}

function laneOf(row: VerdictRow, { scoring }: SiteCorpus): VerdictLane {
  const { details, evidence } = row;
  const winning = details.votes.find(({ verdict }) => verdict === row.verdict);
  return {
    mode_id: row.mode_id,
    dimension: row.primary_bucket,
    severity: row.severity,
    gate: isGate(row, scoring),
    verdict: row.verdict,
    confidence: row.confidence,
    because: details.cause === undefined ? null : causeWords[details.cause],
    rationale: evidence[0]?.rationale || winning?.rationale || null,
    route: details.route,
    first_turn: evidence[0]?.turn ?? details.windows[0]?.first_turn ?? null,
    windows: details.windows,
    evidence,
    votes: details.votes.map((vote) => siteVote(vote, evidence)),
    adjudication_required: details.adjudication_required,
  };
}

function siteVote(vote: Vote, shown: readonly EvidenceSpan[]): SiteVote {
  const isShown = JSON.stringify(vote.evidence) === JSON.stringify(shown);
  return {
    window: vote.window,
    repetition: vote.repetition,
    verdict: vote.verdict,
    void_cause: vote.void_cause ?? null,
    rationale: vote.rationale,
    missing_cue: vote.missing_cue ?? null,
    evidence: isShown ? [] : vote.evidence,
  };
}
