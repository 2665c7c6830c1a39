import { placeName, votePlaces } from "../../../../src/domain/vote-places.ts";
import type { SiteVote, VerdictLane } from "../../../../src/site/pages/build-conversation.ts";
import { NOT_APPLIED, type Party, type Strip, stripsOf, type Voice } from "../../parts/strips.ts";
import { personName } from "../../words/annotator-name.ts";
import { tallyVotes } from "../../words/describe-results.ts";

/** One answer about a verdict, with its reason. */
export interface Said extends Voice {
  readonly vote: SiteVote | null;
  readonly note: string;
}

/** All answers about a verdict: as strips by place, as a list, and counted by place. */
export interface SaidOfVerdict {
  readonly strips: readonly Strip[];
  readonly said: readonly Said[];
  readonly counted: string;
}

type SaidLane = Pick<
  VerdictLane,
  "verdict" | "windows" | "votes" | "second_judge" | "people" | "unapplied" | "one_vote_fails"
>;

export function saidOfVerdict(lane: SaidLane): SaidOfVerdict {
  const { second_judge, one_vote_fails } = lane;
  const places = votePlaces({
    ...lane,
    first: lane.votes.map((vote) => saidByVote(vote, lane, "vote")),
    second: (second_judge?.votes ?? []).map((vote) =>
      saidByVote(vote, lane, `second judge, ${second_judge?.judge}`),
    ),
  });
  const people = saidByPeople(lane);
  const several = places.length > 1;
  const counted = [
    ...places.flatMap((place) => [
      ...count(several ? placeName(place) : "", place.first),
      ...count(several ? `${placeName(place)}, second judge` : "second judge", place.second),
    ]),
    ...people.flatMap(({ title, counted }) => count(title, counted)),
  ];
  return {
    strips: stripsOf(places, { people, oneVoteFails: one_vote_fails === true }),
    said: [
      ...places.flatMap(({ first, second }) => [...first, ...second]),
      ...people.flatMap(({ voices }) => voices),
    ],
    counted: counted.join("; "),
  };
}

function count(title: string, votes: readonly Pick<Voice, "verdict">[]): readonly string[] {
  if (votes.length === 0) return [];
  return [title === "" ? tallyVotes(votes) : `${title}: ${tallyVotes(votes)}`];
}

function saidByVote(
  vote: SiteVote,
  { windows }: Pick<VerdictLane, "windows">,
  who: string,
): Said & { readonly window: number } {
  const seen = windows[vote.window];
  const where = seen === undefined || windows.length === 1 ? "" : ` on ${placeName(seen)}`;
  const isFirst = who === "vote";
  return {
    key: `${isFirst ? "first" : "second"} ${vote.window} ${vote.repetition}`,
    name: null,
    verdict: vote.verdict,
    words: `${isFirst ? `vote ${vote.repetition}` : who}${where}`,
    window: vote.window,
    vote,
    note: "",
  };
}

interface People extends Party {
  readonly voices: readonly Said[];
  /** Without the people's joint decision, which is no person's own answer. */
  readonly counted: readonly Said[];
}

function saidByPeople({ verdict, people, unapplied = [] }: SaidLane): readonly People[] {
  const labelled = (labels: typeof unapplied, key: string): readonly Said[] =>
    labels.map(({ annotator, label, note = "" }) => {
      const name = personName(annotator);
      return {
        key: `${key} ${annotator} ${label}`,
        name,
        words: name === annotator ? annotator : "adjudicator",
        verdict: label,
        vote: null,
        note,
      };
    });
  const applied = labelled(people?.labels ?? [], "person");
  const together: Said = {
    key: "people together",
    name: "decided",
    verdict,
    words: "people together",
    vote: null,
    note: "All who labelled it agree.",
  };
  const waiting = labelled(unapplied, "unapplied");
  return [
    ...(people === null
      ? []
      : [
          {
            title: "people",
            voices: people.how === "adjudicated" ? applied : [...applied, together],
            counted: applied,
          },
        ]),
    ...(waiting.length === 0 ? [] : [{ title: NOT_APPLIED, voices: waiting, counted: waiting }]),
  ];
}
