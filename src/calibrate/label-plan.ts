/** How many labels each check still lacks before its rates may be claimed, and how long that takes people. */

import { LEAST_FOR_CLAIM, missingForClaim } from "../domain/claims.ts";
import { compareCheckIds, compareSeverities } from "../domain/dimensions.ts";
import type { CheckId, Severity } from "../schema/ids.ts";
import type { CheckCalibration } from "../schema/review/calibration-status.ts";
import { criticalZ } from "../stats/distributions.ts";
import { designStrata } from "./two-phase-design.ts";

export interface CheckLabelPlan {
  readonly check: CheckId;
  readonly severity: Severity;
  /** Whether a failure of it is a line crossed. */
  readonly gate: boolean;
  /** Verdicts that could be drawn; `null` where no scan was named. */
  readonly verdicts: number | null;
  /** Items that two people labelled, and those of them that are FAIL. */
  readonly labelled: number;
  readonly failures: number;
  /**
   * Items to be drawn yet: with so many, enough of them are FAIL nine times in ten, if the design's assumptions hold. Where
   * that cannot be reached it is the least that is missing.
   */
  readonly items: number;
  /** Labels for them: two people read each. */
  readonly labels: number;
  readonly hours: number;
  /** FAILs that are expected among those of them that the scans have; `null` where no scan says what there is. */
  readonly expectedFailures: number | null;
  /** Whether the scans have so many verdicts, and FAILs enough among them. `null` where none was named. */
  readonly reachable: boolean | null;
  /** What more labels do not mend by themselves: agreement, recall, precision. */
  readonly alsoMissing: readonly string[];
}

export interface LabelPlan {
  readonly minutesPerLabel: number;
  readonly annotators: number;
  /** Gates first, then the gravest. */
  readonly checks: readonly CheckLabelPlan[];
  readonly total: { readonly items: number; readonly labels: number; readonly hours: number };
}

interface PlannedCheck {
  readonly check: CheckId;
  readonly severity: Severity;
  readonly gate: boolean;
  /** Verdicts of each kind in the scans, as `cellOf` names them; `null` where no scan was named. */
  readonly sizes: ReadonlyMap<string, number> | null;
  readonly calibration: CheckCalibration | undefined;
}

export function planLabels(checks: readonly PlannedCheck[], minutesPerLabel: number): LabelPlan {
  const { annotators } = LEAST_FOR_CLAIM;
  const rows = checks
    .map((check) => planCheck(check, minutesPerLabel))
    .toSorted(
      (a, b) =>
        Number(b.gate) - Number(a.gate) ||
        compareSeverities(a.severity, b.severity) ||
        compareCheckIds(a.check, b.check),
    );
  const sumOf = (count: (row: CheckLabelPlan) => number) => rows.reduce((sum, row) => sum + count(row), 0);
  return {
    minutesPerLabel,
    annotators,
    checks: rows,
    total: {
      items: sumOf(({ items }) => items),
      labels: sumOf(({ labels }) => labels),
      hours: sumOf(({ hours }) => hours),
    },
  };
}

function planCheck(planned: PlannedCheck, minutesPerLabel: number): CheckLabelPlan {
  const { check, severity, gate, sizes, calibration } = planned;
  const labelled = calibration?.items ?? 0;
  const failures = calibration?.failures ?? 0;
  const lacking = {
    items: Math.max(0, LEAST_FOR_CLAIM.items - labelled),
    failures: Math.max(0, LEAST_FOR_CLAIM.failures - failures),
  };
  const { items, ...draw } = sizes === null ? leastDraw(lacking) : drawFrom(sizes, lacking);
  const labels = items * LEAST_FOR_CLAIM.annotators;
  return {
    check,
    severity,
    gate,
    labelled,
    failures,
    items,
    labels,
    hours: (labels * minutesPerLabel) / 60,
    ...draw,
    alsoMissing:
      labelled === 0 ? [] : missingForClaim(calibration).filter((text) => !text.startsWith("labelled")),
  };
}

interface Lacking {
  readonly items: number;
  readonly failures: number;
}
type Draw = Pick<CheckLabelPlan, "items" | "verdicts" | "expectedFailures" | "reachable">;

/** What it takes at the very least, where no scan says how rare failures are. */
function leastDraw({ items, failures }: Lacking): Draw {
  return { items: Math.max(items, failures), verdicts: null, expectedFailures: null, reachable: null };
}

/** One-sided: nine times in ten. */
const MARGIN = criticalZ(0.8);

/** The smallest two-phase draw that has items and FAILs enough; at the least all verdicts where none is. */
function drawFrom(sizes: ReadonlyMap<string, number>, lacking: Lacking): Draw {
  const verdicts = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const failuresIn = (items: number) => {
    const strata = items === 0 ? [] : designStrata(sizes, items);
    const expected = strata.reduce((sum, { sample, assumed }) => sum + sample * assumed, 0);
    const spread = Math.sqrt(
      strata.reduce((sum, { sample, assumed }) => sum + sample * assumed * (1 - assumed), 0),
    );
    return { expected, likely: expected - MARGIN * spread };
  };
  const suffices = (items: number) => lacking.failures === 0 || failuresIn(items).likely >= lacking.failures;
  let [low, high] = [Math.min(lacking.items, verdicts), verdicts];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (suffices(middle)) high = middle;
    else low = middle + 1;
  }
  const reachable = verdicts >= lacking.items && suffices(low);
  return {
    // What cannot be drawn from these scans is missing all the same.
    items: reachable ? low : Math.max(low, lacking.items, lacking.failures),
    verdicts,
    expectedFailures: failuresIn(low).expected,
    reachable,
  };
}
