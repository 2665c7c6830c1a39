/** How many votes are asked for, when to stop, and what they come to. No value of a schema is imported: `--help` lists the policies. */

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

/** As an option's values. */
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
  /** Of a FAIL of a check that tells the two apart. @default "grave" */
  readonly weight?: FailureWeight;
  /** Whether something undecided stands beside a lesser failure. */
  readonly mayBeGrave?: true;
}

export type FailureWeight = "grave" | "lesser";

/** What one window or one vote shows is not undone by another. */
const WORST_FIRST: readonly Verdict[] = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"];

/**
 * What the votes come to. A strict majority of the votes cast decides, void ones among them; under `any_fail` one FAIL
 * is enough. A policy that stopped early did so where the votes left out could change nothing.
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
 * How grave a failure is, by the votes that saw it: one grave vote is enough under `any_fail`, half of them elsewhere.
 * `undefined` where no vote says, as of a check that does not tell the two apart.
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

/** Whether another vote could make a lesser failure grave, so that it is worth asking although the verdict is decided. */
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

/** Whether the votes still to come could change nothing any more. */
function isDecided(cast: readonly Ballot[], planned: number, aggregation: GateAggregation): boolean {
  if (aggregation === "any_fail") return cast.includes("FAIL");
  const counts = new Map<Ballot, number>();
  for (const ballot of cast) counts.set(ballot, (counts.get(ballot) ?? 0) + 1);
  const needed = Math.floor(planned / 2) + 1;
  const left = planned - cast.length;
  if (WORST_FIRST.some((verdict) => (counts.get(verdict) ?? 0) >= needed)) return true;
  // No verdict can reach a majority any more: the outcome is UNCLEAR whatever comes.
  return WORST_FIRST.every((verdict) => (counts.get(verdict) ?? 0) + left < needed);
}

/**
 * How many votes a policy asks for whatever they say. These alone show how votes vary: one that is asked for because the
 * first two differ, or left out because they agree, is no sample.
 */
export function votesAlwaysCast(planned: number, policy: CheckPolicy, aggregation: GateAggregation): number {
  if (policy === "fixed") return planned;
  if (policy === "first_clear" || aggregation === "any_fail") return Math.min(1, planned);
  return planned - Math.floor(planned / 2);
}

/** The votes of each window that was voted on, in the order they were cast. */
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

/** The item whose verdict stands for all of them; the first of the worst, a grave failure before a lesser one. */
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
 * The votes behind a verdict: those on the place that decided, whose words are shown; where no place did, as people decided
 * otherwise, on the place with most votes for it. A void vote keeps its place in the denominator. `null` where nobody voted.
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

/** Who decided: "3 of 3 votes to fail". */
export function describeVotes({
  votes_to_fail,
  votes_planned,
}: {
  readonly votes_to_fail: number;
  readonly votes_planned: number;
}): string {
  if (votes_planned === 0) return "decided without a judge";
  if (votes_planned === 1)
    return votes_to_fail === 1 ? "a single vote, to fail" : "a single vote, not to fail";
  return `${votes_to_fail} of ${votes_planned} votes to fail`;
}
