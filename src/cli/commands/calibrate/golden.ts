import { formatCount, formatScore } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { ScanCommandFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { calibrateGoldenJudge } from "./golden-judge.ts";

const KINDS = ["clear_fail", "clear_pass", "borderline", "look_alike", "adversarial"] as const;

export async function calibrateGolden(this: BenchContext, flags: ScanCommandFlags): Promise<void> {
  const { judge } = flags;
  if (judge !== undefined) {
    await calibrateGoldenJudge(this, { ...flags, judge });
    return;
  }
  const calibration = await openBench(this, flags).calibrateGolden(flags.check ?? []);
  if (flags.json) {
    printJson(this, calibration);
    return;
  }
  const columns = [
    { title: "Check" },
    { title: "Lexicon" },
    { title: "Role" },
    ...["Precision", "Recall", ...KINDS].map((title) => ({ title, align: "right" as const })),
  ];
  const rows = calibration.checks.map((score) => [
    score.check,
    score.lexicon,
    score.role,
    formatScore(score.precision),
    formatScore(score.recall),
    ...KINDS.map((kind) => formatCount(score.by_kind[kind].found, score.by_kind[kind].cards)),
  ]);
  const { left_alone, cards } = calibration.look_alikes;
  print(
    this,
    [
      renderTable(columns, rows),
      "",
      `Look-alikes that an assistant lexicon leaves alone: ${formatCount(left_alone, cards)}`,
      `Checks without a word list: ${calibration.without_lexicon.join(", ") || "none"}`,
    ].join("\n"),
  );
}
