import type { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import type { Coverage, Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

export interface Tally {
  readonly passes: number;
  readonly failures: number;
  readonly unclear: number;
  readonly notApplicable: number;
}

type Counted = Pick<VerdictRow, "eligible" | "verdict">;

const COUNTED = {
  FAIL: "failures",
  PASS: "passes",
  UNCLEAR: "unclear",
  NOT_APPLICABLE: "notApplicable",
} as const satisfies Readonly<Record<VerdictRow["verdict"], keyof Tally>>;

/** Weighted counts of the eligible rows. Ineligible rows count nowhere. */
export function tally<Row extends Counted>(
  rows: Iterable<Row>,
  weight: (row: Row) => number = () => 1,
): Tally {
  const counts = { passes: 0, failures: 0, unclear: 0, notApplicable: 0 };
  for (const row of rows) if (row.eligible) counts[COUNTED[row.verdict]] += weight(row);
  return counts;
}

/** passes / (passes + failures); UNCLEAR and NOT_APPLICABLE leave the denominator; nothing resolved is `null`. */
export function passRate({ passes, failures }: Pick<Tally, "passes" | "failures">): number | null {
  return passes + failures === 0 ? null : passes / (passes + failures);
}

export interface CheckTally extends Tally {
  /** Scenarios in which it was decided at least once. */
  readonly scenarios: number;
}

/** Counts verdicts per model and check as they pass by, so that a scan never holds all rows. */
export function createCheckTally() {
  const models = new Map<ModelId, Map<CheckId, Tally & { readonly decidedIn: Set<ScenarioId> }>>();
  return {
    /** A row of a complete conversation. */
    add(row: Counted & Pick<VerdictRow, "model_id" | "mode_id" | "scenario_id">): void {
      const checks = models.get(row.model_id) ?? new Map();
      models.set(row.model_id, checks);
      const before = checks.get(row.mode_id);
      const decidedIn = before?.decidedIn ?? new Set();
      if (row.eligible && (row.verdict === "PASS" || row.verdict === "FAIL")) decidedIn.add(row.scenario_id);
      checks.set(row.mode_id, { ...plus(before, tally([row])), decidedIn });
    },
    models: (): readonly ModelId[] => [...models.keys()],
    of: (model: ModelId): ReadonlyMap<CheckId, CheckTally> =>
      new Map(
        Array.from(models.get(model) ?? [], ([check, { decidedIn, ...counts }]) => [
          check,
          { ...counts, scenarios: decidedIn.size },
        ]),
      ),
  };
}

function plus(a: Tally | undefined, b: Tally): Tally {
  if (a === undefined) return b;
  return {
    passes: a.passes + b.passes,
    failures: a.failures + b.failures,
    unclear: a.unclear + b.unclear,
    notApplicable: a.notApplicable + b.notApplicable,
  };
}

/** What is not asked is not covered: a scan that asks less has no more of it. */
export function coverageOf(
  counts: Omit<Coverage, "rate" | "left_out"> & { readonly left_out: number },
): Coverage {
  const { left_out, ...asked } = counts;
  const calledFor = asked.eligible + left_out;
  return {
    ...asked,
    ...(left_out > 0 ? { left_out } : {}),
    rate: calledFor === 0 ? null : asked.resolved / calledFor,
  };
}

/** What was asked and what was decided, over several conversations. In one that was broken off all of it is open: what is lost covers nothing. */
export function sumCoverage(cards: readonly Pick<Scorecard, "coverage" | "complete">[]): Coverage {
  const covered = cards.map(({ coverage, complete }) => {
    const { eligible, left_out } = coverage;
    return complete ? coverage : { eligible, unclear: eligible, left_out };
  });
  const total = (field: Exclude<keyof Coverage, "rate">) =>
    covered.reduce((sum, counts: Partial<Coverage>) => sum + (counts[field] ?? 0), 0);
  return coverageOf({
    eligible: total("eligible"),
    resolved: total("resolved"),
    unclear: total("unclear"),
    not_applicable: total("not_applicable"),
    words_only: total("words_only"),
    left_out: total("left_out"),
  });
}

/** How many conversations have a first, second, third turn, and so on. */
export function conversationsByTurn(lengths: readonly number[], depth = Math.max(0, ...lengths)): number[] {
  return Array.from({ length: depth }, (_, index) => lengths.filter((length) => length > index).length);
}
