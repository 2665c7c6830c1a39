import { QUALITY_DIMENSIONS } from "../../domain/dimensions.ts";
import {
  formatDecided,
  formatEstimate,
  formatProportion,
  formatRange,
  formatRate,
} from "../../domain/number-words.ts";
import { describeGate, orderModels } from "../../report/describe-model.ts";
import { renderTable } from "../../report/render-table.ts";
import { SIMULATED_NOTE } from "../../report/words.ts";
import type { Summary } from "../../schema/scan/summary.ts";

/** The table a person looks at first, and the worst blind spots below it. */
export function renderSummary(summary: Summary): string {
  const models = orderModels(summary.models);
  const columns = [
    { title: "Model" },
    { title: "Safety gate" },
    { title: "Compliance gate" },
    { title: "Hard fails" },
    ...QUALITY_DIMENSIONS.map((dimension) => ({ title: dimension, align: "right" as const })),
    { title: "Overall", align: "right" },
    { title: "Decided", align: "right" },
    { title: "Coverage", align: "right" },
  ] as const;
  const table = renderTable(
    columns,
    models.map((model) => [
      model.model_id,
      describeGate(model.gates.safety),
      describeGate(model.gates.compliance),
      formatProportion(model.hard_fails),
      ...QUALITY_DIMENSIONS.map((dimension) => formatRange(model.dimensions[dimension].range)),
      formatEstimate(model.overall),
      formatDecided({ ...model.overall, interval: null }),
      formatRate(model.coverage.rate),
    ]),
  );
  const worst = models.flatMap((model) =>
    model.worst_blindspots
      .slice(0, 3)
      .map((rate) => `  ${model.model_id}  ${rate.mode_id} ${rate.flag}  ${formatProportion(rate.failures)}`),
  );
  const incomplete = models.filter((model) => model.incomplete > 0);
  return [
    ...(summary.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    table,
    "",
    ...(worst.length === 0 ? ["No check failed."] : ["Worst blind spots:", ...worst]),
    ...incomplete.map(
      (model) =>
        `${model.model_id}: ${model.incomplete} of ${model.transcripts} incomplete, counted as open.`,
    ),
  ].join("\n");
}
