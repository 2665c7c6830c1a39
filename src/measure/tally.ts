import { type Decided, isOpen } from "../domain/gates.ts";
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

/** Weighted counts of the eligible rows. Ineligible rows are ignored. */
export function tally<Row extends Counted>(
  rows: Iterable<Row>,
  weight: (row: Row) => number = () => 1,
): Tally {
  const counts = { passes: 0, failures: 0, unclear: 0, notApplicable: 0 };
  for (const row of rows) if (row.eligible) counts[COUNTED[row.verdict]] += weight(row);
  return counts;
}

/**
 * passes / (passes + failures); UNCLEAR and NOT_APPLICABLE are not in the denominator; `null` if nothing is
 * decided.
 */
export function passRate({ passes, failures }: Pick<Tally, "passes" | "failures">): number | null {
  return passes + failures === 0 ? null : passes / (passes + failures);
}

/** The fields of a row that are counted. */
export type CountedRow = Decided &
  Pick<VerdictRow, "model_id" | "mode_id" | "scenario_id"> & {
    readonly details: Pick<VerdictRow["details"], "lesser">;
  };

export interface CheckTally extends Tally {
  /** Failures that cross no line. */
  readonly lesser: number;
  /** Scenarios in which it was decided at least once. */
  readonly scenarios: number;
  /** Undecided ones included: all conversations that called for the check, also those that broke off. */
  readonly withOpen: { readonly conversations: number; readonly open: number; readonly scenarios: number };
}

/** Counts verdicts per model and check as a stream, so that a scan never holds all rows. */
export function createCheckTally() {
  const models = new Map<ModelId, Map<CheckId, Growing>>();
  return {
    /** In a conversation that broke off nothing is decided, and every check that it called for is undecided. */
    add(row: CountedRow): void {
      const checks = models.get(row.model_id) ?? new Map<CheckId, Growing>();
      models.set(row.model_id, checks);
      const own = checks.get(row.mode_id) ?? nothingCounted();
      checks.set(row.mode_id, own);
      if (!row.eligible) return;
      if (row.details.cause !== "incomplete_transcript") own.counts[COUNTED[row.verdict]] += 1;
      if (row.verdict === "FAIL" && row.details.lesser !== undefined) own.lesser += 1;
      if (row.verdict === "NOT_APPLICABLE") return;
      if (row.verdict !== "UNCLEAR") own.decidedIn.add(row.scenario_id);
      own.calledIn.add(row.scenario_id);
      own.called += 1;
      if (isOpen(row)) own.open += 1;
    },
    models: (): readonly ModelId[] => [...models.keys()],
    of: (model: ModelId): ReadonlyMap<CheckId, CheckTally> =>
      new Map(
        Array.from(
          models.get(model) ?? [],
          ([check, { counts, lesser, decidedIn, calledIn, called, open }]) => [
            check,
            {
              ...counts,
              lesser,
              scenarios: decidedIn.size,
              withOpen: { conversations: called, open, scenarios: calledIn.size },
            },
          ],
        ),
      ),
  };
}

interface Growing {
  readonly counts: { -readonly [Count in keyof Tally]: Tally[Count] };
  readonly decidedIn: Set<ScenarioId>;
  readonly calledIn: Set<ScenarioId>;
  lesser: number;
  called: number;
  open: number;
}

function nothingCounted(): Growing {
  return {
    counts: { ...tally([]) },
    decidedIn: new Set(),
    calledIn: new Set(),
    lesser: 0,
    called: 0,
    open: 0,
  };
}

/** A check that is not asked is not covered: asking less does not raise the coverage. */
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

/**
 * Asked and decided checks over several conversations. In one that broke off all checks are undecided and not
 * covered.
 */
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
