import { assertNever } from "../kernel/assert-never.ts";
import type { CheckPolicy, Verdict } from "../schema/verdict.ts";

/** `null` is a void vote: it keeps its place in the denominator. */
export type Ballot = Verdict | null;
export type GateAggregation = "majority" | "any_fail";

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
  const verdicts: Verdict[] = ["PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE"];
  if (verdicts.some((verdict) => (counts.get(verdict) ?? 0) >= needed)) return true;
  // No verdict can reach a majority any more: the outcome is UNCLEAR whatever comes.
  return verdicts.every((verdict) => (counts.get(verdict) ?? 0) + left < needed);
}
