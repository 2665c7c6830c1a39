import { formatProportion, formatQuantity } from "../../domain/number-words.ts";
import type { MergedReview } from "../../index.ts";
import { renderRows } from "../../report/render-table.ts";
import { shellQuote } from "../command-line.ts";
import { formatCoefficients } from "./label-calibration.ts";

interface Surroundings {
  /** First word of printed commands. */
  readonly program: string;
  /** Whether the labelled scan is in the results folder that a command uses by default. */
  readonly isScanHere: boolean;
  /** The location flags of printed commands. */
  readonly where: string;
  /** Largest width of a table. */
  readonly width: number;
}

/** @param batch the batch as typed */
export function renderMergedReview(merged: MergedReview, batch: string, here: Surroundings): string {
  const { labels, labelFile, adjudicated, adjudicatedFile, sampleFile, disagreements, undecided } = merged;
  return [
    ...merged.progress.map(
      ({ annotator, done, drafts, items }) =>
        `${annotator}: ${done} of ${formatQuantity(items, "item")}${drafts === 0 ? "" : `, ${drafts} unfinished`}`,
    ),
    "",
    ...renderAgreement(merged, here.width),
    "",
    `Disagreements: ${disagreements}, of which adjudicated: ${adjudicated}`,
    ...(undecided.length === 0 ? [] : [`Adjudicators differ on: ${undecided.join(", ")}`]),
    "",
    `Labels: ${labelFile} (${formatQuantity(labels, "label")})`,
    ...(adjudicatedFile === null
      ? []
      : [`        ${adjudicatedFile} (${formatQuantity(adjudicated, "decision")})`]),
    `Sample: ${sampleFile} (how the items were drawn)`,
    `Next:   ${renderNext(merged, batch, here)}`,
  ].join("\n");
}

function renderAgreement({ agreement, unshared }: MergedReview, width: number): readonly string[] {
  if (agreement === null) return ["No item has two labels yet, so there is no agreement to measure."];
  const axes = [...agreement.axes, { axis: "all axes", ...agreement.overall }];
  return [
    renderRows(
      axes.flatMap(({ axis, pairs }) => pairs.map((pair) => ({ axis, ...pair }))),
      [
        ["Axis", ({ axis }) => axis],
        ["Items", ({ agreed }) => String(agreed.n), "right"],
        ["Annotators", ({ annotators }) => annotators.join(" × ")],
        ["Agreed", ({ agreed }) => formatProportion(agreed)],
        ["Kappa", ({ kappa, ac1 }) => formatCoefficients(kappa, ac1)[0] ?? ""],
        ["AC1", ({ kappa, ac1 }) => formatCoefficients(kappa, ac1)[1] ?? ""],
      ],
      width,
    ),
    "",
    "Items: labelled by both. Agreed: with the 95% Wilson interval. Coefficients: 95% by a bootstrap over items.",
    ...(unshared.length === 0 ? [] : [`No item in common yet: ${unshared.join(", ")}`]),
  ];
}

/** Lists the next steps, as commands if there are any. */
function renderNext(merged: MergedReview, batch: string, here: Surroundings): string {
  const { program } = here;
  const { progress, agreement, disagreements, adjudicated, undecided } = merged;
  if (progress.length === 0) return `${program} review serve ${shellQuote(batch)} --annotators anna,ben`;
  const left = progress
    .filter(({ done, items }) => done < items)
    .map(({ annotator, done, items }) => `${annotator} has ${formatQuantity(items - done, "item")} left`);
  if (left.length > 0) return left.join(", ");
  if (agreement === null) return "a second annotator, who labels the same items";
  const open = disagreements - adjudicated - undecided.length;
  return open > 0 ? `${program} review adjudicate ${shellQuote(batch)}` : renderCalibrate(merged, here);
}

function renderCalibrate(merged: MergedReview, { program, isScanHere, where }: Surroundings): string {
  const { labelFile, adjudicatedFile, sampleFile, scan, twoPhase, chosen } = merged;
  const files = [labelFile, ...(adjudicatedFile === null ? [] : [adjudicatedFile])].map((file) =>
    shellQuote(file),
  );
  if (chosen) {
    const apply = `${program} review apply ${shellQuote(scan)} --labels ${files.join(",")}${where}`;
    return `${apply}\n        The verdicts were chosen by hand: their labels overrule them, and measure no judge.`;
  }
  return [
    `${program} calibrate labels ${files.join(" ")}`,
    twoPhase
      ? `        Add --scan ${shellQuote(scan)} --key ${shellQuote(sampleFile)} for the judge against them, and --corrected for its rates model by model.`
      : `        Add --scan ${shellQuote(scan)} for the judge against them, and --corrected --key ${shellQuote(sampleFile)} for its corrected rates.`,
    isScanHere
      ? `        Or let them stand in a new scan: ${program} review apply ${shellQuote(scan)} --labels ${files.join(",")}${where}`
      : `        Or let them stand in a new scan: review apply does, with --out for the results folder that has ${scan}.`,
  ].join("\n");
}
