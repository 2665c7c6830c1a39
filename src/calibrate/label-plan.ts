/** Computes how many labels each check still needs before its rates may be claimed, and the people's time for them. */

import { LEAST_FOR_CLAIM, missingForClaim } from "../domain/claims.ts";
import { compareCheckIds, compareSeverities } from "../domain/dimensions.ts";
import type { CheckId, Severity } from "../schema/ids.ts";
import type { CheckCalibration } from "../schema/review/calibration-status.ts";
import { criticalZ } from "../stats/distributions.ts";
import { designStrata } from "./two-phase-design.ts";

export interface CheckLabelPlan {
  readonly check: CheckId;
  readonly severity: Severity;
  /** Whether a failure crosses a line. */
  readonly gate: boolean;
  /** Verdicts available for the draw; `null` without a scan. */
  readonly verdicts: number | null;
  /** Items with labels from two people, and how many of them are FAIL. */
  readonly labelled: number;
  readonly failures: number;
  /**
   * Items still to draw. With this many, enough are FAIL nine times in ten if the design's assumptions hold. If that is
   * out of reach, the minimum that is missing.
   */
  readonly items: number;
  /** Labels for these items: two people read each. */
  readonly labels: number;
  readonly hours: number;
  /** Expected FAILs among the items that the scans have; `null` if no scan shows them. */
  readonly expectedFailures: number | null;
  /** Whether the scans have enough verdicts, and enough FAILs among them; `null` without a scan. */
  readonly reachable: boolean | null;
  /** Requirements that more labels alone do not meet: agreement, recall, precision. */
  readonly alsoMissing: readonly string[];
}

export interface LabelPlan {
  readonly minutesPerLabel: number;
  readonly annotators: number;
  /** Gate checks first, then by severity. */
  readonly checks: readonly CheckLabelPlan[];
  readonly total: { readonly items: number; readonly labels: number; readonly hours: number };
}

interface PlannedCheck {
  readonly check: CheckId;
  readonly severity: Severity;
  readonly gate: boolean;
  /** Verdicts of each kind in the scans, by the names of `cellOf`; `null` without a scan. */
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

/** Returns the minimum draw if no scan shows how rare failures are. */
function leastDraw({ items, failures }: Lacking): Draw {
  return { items: Math.max(items, failures), verdicts: null, expectedFailures: null, reachable: null };
}

/** One-sided z value for 90%. */
const MARGIN = criticalZ(0.8);

/** Finds the smallest two-phase draw with enough items and FAILs; returns at least all verdicts if there is none. */
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
    // Items that these scans cannot supply still count as missing.
    items: reachable ? low : Math.max(low, lacking.items, lacking.failures),
    verdicts,
    expectedFailures: failuresIn(low).expected,
    reachable,
  };
}
