import type { LabelledItem } from "../../calibrate/collect-labels.ts";
import { type LabelPlan, planLabels } from "../../calibrate/label-plan.ts";
import { measureCheck } from "../../calibrate/measure-check.ts";
import { cellOf } from "../../calibrate/two-phase-design.ts";
import { isGate } from "../../domain/gates.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { CheckCalibration } from "../../schema/review/calibration-status.ts";
import type { Verdict } from "../../schema/scan/verdict.ts";
import { readCalibration } from "../../store/read-calibration.ts";
import type { BenchContext } from "../bench-context.ts";
import { type LabellableScan, readLabelFiles, readLabellableScan, readSamplingKey } from "./labels.ts";

/** An estimate, not a measurement: reading a window and its rule, deciding, and marking the words. */
const DEFAULT_MINUTES_PER_LABEL = 3;

export interface LabelPlanOptions {
  /** Label files so far; each annotator counts as a person who worked alone. @default what the corpus counts as labelled */
  readonly labels?: readonly string[];
  /** Sampling key of those labels. Without it, the judge's recall and precision are unknown. */
  readonly key?: string;
  /** @default 3 */
  readonly minutesPerLabel?: number;
}

/** Plans the labels and people's hours each check lacks before its rates may be claimed. Asks no model. */
export async function planMoreLabels(
  context: BenchContext,
  paths: readonly string[] = [],
  options: LabelPlanOptions = {},
): Promise<LabelPlan> {
  const { checks, scoring } = await context.corpus();
  const scans: LabellableScan[] = [];
  for (const path of paths) scans.push(await readLabellableScan(context, path));
  const sizes = paths.length === 0 ? null : sizesOf(scans);
  const calibrations = await measuredSoFar(context, [...checks.keys()], scans, options);
  return planLabels(
    [...checks.values()].map((check) => ({
      check: check.id,
      severity: check.severity,
      gate: isGate(check, scoring),
      sizes: sizes === null ? null : (sizes.get(check.id) ?? new Map()),
      calibration: calibrations.get(check.id),
    })),
    options.minutesPerLabel ?? DEFAULT_MINUTES_PER_LABEL,
  );
}

/** Counts the verdicts of each kind, for each check. */
function sizesOf(scans: readonly LabellableScan[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byCheck = Map.groupBy(
    scans.flatMap(({ labellable }) => labellable),
    ({ axis }) => axis,
  );
  return new Map(
    [...byCheck].map(([axis, verdicts]) => {
      const cells = Map.groupBy(verdicts, ({ verdict, signals = [] }) => cellOf(verdict, signals));
      return [axis, new Map([...cells].map(([cell, members]) => [cell, members.length]))];
    }),
  );
}

async function measuredSoFar(
  context: BenchContext,
  checks: readonly CheckId[],
  scans: readonly LabellableScan[],
  options: LabelPlanOptions,
): Promise<ReadonlyMap<CheckId, CheckCalibration | undefined>> {
  if (options.labels === undefined) {
    const status = await readCalibration(context.corpusRoot);
    return new Map(checks.map((check) => [check, status?.checks[check]]));
  }
  const labels = await readLabelFiles(options.labels);
  const input = {
    people: new Set(labels.flatMap((item: LabelledItem) => [...item.labels.keys()])),
    decisionsCount: true,
    judge: scans[0]?.judge ?? null,
    verdicts: new Map<string, Verdict>(scans.flatMap(({ verdicts }) => [...verdicts])),
    key: await readSamplingKey(options.key),
  };
  return new Map(
    checks.map((check) => [
      check,
      measureCheck(
        labels.filter(({ axis }) => axis === check),
        input,
      ),
    ]),
  );
}
