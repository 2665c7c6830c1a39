import { OTHER_PLACES, placeName, placeOutcome, type VotePlace } from "../../../src/domain/vote-places.ts";
import type { Verdict } from "../../../src/schema/scan/verdict.ts";

/** One answer in a strip. */
export interface Voice {
  readonly key: string;
  /** Name before the mark, such as a person's; `null` if the position is enough. */
  readonly name: string | null;
  /** null is a void vote. */
  readonly verdict: Verdict | null;
  /** Text alternative that names the voice, for screen readers. */
  readonly words: string;
}

export interface Party {
  readonly title: string;
  readonly voices: readonly Voice[];
}

/** Answers of all voices on one place of a conversation. */
export interface Strip {
  /** Text alternative that names the strip, for screen readers. */
  readonly label: string;
  /** Place, if there are several. */
  readonly place: string | null;
  /** Outcome of a place that did not decide. */
  readonly outcome: string | null;
  readonly parties: readonly Party[];
  /** Reason why the place failed, if its votes do not show it. */
  readonly note: string | null;
}

/** Name of people whose answers are shown with a verdict but do not change it. */
export const NOT_APPLIED = "people, not yet applied";

/**
 * Returns a strip for each place, the deciding place first. People answer for the whole conversation: their answers
 * join the only place, or form a strip of their own.
 */
export function stripsOf(
  places: readonly VotePlace<Voice>[],
  { people, oneVoteFails }: { readonly people: readonly Party[]; readonly oneVoteFails: boolean },
): readonly Strip[] {
  const [only] = places;
  const whole = (parties: readonly Party[], note: string | null = null): Strip => ({
    label: "Who decided",
    place: null,
    outcome: null,
    parties,
    note,
  });
  if (only === undefined || places.length === 1) {
    const judges = only === undefined ? [NOBODY] : judgesOf(only);
    const note = only?.decides === true ? whyFailed(only, oneVoteFails) : null;
    return [whole([...judges, ...people], note)];
  }
  const ofPlace = (place: VotePlace<Voice>): Strip => {
    const name = placeName(place);
    const strip = { place: name, parties: judgesOf(place), note: whyFailed(place, oneVoteFails) };
    return place.decides
      ? { ...strip, label: "Who decided", outcome: null }
      : { ...strip, label: `${OTHER_PLACES}: ${name}`, outcome: placeOutcome(place) };
  };
  const strips = places.map(ofPlace);
  const deciding = strips.filter(({ outcome }) => outcome === null);
  const others = strips.filter(({ outcome }) => outcome !== null);
  return [...deciding, ...(people.length === 0 ? [] : [whole(people)]), ...others];
}

const NOBODY: Party = { title: "no judge was asked", voices: [] };

function judgesOf({ first, second }: VotePlace<Voice>): readonly Party[] {
  return [
    first.length === 0 ? NOBODY : { title: "first judge", voices: first },
    ...(second.length === 0 ? [] : [{ title: "second judge", voices: second }]),
  ];
}

interface Voted {
  readonly verdict: Verdict | null;
}

/** Explains why a place failed without a majority of votes to fail; `null` if there was one, or there were no votes. */
export function whyFailed(
  { verdict, first, second }: Pick<VotePlace<Voted>, "verdict" | "first" | "second">,
  oneVoteFails: boolean,
): string | null {
  const toFail = first.filter((vote) => vote.verdict === "FAIL").length;
  if (verdict !== "FAIL" || first.length === 0 || toFail > first.length / 2) return null;
  if (oneVoteFails && toFail > 0) return "One vote to fail is enough for this check.";
  return second.some((vote) => vote.verdict === "FAIL")
    ? "The votes were split, and the second judge decided."
    : null;
}
