import {
  formatCount,
  formatProportion,
  formatRate,
  formatRateInterval,
  formatScore,
  formatScoreInterval,
} from "../../domain/number-words.ts";
import type { Bench } from "../../index.ts";
import { renderRows, renderTable } from "../../report/render-table.ts";
import type { Interval } from "../../schema/scan/estimates.ts";

export type CalibratedLabels = Awaited<ReturnType<Bench["calibrate"]["labels"]>>;

const AGREEMENT_COLUMNS = [
  { title: "Axis" },
  { title: "Items", align: "right" },
  { title: "Annotators" },
  { title: "Agreed" },
  { title: "Kappa" },
  { title: "AC1" },
  { title: "Alpha" },
  { title: "Labels" },
] as const;

/** Renders each pair's row, and a total for more than two annotators. */
export function renderAgreement({ axes, overall, annotators }: CalibratedLabels, width: number): string {
  const rows = [...axes, { axis: "all axes", ...overall }].flatMap((on) => {
    const prevalence = on.prevalence
      .map(({ label, given }) => `${label} ${formatRate(given.rate)}`)
      .join(", ");
    const { kappa, ac1, alpha } = on.all;
    const start = [on.axis, String(on.items)];
    const isOnly = on.pairs.length === 1;
    const pairs = on.pairs.map((pair) => [
      ...start,
      pair.annotators.join(" × "),
      formatProportion(pair.agreed),
      ...formatCoefficients(pair.kappa, pair.ac1, ...(isOnly ? [alpha] : [])),
      ...(isOnly ? [prevalence] : []),
    ]);
    if (isOnly) return pairs;
    const all = [...start, "all", formatProportion(on.unanimous)];
    return [...pairs, [...all, ...formatCoefficients(kappa, ac1, alpha), prevalence]];
  });
  return [
    renderTable(AGREEMENT_COLUMNS, rows, width),
    "",
    "Agreed: with the 95% Wilson interval. Coefficients: 95% by a bootstrap over items. All axes: in one table, as if they were one question.",
    ...(annotators.length > 2
      ? [
          "All annotators: items on which everyone agrees who labelled them; kappa is Fleiss', and alpha takes missing labels as they are.",
        ]
      : []),
  ].join("\n");
}

/** @param decided items that an adjudicator decided */
export function renderJudgeAgreement(
  judge: NonNullable<CalibratedLabels["judge"]>,
  decided: number,
  width: number,
): string {
  const table = renderRows(
    [...judge.axes, { axis: "all axes", ...judge.overall }],
    [
      ["Axis", (on) => on.axis],
      ["Items", (on) => String(on.items), "right"],
      ["Precision of FAIL", (on) => formatProportion(on.precision)],
      ["Recall of FAIL", (on) => formatProportion(on.recall)],
      ["UNCLEAR", (on) => formatCount(on.unclear.k, on.unclear.n), "right"],
      ["Kappa", (on) => formatCoefficients(on.kappa).join("")],
      ["People → judge", (on) => renderMatrix(on.matrix)],
      ["Tied", (on) => String(on.unresolved), "right"],
      ["Not in scan", (on) => String(on.notInScan), "right"],
    ],
    width,
  );
  return [
    `The verdicts of ${judge.judge ?? "word lists"} against what most annotators say${decided === 0 ? "" : ", or an adjudicator decided"}`,
    table,
    "Item by item, as they were drawn: among verdicts that were chosen by their outcome recall is too high. --key weighs them.",
  ].join("\n");
}

const WEIGHED_COLUMNS = [
  { title: "Check" },
  { title: "Labelled", align: "right" },
  { title: "FAIL", align: "right" },
  { title: "Open", align: "right" },
  { title: "Rate of FAIL" },
  { title: "Precision" },
  { title: "Recall" },
  { title: "Specificity" },
  { title: "Kappa" },
] as const;

export function renderWeighed(weighed: NonNullable<CalibratedLabels["weighed"]>, width: number): string {
  const rows = weighed.map(({ axis, value, reason }) => {
    if (value === null) return [axis, `refused: ${reason}`];
    const rates = [value.rate, value.precision, value.recall, value.specificity].map((rate) =>
      rate.value === null
        ? `undefined (${rate.reason})`
        : `${formatRate(rate.value)} (${formatRateInterval(rate.interval)})`,
    );
    return [
      axis,
      `${value.labelled}/${value.verdicts}`,
      String(value.failures),
      String(value.open),
      ...rates,
      ...formatCoefficients(value.kappa),
    ];
  });
  return [
    "The judge against people over all verdicts of a check, each label weighed by its stratum, 95% intervals",
    renderTable(WEIGHED_COLUMNS, rows, width),
    "Open: people are divided or unclear; half of them are counted as FAIL, and the interval goes from none to all. Kappa: of FAIL against everything else.",
  ].join("\n");
}

/** Lists only pairs that occurred: "FAIL→FAIL 9, FAIL→PASS 1". */
export function renderMatrix(matrix: Readonly<Record<string, Readonly<Record<string, number>>>>): string {
  return Object.entries(matrix)
    .flatMap(([expected, row]) =>
      Object.entries(row).flatMap(([judged, count]) =>
        count === 0 ? [] : [`${expected}→${judged} ${count}`],
      ),
    )
    .join(", ");
}

export function renderCorrected(
  corrected: NonNullable<CalibratedLabels["corrected"]>,
  width: number,
): string {
  const isWeighed = corrected.some(({ weighed }) => weighed !== undefined);
  const table = renderRows(
    corrected,
    [
      ["Check", (row) => row.axis],
      ["Model", (row) => row.model_id],
      ["As judged", (row) => formatProportion(row.flagged)],
      ["Rogan-Gladen", (row) => formatCorrected(row.roganGladen)],
      ["PPI++", (row) => formatCorrected(row.predictionPowered)],
      isWeighed && ["Weighed", ({ weighed }) => (weighed === undefined ? "" : formatWeighed(weighed))],
    ],
    width,
  );
  return [
    "Failure rates with the judge's errors taken out, 95% intervals",
    table,
    "Rogan-Gladen takes the judge's errors from the validation set, whose items must not have been chosen by its verdicts. PPI++ needs a random sample labelled.",
    ...(isWeighed
      ? [
          "Weighed: each label by its stratum. A stratum without a label of the model has the others' share, and counts as open.",
        ]
      : []),
  ].join("\n");
}

interface Corrected {
  readonly value: { readonly rate: number; readonly interval: Interval } | null;
  readonly reason?: string | undefined;
}

function formatCorrected({ value, reason }: Corrected): string {
  if (value === null) return `refused: ${reason}`;
  return `${formatRate(value.rate)} (${formatRateInterval(value.interval)})`;
}

function formatWeighed({
  value,
  reason,
}: NonNullable<NonNullable<CalibratedLabels["corrected"]>[number]["weighed"]>): string {
  return formatCorrected({
    value: value && { rate: value.value, interval: value.interval },
    reason,
  });
}

type Coefficient = Awaited<ReturnType<Bench["calibrate"]["labels"]>>["overall"]["all"]["ac1"];

/** Formats the coefficients of a row, each with its interval. Gives one reason per row at most. */
export function formatCoefficients(...coefficients: readonly Coefficient[]): readonly string[] {
  const first = coefficients.find(({ value }) => value === null);
  return coefficients.map((coefficient) => {
    const { value, reason, interval } = coefficient;
    if (value === null) return coefficient === first ? `undefined (${reason})` : "undefined";
    const range = formatScoreInterval(interval);
    return range === "" ? formatScore(value) : `${formatScore(value)} (${range})`;
  });
}
