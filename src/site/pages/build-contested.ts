import { compareCheckIds, compareSeverities } from "../../domain/dimensions.ts";
import { omissionOf } from "../../domain/evidence.ts";
import { isGate } from "../../domain/gates.ts";
import { conversationKey, verdictKey } from "../../domain/keys.ts";
import { findCriterion } from "../../domain/rubric.ts";
import { shorten } from "../../domain/visible-text.ts";
import {
  CONTEST_KINDS,
  type ContestKind,
  placeName,
  placesOfRow,
  type VotePlace,
} from "../../domain/vote-places.ts";
import { compareText } from "../../kernel/order.ts";
import { contestsOf, peopleSaid } from "../../report/who-decided.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { Verdict, VerdictRow, Vote } from "../../schema/scan/verdict.ts";
import { isListed } from "../briefs.ts";
import type { ScanFacts } from "../scan-facts.ts";
import type { PersonLabel, SiteCorpus, SiteScan } from "../site-ports.ts";
import { oneVoteFails } from "./build-conversation.ts";

export type ContestedPage = Awaited<ReturnType<typeof buildContested>>;
/** One contested verdict. */
export type ContestedVerdict = ReturnType<typeof describeRow>;

/** More than people review in one session, and a mailed report has no room for more. */
const MOST_LISTED = 1000;
const LONGEST_TEXT = 600;

/** Every contested verdict of a scan, as a work list, most severe first. */
export async function buildContested(
  { facts, readRows, readLabels }: Pick<SiteScan, "facts" | "readRows" | "readLabels">,
  corpus: SiteCorpus,
) {
  const counts = { people: 0, second_judge: 0, autofail: 0, split_vote: 0, quote: 0 } satisfies Record<
    ContestKind,
    number
  >;
  const rows: ContestedVerdict[] = [];
  const labels = await readLabels?.();
  let byLabelsAlone = 0;
  let verdicts = 0;
  let contested = 0;
  for (const { transcript_id } of facts.scorecards) {
    for (const row of await readRows(transcript_id)) {
      if (!row.eligible) continue;
      verdicts += 1;
      const unapplied = labels?.byVerdict.get(verdictKey(transcript_id, row.mode_id)) ?? [];
      const kinds = contestsOf(row, unapplied);
      if (kinds.length === 0) continue;
      contested += 1;
      if (contestsOf(row).length === 0) byLabelsAlone += 1;
      for (const kind of kinds) counts[kind] += 1;
      if (isListed(facts, transcript_id)) rows.push(describeRow(row, kinds, unapplied, facts, corpus));
    }
  }
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    /** Number of verdicts of eligible checks that were examined. */
    verdicts,
    contested,
    /** A verdict may count in several kinds. */
    counts,
    ...(labels === undefined || labels.byVerdict.size + labels.unreadable.length === 0
      ? {}
      : { unapplied: { verdicts: byLabelsAlone, unreadable: labels.unreadable } }),
    /** If people decided in this scan: the labelled scan, from which batches are drawn. */
    source_scan: facts.plan.people?.scan_id ?? null,
    rows: rows.sort(gravestFirst).slice(0, MOST_LISTED),
  };
}

function describeRow(
  row: VerdictRow,
  kinds: readonly ContestKind[],
  unapplied: readonly PersonLabel[],
  facts: ScanFacts,
  corpus: SiteCorpus,
) {
  const { transcript_id, mode_id, model_id, scenario_id, severity, verdict, details, evidence } = row;
  const { votes, adjudication, people, windows } = details;
  const places = placesOfRow(row);
  const scenario = corpus.scenarios.get(scenario_id);
  const against = dissentOf(row, kinds, unapplied, scenario);
  const asked = [...votes, ...(adjudication?.votes ?? [])];
  const accusing = asked.find((vote) => vote.verdict === "FAIL");
  // For an undecided verdict, quotes the words that a vote or a person calls a failure.
  const quoted = [...evidence, ...(against?.vote?.evidence ?? []), ...(accusing?.evidence ?? [])].find(
    ({ role }) => role === "assistant",
  );
  const omission = verdict === "FAIL" ? omissionOf(row, corpus.checks.get(mode_id)?.fails_by) : null;
  const ordered = places.flatMap(({ first }) => first);
  const reason = ordered.find((vote) => vote.verdict === verdict && vote.rationale !== "");
  return {
    /** Its name in labels and disputes. */
    item: verdictKey(transcript_id, mode_id),
    scan: facts.homes?.get(model_id) ?? facts.scan,
    conversation: conversationKey(transcript_id),
    model_id,
    title: scenario?.title ?? scenario_id,
    mode_id,
    severity,
    gate: isGate(row, corpus.scoring),
    verdict,
    turn: quoted?.turn ?? windows[0]?.first_turn ?? null,
    kinds,
    places: places.map((place) => ({
      ...place,
      first: place.first.map((vote) => vote.verdict),
      second: place.second.map((vote) => vote.verdict),
    })),
    second_judge: adjudication?.judge ?? null,
    ...oneVoteFails(corpus.checks.get(mode_id)),
    people:
      people === undefined
        ? null
        : {
            labels: people.labels.map(({ annotator, label }) => ({ annotator, label })),
            decided: peopleSaid(row) ?? verdict,
          },
    ...(unapplied.length === 0
      ? {}
      : { unapplied: unapplied.map(({ annotator, label }) => ({ annotator, label })) }),
    words: quoted === undefined || quoted.quote === "" ? null : shorten(quoted.quote, LONGEST_TEXT),
    /** The reason for the current verdict. */
    reason:
      shorten(
        omission?.missing ||
          reason?.rationale ||
          evidence[0]?.rationale ||
          accusing?.missing_cue ||
          accusing?.rationale ||
          "",
        LONGEST_TEXT,
      ) || null,
    against: against && {
      by: against.by,
      verdict: against.verdict,
      reason: shorten(against.reason, LONGEST_TEXT),
    },
    /** Whether people can label it. */
    labellable: details.cause !== "incomplete_transcript" && windows.length > 0,
  };
}

interface Dissent {
  readonly by: string;
  readonly verdict: Verdict | null;
  readonly reason: string;
  readonly vote?: Vote;
}

/** The voice against the current verdict: the overruled judge, the second judge, or a vote. */
function dissentOf(
  row: VerdictRow,
  kinds: readonly ContestKind[],
  unapplied: readonly PersonLabel[],
  scenario: Scenario | undefined,
): Dissent | null {
  const { votes, adjudication, people, autofails = [] } = row.details;
  const ofVote = (by: string, vote: Vote): Dissent => ({
    by,
    verdict: vote.verdict,
    reason: vote.rationale,
    vote,
  });
  if (kinds.includes("people") && people !== undefined) {
    const vote = votes.find(({ verdict }) => verdict === people.judge.verdict);
    return { by: "the judge", verdict: people.judge.verdict, reason: vote?.rationale ?? "" };
  }
  const person = unapplied.find(({ label }) => label !== row.verdict);
  if (kinds.includes("people") && person !== undefined)
    return { by: `${person.annotator}, not applied`, verdict: person.label, reason: person.note ?? "" };
  const places = placesOfRow(row);
  const name = (place: VotePlace<Vote>) => (places.length === 1 ? "" : ` on ${placeName(place)}`);
  // A vote contradicts only the verdict of its own place.
  for (const place of kinds.includes("second_judge") ? places : []) {
    const second = place.second.find(({ verdict }) => verdict !== null && verdict !== row.verdict);
    const isAlone = place.first.every(({ verdict }) => verdict !== second?.verdict);
    if (adjudication !== undefined && second !== undefined && (isAlone || place.decides))
      return ofVote(`second judge, ${adjudication.judge}${name(place)}`, second);
  }
  if (kinds.includes("autofail")) {
    const questions = autofails.flatMap((id) => (scenario && findCriterion(scenario, id)?.question) ?? []);
    const reason = questions.length === 0 ? autofails.join(", ") : `Yes: ${questions.join(" ")}`;
    return { by: "the author’s criterion", verdict: null, reason };
  }
  for (const place of kinds.includes("split_vote") ? places : []) {
    const split = place.first.find(({ verdict }) => verdict !== null && verdict !== place.verdict);
    if (split !== undefined) return ofVote(`vote ${split.repetition}${name(place)}`, split);
  }
  for (const place of places) {
    const torn = place.first.find(({ void_cause }) => void_cause === "unverified_quote");
    if (torn !== undefined) return ofVote(`vote ${torn.repetition}${name(place)}`, torn);
  }
  return null;
}

/** Most severe first; among equals, the one contradicted by a weightier voice. */
function gravestFirst(a: ContestedVerdict, b: ContestedVerdict): number {
  const weight = ({ kinds: [first = "quote"] }: ContestedVerdict) => CONTEST_KINDS.indexOf(first);
  return (
    Number(b.gate) - Number(a.gate) ||
    compareSeverities(a.severity, b.severity) ||
    weight(a) - weight(b) ||
    compareCheckIds(a.mode_id, b.mode_id) ||
    compareText(a.item, b.item)
  );
}
