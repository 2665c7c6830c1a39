/** Renders labels of people: their agreement, the judge's agreement with them, and the checks that may be claimed. */
import { formatQuantity } from "../../../domain/number-words.ts";
import type { ClaimReport } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";
import {
  type CalibratedLabels,
  renderAgreement,
  renderCorrected,
  renderJudgeAgreement,
  renderWeighed,
} from "../label-calibration.ts";

export function renderCalibratedLabels(calibration: CalibratedLabels, width: number): string {
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

export function renderClaims({ checks, judge }: ClaimReport, width: number): string {
  const ready = checks.filter(({ claimReady }) => claimReady).length;
  const rows = checks.map(({ check, claimReady, missing }) => [
    check,
    claimReady ? "yes" : "no",
    missing.join("; "),
  ]);
  return [
    renderTable(CLAIM_COLUMNS, rows, width),
    "",
    `${ready} of ${checks.length} checks may be claimed. Judge: ${judge ?? "none was measured"}. Only people's labels count.`,
  ].join("\n");
}
