import { compareCheckIds, compareSeverities } from "../../domain/dimensions.ts";
import { omissionOf } from "../../domain/evidence.ts";
import { isGate, whyNotLooked } from "../../domain/gates.ts";
import { conversationKey, slugOf, verdictKey } from "../../domain/keys.ts";
import { placesOfRow } from "../../domain/vote-places.ts";
import { aggregationOf } from "../../domain/votes.ts";
import { contestsOf } from "../../report/who-decided.ts";
import { NOT_LOOKED_WORDS, whyWords } from "../../report/words.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { TranscriptId } from "../../schema/ids.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { MemoryScorer } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan, PeopleDecision, Verdict, VerdictRow, Vote } from "../../schema/scan/verdict.ts";
import type { Failure, ScanFacts, SiteCard } from "../scan-facts.ts";
import type { PersonLabel, SiteCorpus, UnappliedLabels } from "../site-ports.ts";
import { conversationTurns } from "./conversation-turns.ts";
import { describePersona } from "./describe-script.ts";

export type Conversation = ReturnType<typeof buildConversation>;
export type FindingPlace = ReturnType<typeof findingPlace>;
export type VerdictLane = ReturnType<typeof laneOf>;
export type SiteVote = ReturnType<typeof siteVote>;

/** One conversation with every decision about it. */
export function buildConversation(
  facts: ScanFacts,
  corpus: SiteCorpus,
  transcript: Transcript,
  rows: readonly VerdictRow[],
  unapplied: UnappliedLabels["byVerdict"] = new Map(),
) {
  const { transcript_id: id } = transcript.header;
  const card = facts.scorecards.find(({ transcript_id }) => transcript_id === id);
  return {
    scan: facts.scan,
    ...describeHeld(corpus, transcript, card?.scorers.memory ?? null),
    ...outcome(card),
    lanes: verdictLanes(rows, corpus, unapplied),
    not_eligible: rows.filter(({ eligible }) => !eligible).map(({ mode_id }) => mode_id),
    unlooked: unlookedIn(rows),
    ...neighbours(facts, id),
  };
}

/** One conversation as it ran; `memory` is null if memory was not checked. */
export function describeHeld(
  corpus: Pick<SiteCorpus, "scenarios">,
  transcript: Transcript,
  memory: MemoryScorer | null,
) {
  const { header } = transcript;
  const scenario = corpus.scenarios.get(header.scenario_id);
  return {
    conversation: conversationKey(header.transcript_id),
    transcript_id: header.transcript_id,
    model_id: header.model_id,
    slug: slugOf(header.transcript_id),
    scenario_id: header.scenario_id,
    title: scenario?.title ?? header.scenario_id,
    description: scenario?.description ?? null,
    category: scenario?.category ?? null,
    channel: scenario?.channel ?? header.channel ?? null,
    persona: scenario === undefined ? null : describePersona(scenario),
    repeat: header.repeat,
    simulated: header.simulated,
    private: header.private ?? false,
    complete: header.complete,
    harness: header.harness,
    ...(header.router === undefined ? {} : { router: header.router }),
    turns: conversationTurns(transcript, scenario, memory),
  };
}

function outcome(card: SiteCard | undefined) {
  const duties = card?.scorers.compliance?.duties;
  return {
    /** Legal duties that the conversation called for, shown beside the compliance gate. */
    ...(duties === undefined ? {} : { duties }),
    hard_fail: card?.hard_fail ?? false,
    /** From the worst to the best outcome of the undecided checks. */
    overall: card?.score_bounds ?? null,
    /** The same range, before the gate. */
    quality: card?.quality_bounds ?? null,
    gates: card?.gate_status ?? NO_GATES,
  };
}

const NO_GATES: SiteCard["gate_status"] = { safety: "not_established", compliance: "not_established" };

/** The last finding of the previous conversation of the same model, and the first of the next. */
function neighbours({ scorecards, failures }: ScanFacts, transcriptId: TranscriptId) {
  const failed = failuresByTranscript(failures);
  const inOrder = transcriptsBySlug(scorecards).get(slugOf(transcriptId)) ?? [];
  const at = inOrder.indexOf(transcriptId);
  const before = inOrder.slice(0, at).findLast((id) => failed.has(id));
  const after = inOrder.slice(at + 1).find((id) => failed.has(id));
  const place = (id: TranscriptId | undefined, which: 0 | -1) => {
    const own = (id === undefined ? undefined : failed.get(id))?.toSorted(inReadingOrder);
    const found = own?.at(which);
    return found === undefined ? null : findingPlace(found);
  };
  return {
    previous_finding: place(before, -1),
    next_finding: place(after, 0),
  };
}

const grouped = new WeakMap<readonly Failure[], ReadonlyMap<TranscriptId, readonly Failure[]>>();

/** Cached, because every conversation's page needs it. */
function failuresByTranscript(failures: readonly Failure[]): ReadonlyMap<TranscriptId, readonly Failure[]> {
  const found = grouped.get(failures) ?? Map.groupBy(failures, ({ transcriptId }) => transcriptId);
  grouped.set(failures, found);
  return found;
}

const ordered = new WeakMap<readonly SiteCard[], ReadonlyMap<string, readonly TranscriptId[]>>();

/** The conversations of each model in scan order; cached for the same reason. */
function transcriptsBySlug(cards: readonly SiteCard[]): ReadonlyMap<string, readonly TranscriptId[]> {
  const ids = () => cards.map(({ transcript_id }) => transcript_id);
  const found = ordered.get(cards) ?? Map.groupBy(ids(), slugOf);
  ordered.set(cards, found);
  return found;
}

function inReadingOrder(a: Failure, b: Failure): number {
  const turn = (failure: Failure) => failure.turn ?? Number.MAX_SAFE_INTEGER;
  return (
    turn(a) - turn(b) || compareSeverities(a.severity, b.severity) || compareCheckIds(a.checkId, b.checkId)
  );
}

function findingPlace({ transcriptId, checkId, turn }: Failure) {
  return { conversation: conversationKey(transcriptId), mode_id: checkId, turn };
}

/** Checks that were not asked, by cause: they may have had an opportunity. */
function unlookedIn(rows: readonly VerdictRow[]) {
  return [...Map.groupBy(rows, whyNotLooked)].flatMap(([why, alike]) =>
    why === null
      ? []
      : [
          {
            because: NOT_LOOKED_WORDS[why],
            checks: alike.map(({ mode_id }) => mode_id).sort(compareCheckIds),
          },
        ],
  );
}

const LANE_ORDER: readonly Verdict[] = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"];

/** Each eligible check's verdict on a conversation: failures first, most severe first. */
function verdictLanes(
  rows: readonly VerdictRow[],
  corpus: SiteCorpus,
  unapplied: UnappliedLabels["byVerdict"],
) {
  return rows
    .filter(({ eligible }) => eligible)
    .map((row) => laneOf(row, corpus, unapplied.get(verdictKey(row.transcript_id, row.mode_id)) ?? []))
    .sort(
      (a, b) =>
        LANE_ORDER.indexOf(a.verdict) - LANE_ORDER.indexOf(b.verdict) ||
        compareSeverities(a.severity, b.severity) ||
        compareCheckIds(a.mode_id, b.mode_id),
    );
}

function laneOf(row: VerdictRow, { scoring, checks }: SiteCorpus, unapplied: readonly PersonLabel[]) {
  const { details, evidence } = row;
  const { adjudication } = details;
  const all = [...details.votes, ...(adjudication?.votes ?? [])];
  const [place] = placesOfRow(row);
  const here = place?.decides === true ? [...place.first, ...place.second] : all;
  const winning = here.find(({ verdict }) => verdict === row.verdict);
  const check = checks.get(row.mode_id);
  const failsBy = check?.fails_by;
  const omission = row.verdict === "FAIL" ? omissionOf(row, failsBy) : null;
  return {
    mode_id: row.mode_id,
    dimension: row.primary_bucket,
    severity: row.severity,
    gate: isGate(row, scoring),
    verdict: row.verdict,
    confidence: row.confidence,
    /** The cause, in words, if the verdict differs from the verifier's. */
    because: whyWords(details),
    // People's reasons are shown with their names, and an overruled vote is no reason.
    rationale:
      details.people === undefined
        ? (omission === null ? evidence[0]?.rationale : "") || winning?.rationale || null
        : null,
    route: details.route,
    /** Place to show first: the first quote or window. */
    first_turn: evidence[0]?.turn ?? details.windows[0]?.first_turn ?? null,
    windows: details.windows,
    evidence,
    /**
     * The missing content, if the check failed by omission. Then the first evidence is the caregiver's, and the
     * assistant's words are harmless.
     */
    missing: omission?.missing ?? null,
    votes: details.votes.map((vote) => siteVote(vote, evidence)),
    ...oneVoteFails(check),
    /** The second judge's verdict on doubtful votes; null if it was not asked. */
    second_judge:
      adjudication === undefined
        ? null
        : {
            judge: adjudication.judge,
            votes: adjudication.votes.map((vote) => siteVote(vote, evidence)),
          },
    /** The people who decided instead of the judge; null if the judge decided. */
    people: siteDecision(details.people),
    /** Labels from reviews that are not applied yet: they change nothing here. */
    ...(unapplied.length === 0 ? {} : { unapplied }),
    adjudication_required: details.adjudication_required,
    /** True if judges or people disagree, or if a label quotes words that are not in the conversation. */
    contested: contestsOf(row, unapplied).length > 0,
  };
}

/** Set if one vote to fail is enough. */
export function oneVoteFails(check: Check | undefined): { readonly one_vote_fails?: true } {
  return check !== undefined && aggregationOf(check) === "any_fail" ? { one_vote_fails: true } : {};
}

function siteDecision(people: PeopleDecision | undefined) {
  if (people === undefined) return null;
  const { how, labels, judge } = people;
  // The judge's verdict before the decision.
  return { how, labels, judge: judge.verdict };
}

function siteVote(vote: Vote, shown: readonly EvidenceSpan[]) {
  // A failure by omission shows the cue before the quotes of the deciding vote.
  const quotes = new Set(shown.map((span) => JSON.stringify(span)));
  const isShown = vote.evidence.every((span) => quotes.has(JSON.stringify(span)));
  return {
    window: vote.window,
    repetition: vote.repetition,
    verdict: vote.verdict,
    void_cause: vote.void_cause ?? null,
    rationale: vote.rationale,
    missing_cue: vote.missing_cue ?? null,
    /** Empty if it equals the lane's own evidence. */
    evidence: isShown ? [] : vote.evidence,
    /** Whether it points at the lane's own words. */
    shares_words: isShown && vote.evidence.length > 0,
  };
}
