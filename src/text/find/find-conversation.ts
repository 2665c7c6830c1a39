import type { Ballot } from "../../domain/votes.ts";
import type { Conversation, VerdictLane } from "../../schema/site/site-conversation.ts";
import type { FindConversation, FindVerdict, FindVotes } from "../../schema/site/site-find.ts";

/**
 * A conversation as far as it can be searched, from the page that shows it. A mailed report holds each conversation once,
 * and its page makes this itself; everywhere else it is made beforehand.
 */
export function findConversation(conversation: Conversation): FindConversation {
  return {
    conversation: conversation.conversation,
    scenario_id: conversation.scenario_id,
    title: conversation.title,
    repeat: conversation.repeat,
    messages: conversation.turns.flatMap(({ turn, messages }) =>
      messages.map(({ role, content }) => ({ turn, role, content })),
    ),
    verdicts: conversation.lanes.filter(({ verdict }) => verdict !== "NOT_APPLICABLE").map(findVerdict),
  };
}

function findVerdict(lane: VerdictLane): FindVerdict {
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

function votesOf(ballots: readonly Ballot[]): FindVotes {
  const count = (wanted: Ballot) => ballots.filter((ballot) => ballot === wanted).length;
  return {
    fail: count("FAIL"),
    unclear: count("UNCLEAR"),
    pass: count("PASS"),
    not_applicable: count("NOT_APPLICABLE"),
    void: count(null),
  };
}
