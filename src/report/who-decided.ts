/** Voices on a verdict (first judge, second judge, people) and their disagreements. */

import {
  type ContestKind,
  OTHER_PLACES,
  placeName,
  placeOutcome,
  placesOfRow,
  type VotePlace,
} from "../domain/vote-places.ts";
import type { Ballot } from "../domain/votes.ts";
import type { Verdict, VerdictRow, Vote } from "../schema/scan/verdict.ts";

type Details = VerdictRow["details"];
type Decided = Pick<VerdictRow, "verdict"> & {
  readonly details: Pick<
    Details,
    "votes" | "windows" | "adjudication" | "people" | "cause" | "autofails" | "lesser"
  >;
};

/** The people's joint verdict. It is kept even if their FAIL became UNCLEAR because no label quotes the assistant. */
export function peopleSaid({ verdict, details }: Decided): Verdict | null {
  if (details.people === undefined) return null;
  return details.cause === "people_without_quote" ? "FAIL" : verdict;
}

/**
 * The kinds of dispute about a verdict; empty if all voices agree.
 * @param unapplied labels from reviews that are not applied yet
 */
export function contestsOf(
  row: Decided,
  unapplied: readonly { readonly label: Verdict }[] = [],
): readonly ContestKind[] {
  const { votes, adjudication, people, cause, autofails } = row.details;
  const said = peopleSaid(row);
  const kinds: ContestKind[] = [];
  // People who settle an undecided verdict contradict no one.
  const isContradicted =
    people === undefined
      ? row.verdict !== "UNCLEAR" && unapplied.some(({ label }) => label !== row.verdict)
      : people.judge.verdict !== "UNCLEAR" && said !== people.judge.verdict;
  if (isContradicted) kinds.push("people");
  if ((people?.judge.cause ?? cause) === "adjudicator_disagrees" || isOverruled(row.details))
    kinds.push("second_judge");
  // People who decide have already seen both verdicts.
  if (people === undefined && autofails !== undefined) kinds.push("autofail");
  if ([...Map.groupBy(votes, ({ window }) => window).values()].some(differ)) kinds.push("split_vote");
  const asked = [...votes, ...(adjudication?.votes ?? [])];
  if (asked.some(({ void_cause }) => void_cause === "unverified_quote")) kinds.push("quote");
  return kinds;
}

/** Whether the second judge's verdict differs from every vote of the first judge on the same place. */
function isOverruled({ votes, adjudication }: Pick<Details, "votes" | "adjudication">): boolean {
  return (adjudication?.votes ?? []).some(({ window, verdict }) => {
    const first = votes.filter((vote) => vote.window === window);
    return verdict !== null && first.length > 0 && first.every((vote) => vote.verdict !== verdict);
  });
}

/** A void vote has no verdict, and so differs from none. */
function differ(votes: readonly { readonly verdict: Ballot }[]): boolean {
  return new Set(votes.flatMap(({ verdict }) => verdict ?? [])).size > 1;
}

/**
 * All voices on one line: "first judge PASS, PASS, FAIL | second judge sim/judge PASS | people: anna FAIL, decided
 * FAIL". With several places the deciding one comes first: "turn 4: first judge FAIL; looked here too: turn 6: first
 * judge PASS (held)".
 */
export function describeWhoDecided(row: Decided): string {
  const { people } = row.details;
  const parts = [
    describePlaces(row),
    ...(people === undefined
      ? []
      : [
          `people: ${people.labels.map(({ annotator, label }) => `${annotator} ${label}`).join(", ")}, decided ${peopleSaid(row)}`,
        ]),
  ];
  return parts.join(" | ");
}

function describePlaces(row: Decided): string {
  const judge = row.details.adjudication?.judge ?? "";
  const voices = ({ first, second }: Pick<VotePlace<Vote>, "first" | "second">) =>
    [
      first.length === 0 ? "no vote of a judge" : `first judge ${listed(first)}`,
      ...(second.length === 0 ? [] : [`second judge ${judge} ${listed(second)}`]),
    ].join(" | ");
  const places = placesOfRow(row);
  const [only = { first: [], second: [] }] = places;
  if (places.length < 2) return voices(only);
  const deciding = places.filter(({ decides }) => decides);
  const others = places.filter(({ decides }) => !decides);
  const told = others.map((place) => `${placeName(place)}: ${voices(place)} (${placeOutcome(place)})`);
  return [
    ...deciding.map((place) => `${placeName(place)}: ${voices(place)}`),
    ...(deciding.length === 0 ? told : [`${OTHER_PLACES.toLowerCase()}: ${told.join("; ")}`]),
  ].join("; ");
}

function listed(votes: readonly { readonly verdict: Ballot }[]): string {
  return votes.map(({ verdict }) => verdict ?? "void").join(", ");
}
