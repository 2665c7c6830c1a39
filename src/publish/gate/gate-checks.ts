/** Limits how often a check named by the policy may fail, in the core or in a pack. */
import type { GateRule } from "../../schema/board/release-gate.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { BoardScan } from "../board-scan.ts";
import { findingOf, type GateSide } from "./gate-counts.ts";

/** Fails if there are more FAILs than allowed. Undecided verdicts, and a check that was never applicable, leave the rule undecided. */
export function failuresOfCheck(
  checkId: CheckId,
  { at_most: most }: { readonly at_most: number },
  {
    side,
    tallies,
    checks,
  }: {
    readonly side: GateSide;
    readonly tallies: BoardScan["tallies"];
    readonly checks: ReadonlyMap<CheckId, Check>;
  },
): GateRule {
  const counted = tallies.get(side.modelId)?.checks.get(checkId);
  const occasions = counted === undefined ? 0 : counted.passes + counted.failures;
  const kept = side.named.filter((verdict) => verdict.checkId === checkId);
  const failed = kept.filter(({ verdict }) => verdict === "FAIL");
  // For a check decided by words alone, finding none is an answer.
  const isByWords = checks.get(checkId)?.routing.llm_required === false;
  const open = kept.filter(
    ({ verdict }) => verdict !== "FAIL" && !(isByWords && verdict === "UNPROVEN"),
  ).length;
  const base = {
    rule: `checks.${checkId}`,
    findings: failed.map((failure) => findingOf(failure, checks)),
    more: null,
  };
  const seen = `${failed.length} of ${occasions} failed; at most ${most} allowed`;
  if (failed.length > most) return { ...base, outcome: "FAIL", message: seen };
  const reasons = [
    ...(checks.has(checkId) ? [] : ["the scan has no such check"]),
    ...(occasions === 0 ? ["nothing called for it"] : []),
    ...(open > 0 ? [`${open} were not decided`] : []),
    ...(side.incomplete > 0 ? [`${side.incomplete} conversations are incomplete`] : []),
  ];
  if (reasons.length > 0)
    return { ...base, outcome: "INCONCLUSIVE", message: `${seen}, but ${reasons.join(" and ")}` };
  return { ...base, outcome: "PASS", message: seen };
}
