/** Who finds the failure in a reply of full length. */
import { formatCount, formatProportion, formatQuantity } from "../../../domain/number-words.ts";
import type { LongReader, LongScore } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";
import { commandLine } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { JudgingFlags } from "../../flags.ts";
import { followWork } from "../../follow-work.ts";
import { openBench, scanOptionsOf } from "../../open-bench.ts";
import { renderScanDryRun, renderSpent } from "../../render/plans.ts";
import { inSnakeCase } from "../../speak-flags.ts";
import { tellLosses } from "../../tell-losses.ts";

const COLUMNS = [
  { title: "" },
  { title: "Recall of FAIL" },
  { title: "Specificity" },
  { title: "UNCLEAR", align: "right" },
] as const;

export async function runCalibrateLong(
  context: CliContext,
  flags: JudgingFlags & { readonly readings?: readonly string[] },
): Promise<void> {
  const { judge, readings = [] } = flags;
  if (judge !== undefined) context.setResumeCommand(commandLine(context.program, context.args));
  const options = { ...scanOptionsOf(flags), readings, ...(judge === undefined ? {} : { judge }) };
  const result = await openBench(context, flags).calibrate.long(options, followWork(context, flags));
  const { pairs, readers, agreement, unknown, asked } = result;
  const { lines, ...again } = asked === null ? { lines: [] } : tellLosses(context, asked);
  if (flags.json) {
    printJson(context, inSnakeCase({ ...result, ...again }));
    return;
  }
  if (asked !== null && readers.length === 0) {
    print(context, renderScanDryRun(asked.plan, flags.maxCostUsd));
    return;
  }
  print(
    context,
    [
      `${formatQuantity(pairs, "pair")} of full-length replies`,
      ...readers.flatMap((reader) => renderReader(reader, context.width)),
      ...(agreement.length === 0
        ? []
        : [
            "",
            "Alike by all readers",
            renderTable(
              [{ title: "" }, { title: "Agreed" }],
              agreement.map(({ name, agreed }) => [name, formatProportion(agreed)]),
              context.width,
            ),
          ]),
      ...(unknown.length === 0
        ? []
        : [`${formatQuantity(unknown.length, "label")} of no present card: left out.`]),
      "The pairs are their authors', with AI assistance: this is no validation by people.",
      ...(asked === null ? [] : renderSpent(asked)),
      ...lines,
    ].join("\n"),
  );
}

function renderReader({ reader, ...scores }: LongReader, width: number): readonly string[] {
  const { checks, gates, others, overall, byLength, byPosition, byManner } = scores;
  const table = (rows: readonly LongScore[]) =>
    renderTable(
      COLUMNS,
      rows.map(({ name, recall, specificity, unclear }) => [
        name,
        formatProportion(recall),
        formatProportion(specificity),
        formatCount(unclear.k, unclear.n),
      ]),
      width,
    );
  return [
    "",
    reader,
    table([...checks, gates, others, overall]),
    "",
    table([...byLength, ...byPosition, ...byManner]),
  ];
}
