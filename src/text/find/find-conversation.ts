import type { Ballot } from "../../domain/votes.ts";
import type { CheckId, ModelId, Role, ScenarioId, Severity } from "../../schema/ids.ts";
import type { EvidenceSpan, PeopleDecision, Verdict } from "../../schema/scan/verdict.ts";

/** All messages and verdicts of one assistant. */
export interface FindIndex {
  readonly scan: string;
  readonly model_id: ModelId;
  readonly slug: string;
  readonly conversations: readonly FindConversation[];
}
export type FindConversation = ReturnType<typeof findConversation>;
/** Searchable form of one check's verdict on one conversation. */
export type FindVerdict = ReturnType<typeof findVerdict>;
/** Counts of the first judge's votes, including void ones. */
export type FindVotes = ReturnType<typeof votesOf>;

/** Fields of a conversation's page that the search reads. */
interface ShownConversation {
  readonly conversation: string;
  readonly scenario_id: ScenarioId;
  readonly title: string;
  readonly repeat: number;
  readonly turns: readonly {
    readonly turn: number;
    readonly messages: readonly { readonly role: Role; readonly content: string }[];
  }[];
  readonly lanes: readonly ShownVerdict[];
}

interface ShownVerdict {
  readonly mode_id: CheckId;
  readonly severity: Severity;
  readonly verdict: Verdict;
  readonly rationale: string | null;
  readonly first_turn: number | null;
  readonly evidence: readonly EvidenceSpan[];
  readonly missing: string | null;
  readonly votes: readonly ShownVote[];
  readonly second_judge: { readonly votes: readonly ShownVote[] } | null;
  readonly people: { readonly labels: PeopleDecision["labels"] } | null;
  readonly contested: boolean;
}

interface ShownVote {
  readonly verdict: Ballot;
  readonly rationale: string;
}

/**
 * Makes a conversation searchable from the data of its page. In a mailed report the page runs this itself, so that it
 * holds each conversation once. Otherwise the index is built in advance.
 */
export function findConversation(conversation: ShownConversation) {
  return {
    conversation: conversation.conversation,
    scenario_id: conversation.scenario_id,
    title: conversation.title,
    repeat: conversation.repeat,
    /** Text as it was written. */
    messages: conversation.turns.flatMap(({ turn, messages }) =>
      messages.map(({ role, content }) => ({ turn, role, content })),
    ),
    verdicts: conversation.lanes.filter(({ verdict }) => verdict !== "NOT_APPLICABLE").map(findVerdict),
  };
}

function findVerdict(lane: ShownVerdict) {
  const { second_judge, people } = lane;
  const said = [
    lane.rationale ?? "",
    ...[...lane.votes, ...(second_judge?.votes ?? [])].map(({ rationale }) => rationale),
    ...(people?.labels ?? []).map(({ note }) => note ?? ""),
  ];
  return {
    mode_id: lane.mode_id,
    severity: lane.severity,
    verdict: lane.verdict,
    turn: lane.first_turn,
    quotes: lane.evidence.map(({ role, turn, quote, verification: { start, end } }) => ({
      role,
      turn,
      quote,
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
    })),
    missing: lane.missing,
    rationales: [...new Set(said)].filter((text) => text !== ""),
    votes: votesOf(lane.votes.map(({ verdict }) => verdict)),
    contested: lane.contested,
    label: people === null ? null : lane.verdict,
  };
}

function votesOf(ballots: readonly Ballot[]) {
  const count = (wanted: Ballot) => ballots.filter((ballot) => ballot === wanted).length;
  return {
    fail: count("FAIL"),
    unclear: count("UNCLEAR"),
    pass: count("PASS"),
    not_applicable: count("NOT_APPLICABLE"),
    void: count(null),
  };
}
