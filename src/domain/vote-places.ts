/** The place in a conversation of each vote, and the place that decided the verdict. */
import type { Verdict, VerdictRow, VerdictWindow } from "../schema/scan/verdict.ts";

interface Decided {
  readonly verdict: Verdict;
  readonly windows: readonly VerdictWindow[];
  /** For a FAIL: whether it crosses no line. @default false */
  readonly isLesser?: boolean | undefined;
}

interface PlacedVote {
  /** Index into the windows. */
  readonly window: number;
}

/** Kinds of dispute over a verdict, the weightiest first: people against the judge. */
export const CONTEST_KINDS = ["people", "second_judge", "autofail", "split_vote", "quote"] as const;
export type ContestKind = (typeof CONTEST_KINDS)[number];

/** A place of a conversation, with the judges' votes on it. */
export interface VotePlace<First, Second = First>
  extends Pick<VerdictWindow, "first_turn" | "last_turn" | "verdict" | "weight"> {
  /** Whether this place decides the verdict of the conversation. */
  readonly decides: boolean;
  readonly first: readonly First[];
  readonly second: readonly Second[];
}

/**
 * Groups votes by their place, the deciding place first. Votes on several places answer several questions, so
 * each place has its own tally. A search of all replies has no votes and is no place.
 */
export function votePlaces<First extends PlacedVote, Second extends PlacedVote = First>({
  first,
  second,
  ...decided
}: Decided & {
  readonly first: readonly First[];
  readonly second: readonly Second[];
}): readonly VotePlace<First, Second>[] {
  const deciding = decidingWindow(decided);
  return decided.windows
    .map(({ first_turn, last_turn, verdict, weight, sweep }, index) => ({
      first_turn,
      last_turn,
      verdict,
      weight,
      decides: index === deciding,
      first: first.filter(({ window }) => window === index),
      second: second.filter(({ window }) => window === index),
      sweep,
    }))
    .filter(({ sweep }) => sweep !== true)
    .map(({ sweep: _, ...place }) => place)
    .toSorted((a, b) => Number(b.decides) - Number(a.decides));
}

/** The judges' votes on a row, by place. */
export function placesOfRow({
  verdict,
  details,
}: Pick<VerdictRow, "verdict"> & {
  readonly details: Pick<VerdictRow["details"], "windows" | "votes" | "adjudication" | "lesser">;
}) {
  return votePlaces({
    verdict,
    windows: details.windows,
    isLesser: details.lesser !== undefined,
    first: details.votes,
    second: details.adjudication?.votes ?? [],
  });
}

/**
 * The first window with the verdict's outcome; for a failure the first one as grave as the verdict. -1 if
 * none has it: people decided otherwise, or a search failed.
 */
function decidingWindow({ verdict, windows, isLesser = false }: Decided): number {
  const ended = (window: VerdictWindow) => window.verdict === verdict && window.sweep !== true;
  const asGrave = windows.findIndex((window) => ended(window) && (window.weight === "lesser") === isLesser);
  return asGrave === -1 ? windows.findIndex(ended) : asGrave;
}

type Place = Pick<VerdictWindow, "first_turn" | "last_turn">;

/** Name of a place: "turn 4", "turns 2 to 5". */
export function placeName({ first_turn, last_turn }: Place): string {
  return first_turn === last_turn ? `turn ${first_turn}` : `turns ${first_turn} to ${last_turn}`;
}

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  PASS: "held",
  FAIL: "failed",
  UNCLEAR: "undecided",
  NOT_APPLICABLE: "did not apply",
};

/** Outcome of a place, in one word or two. */
export function placeOutcome({ verdict, weight }: Pick<VerdictWindow, "verdict" | "weight">): string {
  return `${OUTCOMES[verdict]}${weight === undefined ? "" : " (lesser)"}`;
}

/** Heading of the places that did not decide. */
export const OTHER_PLACES = "Looked here too";
