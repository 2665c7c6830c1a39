/**
 * Votes: how many are asked for, when to stop, and the resulting verdict. Imports no value of a schema:
 * `--help` lists the policies.
 */

import { assertNever } from "../kernel/errors.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type {
  CheckPolicy,
  RepetitionPolicy,
  Verdict,
  VerdictCause,
  VerdictRow,
  Vote,
} from "../schema/scan/verdict.ts";
import { isGate } from "./gates.ts";
import { placesOfRow } from "./vote-places.ts";

/** Values of the option. */
export const VOTE_POLICIES = [
  "fixed",
  "decided",
  "first_clear",
  "mixed",
] as const satisfies readonly RepetitionPolicy[];

export interface Decision {
  readonly verdict: Verdict;
  /** Winning votes / votes cast. */
  readonly confidence: number;
  readonly adjudicationRequired: boolean;
  readonly cause?: VerdictCause;
  /** For a FAIL of a check that tells grave from lesser failures. @default "grave" */
  readonly weight?: FailureWeight;
  /** Whether an undecided vote or window could make a lesser failure grave. */
  readonly mayBeGrave?: true;
}

export type FailureWeight = "grave" | "lesser";

/** A worse result of one window or vote outweighs better ones. */
const WORST_FIRST: readonly Verdict[] = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"];

/**
 * Decides a verdict from votes. A strict majority of the votes cast decides, void ones included; under
 * `any_fail` one FAIL is enough. A policy stops early only if the remaining votes could change nothing.
 */
export function decideVotes(cast: readonly Ballot[], aggregation: GateAggregation): Decision {
  const count = (verdict: Ballot) => cast.filter((ballot) => ballot === verdict).length;
  const share = (verdict: Ballot) => (cast.length === 0 ? 0 : count(verdict) / cast.length);

  if (aggregation === "any_fail" && count("FAIL") > 0) {
    return { verdict: "FAIL", confidence: share("FAIL"), adjudicationRequired: true };
  }
  const winner = WORST_FIRST.find((verdict) => count(verdict) > cast.length / 2);
  if (winner === "UNCLEAR") {
    return {
      verdict: winner,
      confidence: share(winner),
      adjudicationRequired: true,
      cause: "judged_unclear",
    };
  }
  if (winner !== undefined)
    return { verdict: winner, confidence: share(winner), adjudicationRequired: false };
  const cause = count(null) > cast.length / 2 ? "void_votes" : "split_vote";
  return { verdict: "UNCLEAR", confidence: 0, adjudicationRequired: true, cause };
}

/**
 * Weighs a failure by the votes that saw it: one grave vote is enough under `any_fail`, otherwise half of
 * them. `undefined` if no vote weighs it, as for a check that does not tell the two apart.
 */
export function weighFailure(
  votes: readonly Pick<Vote, "verdict" | "weight">[],
  aggregation: GateAggregation,
): FailureWeight | undefined {
  const failing = votes.filter((vote) => vote.verdict === "FAIL");
  if (!failing.some(({ weight }) => weight !== undefined)) return undefined;
  const grave = failing.filter(({ weight }) => weight !== "lesser").length;
  const enough = aggregation === "any_fail" ? 1 : failing.length / 2;
  return grave >= enough ? "grave" : "lesser";
}

/**
 * Whether another vote could make a lesser failure grave, so that it is worth asking although the verdict is
 * decided.
 */
export function wantsWeight(
  votes: readonly Pick<Vote, "verdict" | "weight">[],
  planned: number,
  policy: CheckPolicy,
  aggregation: GateAggregation,
): boolean {
  const left = planned - votes.length;
  if (policy !== "decided" || left <= 0 || weighFailure(votes, aggregation) !== "lesser") return false;
  const worst = Array.from({ length: left }, () => ({ verdict: "FAIL", weight: "grave" }) as const);
  return weighFailure([...votes, ...worst], aggregation) === "grave";
}

/** `null` is a void vote: it keeps its place in the denominator. */
export type Ballot = Verdict | null;
export type GateAggregation = "majority" | "any_fail";

export function aggregationOf(check: Check): GateAggregation {
  return check.routing.gate_aggregation ?? "majority";
}

/** Whether one more vote is worth asking for. Pure: the same votes give the same answer. */
export function wantsAnotherVote(
  cast: readonly Ballot[],
  planned: number,
  policy: CheckPolicy,
  aggregation: GateAggregation,
): boolean {
  if (cast.length >= planned) return false;
  switch (policy) {
    case "fixed":
      return true;
    case "first_clear":
      return cast[0] !== "PASS" && cast[0] !== "NOT_APPLICABLE";
    case "decided":
      return !isDecided(cast, planned, aggregation);
    default:
      return assertNever(policy);
  }
}

/** Whether the remaining votes could no longer change the result. */
function isDecided(cast: readonly Ballot[], planned: number, aggregation: GateAggregation): boolean {
  if (aggregation === "any_fail") return cast.includes("FAIL");
  const counts = new Map<Ballot, number>();
  for (const ballot of cast) counts.set(ballot, (counts.get(ballot) ?? 0) + 1);
  const needed = Math.floor(planned / 2) + 1;
  const left = planned - cast.length;
  if (WORST_FIRST.some((verdict) => (counts.get(verdict) ?? 0) >= needed)) return true;
  // No verdict can reach a majority any more: the outcome is UNCLEAR whatever the remaining votes are.
  return WORST_FIRST.every((verdict) => (counts.get(verdict) ?? 0) + left < needed);
}

/**
 * Votes that a policy asks for regardless of their results. Only these show how votes vary: a vote that
 * depends on whether the first two agree is no sample.
 */
export function votesAlwaysCast(planned: number, policy: CheckPolicy, aggregation: GateAggregation): number {
  if (policy === "fixed") return planned;
  if (policy === "first_clear" || aggregation === "any_fail") return Math.min(1, planned);
  return planned - Math.floor(planned / 2);
}

/** The votes of each window that has votes, in the order they were cast. */
export function ballotsByWindow({ details }: VerdictRow): readonly (readonly Ballot[])[] {
  const byWindow = Map.groupBy(details.votes, (vote) => vote.window);
  return [...byWindow.values()].map((votes) =>
    votes.toSorted((a, b) => a.repetition - b.repetition).map((vote) => vote.verdict),
  );
}

/** `mixed`: a check stops at a first clear answer only if it gates nothing and is known to be stable. */
export function policyForCheck(policy: RepetitionPolicy, check: Check, scoring: ScoringConfig): CheckPolicy {
  if (policy !== "mixed") return policy;
  const isKnownStable = scoring.stable_checks.includes(check.id);
  return isKnownStable && !isGate(check, scoring) ? "first_clear" : "decided";
}

/** The item whose verdict counts for all: the first of the worst, a grave failure before a lesser one. */
export function worstOf<
  Item extends { readonly verdict: Verdict; readonly weight?: FailureWeight | undefined },
>(items: readonly Item[]): Item | undefined {
  const grave = items.find(({ verdict, weight }) => verdict === "FAIL" && weight !== "lesser");
  if (grave !== undefined) return grave;
  for (const verdict of WORST_FIRST) {
    const found = items.find((item) => item.verdict === verdict);
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface VoteCount {
  readonly winning: number;
  readonly cast: number;
}

/**
 * The votes behind a verdict: those on the deciding place, whose quotes are shown. If no place decided,
 * because people did, those on the place with most votes for the verdict. A void vote keeps its place in the
 * denominator. `null` without votes.
 */
export function countVotes(row: VerdictRow): VoteCount | null {
  const places = placesOfRow(row);
  const deciding = places.find(({ decides }) => decides);
  const counts = (deciding === undefined ? places : [deciding])
    .filter(({ first }) => first.length > 0)
    .map(({ first }) => ({
      winning: first.filter(({ verdict }) => verdict === row.verdict).length,
      cast: first.length,
    }));
  const most = Math.max(...counts.map(({ winning }) => winning));
  return counts.find(({ winning }) => winning === most) ?? null;
}

/** Describes the vote: "3 of 3 votes to fail". */
export function describeVotes({
  votes_to_fail,
  votes_planned,
}: {
  readonly votes_to_fail: number;
  readonly votes_planned: number;
}): string {
  if (votes_planned === 0) return "decided without a judge";
  return `${votes_to_fail} of ${votes_planned} votes to fail`;
}
