import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import {
  type LabelCalibration,
  renderAgreement,
  renderCorrected,
  renderJudgeAgreement,
} from "../../render/label-calibration.ts";

interface LabelsFlags extends ReadFlags {
  readonly scan?: string;
  readonly corrected: boolean;
  readonly key?: string;
  readonly validation?: readonly string[];
  readonly validationScan?: string;
  readonly validationKey?: string;
  readonly writeJudged?: string;
}

export async function calibrateLabels(
  this: BenchContext,
  flags: LabelsFlags,
  ...files: readonly string[]
): Promise<void> {
  const calibration = await openBench(this, flags).calibrateLabels(files, flags);
  if (flags.json) printJson(this, calibration);
  else print(this, render(calibration));
}

function render(calibration: LabelCalibration): string {
  const { annotators, axes, overall, decided, judge, corrected } = calibration;
  const names = annotators.map(
    ({ annotator, labels }) => `${annotator} (${formatQuantity(labels, "label")})`,
  );
  return [
    renderAgreement(calibration),
    `${formatQuantity(overall.items, "item")} on ${formatQuantity(axes.length, "axis", "axes")}, labelled by ${names.join(", ")}.`,
    ...(decided === 0
      ? []
      : [`${formatQuantity(decided, "item")} decided by adjudication: in no agreement between annotators.`]),
    ...(judge === undefined ? [] : ["", renderJudgeAgreement(judge, decided)]),
    ...(corrected === undefined ? [] : ["", renderCorrected(corrected)]),
  ].join("\n");
}
