/** Labels of people: their agreement, the judge against them, and what may be claimed. */
import { formatQuantity } from "../../../domain/number-words.ts";
import { renderTable } from "../../../report/render-table.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { CommonFlags, ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import {
  type CalibratedLabels,
  renderAgreement,
  renderCorrected,
  renderJudgeAgreement,
  renderWeighed,
} from "../../render/label-calibration.ts";
import { inSnakeCase } from "../../speak-flags.ts";

interface LabelsFlags extends ReadFlags {
  readonly scan?: string;
  readonly corrected: boolean;
  readonly key?: string;
  readonly validation?: readonly string[];
  readonly validationScan?: string;
  readonly validationKey?: string;
  readonly writeJudged?: string;
}

export async function runCalibrateLabels(
  this: CliContext,
  flags: LabelsFlags,
  ...files: readonly string[]
): Promise<void> {
  const calibration = await openBench(this, flags).calibrate.labels(files, flags);
  if (flags.json) printJson(this, inSnakeCase(calibration));
  else print(this, renderCalibratedLabels(calibration, this.width));
}

function renderCalibratedLabels(calibration: CalibratedLabels, width: number): string {
  const { annotators, axes, overall, decided, judge, weighed, corrected } = calibration;
  const names = annotators.map(
    ({ annotator, labels }) => `${annotator} (${formatQuantity(labels, "label")})`,
  );
  return [
    renderAgreement(calibration, width),
    `${formatQuantity(overall.items, "item")} on ${formatQuantity(axes.length, "axis", "axes")}, labelled by ${names.join(", ")}.`,
    ...(decided === 0
      ? []
      : [`${formatQuantity(decided, "item")} decided by adjudication: in no agreement between annotators.`]),
    ...(judge === undefined ? [] : ["", renderJudgeAgreement(judge, decided, width)]),
    ...(weighed === undefined ? [] : ["", renderWeighed(weighed, width)]),
    ...(corrected === undefined ? [] : ["", renderCorrected(corrected, width)]),
  ].join("\n");
}

const CLAIM_COLUMNS = [{ title: "Check" }, { title: "Claim-ready" }, { title: "Missing" }] as const;

export async function runCalibrateStatus(this: CliContext, flags: CommonFlags): Promise<void> {
  const report = await openBench(this, flags).calibrate.claims();
  if (flags.json) {
    printJson(this, inSnakeCase(report));
    return;
  }
  const ready = report.checks.filter(({ claimReady }) => claimReady).length;
  const rows = report.checks.map(({ check, claimReady, missing }) => [
    check,
    claimReady ? "yes" : "no",
    missing.join("; "),
  ]);
  print(
    this,
    [
      renderTable(CLAIM_COLUMNS, rows, this.width),
      "",
      `${ready} of ${report.checks.length} checks may be claimed. Judge: ${report.judge ?? "none was measured"}. Only people's labels count.`,
    ].join("\n"),
  );
}
