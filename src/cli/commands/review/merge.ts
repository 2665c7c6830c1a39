import type { MergedReview } from "../../../index.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { formatProportion, formatQuantity, formatScore } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { shellQuote } from "../../shell-quote.ts";

interface MergeFlags extends CommonFlags {
  readonly key?: string;
  readonly out?: string;
  readonly watch: boolean;
}

const LOOK_EVERY_MS = 1_000;

const COLUMNS = [
  { title: "Axis" },
  { title: "Items", align: "right" },
  { title: "Annotators" },
  { title: "Agreed" },
  { title: "Kappa" },
  { title: "AC1" },
] as const;

export async function mergeBatch(this: BenchContext, flags: MergeFlags, batch: string): Promise<void> {
  const { key, out, watch, ...common } = flags;
  const bench = openBench(this, common);
  const options = {
    ...(key === undefined ? {} : { keyFile: key }),
    ...(out === undefined ? {} : { out }),
  };
  let shown = "";
  do {
    const merged = await bench.mergeReview(batch, options);
    const text = flags.json ? JSON.stringify(merged) : renderMerged(merged, batch);
    if (text !== shown) {
      if (flags.json) printJson(this, merged);
      else print(this, text);
      shown = text;
    }
  } while (watch && (await goesOn(this.signal)));
}

/** False after Ctrl-C, which is how watching ends. */
function goesOn(signal: AbortSignal): Promise<boolean> {
  return systemClock.sleep(LOOK_EVERY_MS, signal).then(
    () => true,
    () => false,
  );
}

function renderMerged(merged: MergedReview, batch: string): string {
  const { labels, labelFile, adjudicated, adjudicatedFile, sampleFile } = merged;
  const { disagreements, undecided, progress } = merged;
  const open = disagreements - adjudicated - undecided.length;
  return [
    ...progress.map(
      ({ annotator, done, drafts, items }) =>
        `${annotator}: ${done} of ${formatQuantity(items, "item")}${drafts === 0 ? "" : `, ${drafts} unfinished`}`,
    ),
    ...renderAgreement(merged),
    `Disagreements: ${disagreements}, of which adjudicated: ${adjudicated}`,
    ...(undecided.length === 0 ? [] : [`Adjudicators differ on: ${undecided.join(", ")}`]),
    "",
    `Labels: ${labelFile} (${formatQuantity(labels, "label")})`,
    ...(adjudicatedFile === null
      ? []
      : [`        ${adjudicatedFile} (${formatQuantity(adjudicated, "label")})`]),
    `Sample: ${sampleFile} (how the items were drawn, for \`calibrate labels --key\`)`,
    `Next:   invisiblebench ${open > 0 ? `review adjudicate ${shellQuote(batch)}` : `calibrate labels ${shellQuote(labelFile)}`}`,
  ].join("\n");
}

function renderAgreement({ agreement }: MergedReview): readonly string[] {
  if (agreement === null) return ["", "No item has two labels yet, so there is no agreement to measure.", ""];
  const rows = [...agreement.axes, { axis: "all axes", ...agreement.overall }].flatMap(
    ({ axis, items, pairs }) =>
      pairs.map(({ annotators, agreed, kappa, ac1 }) => [
        axis,
        String(items),
        annotators.join(" × "),
        formatProportion(agreed),
        kappa.value === null ? "undefined" : formatScore(kappa.value),
        ac1.value === null ? "undefined" : formatScore(ac1.value),
      ]),
  );
  return ["", renderTable(COLUMNS, rows), ""];
}
