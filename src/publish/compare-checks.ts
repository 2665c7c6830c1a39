import type { CheckDifference, FlippedCheck } from "../schema/board/comparison.ts";
import type { Check } from "../schema/corpus/check.ts";
import { type CheckId, Severity } from "../schema/ids.ts";
import { benjaminiHochberg, mcNemarTest } from "../stats/significance-tests.ts";
import type { ResolvedVerdict } from "./verdict-index.ts";

export interface PairedVerdict {
  readonly first: ResolvedVerdict;
  readonly second: ResolvedVerdict;
}

/** Verdicts on the same check in the same scenario and repeat, resolved on both sides. */
export function pairVerdicts(
  first: ReadonlyMap<string, ResolvedVerdict>,
  second: ReadonlyMap<string, ResolvedVerdict>,
): readonly PairedVerdict[] {
  return [...first].flatMap(([place, mine]) => {
    const theirs = second.get(place);
    return theirs === undefined ? [] : [{ first: mine, second: theirs }];
  });
}

/** A screen over all checks. The unit is the scenario, failed where any repeat failed. */
export function compareChecks(
  pairs: readonly PairedVerdict[],
  checks: ReadonlyMap<CheckId, Check>,
): CheckDifference[] {
  const byCheck = Map.groupBy(pairs, ({ first }) => first.checkId);
  const rows = [...byCheck].map(([checkId, ofCheck]) => {
    const scenarios = [...Map.groupBy(ofCheck, ({ first }) => first.scenarioId).values()];
    const failed = (side: "first" | "second") =>
      scenarios.map((repeats) => repeats.some((pair) => pair[side].verdict === "FAIL"));
    const [mine, theirs] = [failed("first"), failed("second")];
    const only_first = mine.filter((failing, index) => failing && !theirs[index]).length;
    const only_second = theirs.filter((failing, index) => failing && !mine[index]).length;
    return {
      mode_id: checkId,
      flag: checks.get(checkId)?.flag ?? checkId,
      scenarios: scenarios.length,
      failed_first: mine.filter(Boolean).length,
      failed_second: theirs.filter(Boolean).length,
      only_first,
      only_second,
      p: mcNemarTest(only_first, only_second).exact,
    };
  });
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p));
  return rows.map((row, index) => ({ ...row, q: adjusted[index] ?? null }));
}

/** Checks with another verdict on either side, gravest first. */
export function flippedChecks(
  pairs: readonly PairedVerdict[],
  checks: ReadonlyMap<CheckId, Check>,
): FlippedCheck[] {
  const rank = (severity: Severity) => -Severity.options.indexOf(severity);
  return pairs
    .filter(({ first, second }) => first.verdict !== second.verdict)
    .map(({ first, second }) => ({
      scenario_id: first.scenarioId,
      repeat: first.repeat,
      mode_id: first.checkId,
      flag: checks.get(first.checkId)?.flag ?? first.checkId,
      severity: first.severity,
      first: sideOf(first),
      second: sideOf(second),
    }))
    .toSorted(
      (a, b) =>
        rank(a.severity) - rank(b.severity) || (a.mode_id < b.mode_id ? -1 : Number(a.mode_id > b.mode_id)),
    );
}

function sideOf({ verdict, rationale, quotes }: ResolvedVerdict): FlippedCheck["first"] {
  return { verdict, rationale, quotes };
}
