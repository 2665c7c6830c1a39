/** Renders word lists and judges on texts that their authors labelled. */

import { formatCount, formatProportion, formatScore } from "../../../domain/number-words.ts";
import type {
  CueCalibration,
  CueScores,
  GoldenCalibration,
  JudgeCalibration,
  LexiconCalibration,
} from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";
import { renderMatrix } from "../label-calibration.ts";
import { renderScanDryRun, renderSpent } from "../plans.ts";

const LEXICON_COLUMNS = [
  { title: "Lexicon" },
  { title: "Role" },
  { title: "Examples", align: "right" },
  { title: "Found", align: "right" },
  { title: "Missed", align: "right" },
  { title: "False alarms", align: "right" },
  { title: "Precision", align: "right" },
  { title: "Recall", align: "right" },
] as const;

export function renderLexicons(calibration: LexiconCalibration, width: number): string {
  const rows = [...calibration.lexicons, ...calibration.roles, calibration.overall].map((score) => [
    score.lexicon,
    score.role ?? "",
    ...[score.examples, score.found, score.missed, score.falseAlarms].map(String),
    formatScore(score.precision),
    formatScore(score.recall),
  ]);
  return renderTable(LEXICON_COLUMNS, rows, width);
}

const CUE_COLUMNS = [
  { title: "" },
  { title: "Found", align: "right" },
  { title: "Missed", align: "right" },
  { title: "False alarms", align: "right" },
  { title: "Recall" },
  { title: "Precision" },
] as const;

export function renderCues(calibration: CueCalibration, width: number): string {
  const table = (scores: CueCalibration["families"]) =>
    renderTable(
      CUE_COLUMNS,
      scores.map(({ name, found, missed, falseAlarms, recall, precision }) => [
        name,
        ...[found, missed, falseAlarms].map(String),
        ...[recall, precision].map((share) =>
          share.n === 0 ? formatScore(null) : `${formatScore(share.rate)}  ${formatProportion(share)}`,
        ),
      ]),
      width,
    );
  const searched = ({ searches }: CueScores) =>
    searches.flatMap((search) => [
      "",
      `By the judge's search for cues, as read by ${search.reader}`,
      table([search.overall, search.wholes]),
    ]);
  const { messages, lookAlikes, lexicons, overall, wholes, families, byReadings, byQuestions } = calibration;
  return [
    `${messages} messages, ${lookAlikes} of them look-alikes, held against what their authors name`,
    table([...lexicons, overall, wholes]),
    ...searched(calibration),
    ...(families.length > 0 ? ["", "Whole messages by family", table(families)] : []),
    ...(byReadings === null
      ? []
      : [
          "",
          `The same messages, held against ${byReadings.cues} cues that more than half of their readers name (${Object.entries(
            byReadings.readers,
          )
            .map(([reader, read]) => `${reader}: ${read} messages`)
            .join(", ")})`,
          `Named alike by all readers: ${formatProportion(byReadings.alike)}; of the authors' cues confirmed: ${formatProportion(byReadings.confirmed)}`,
          table([byReadings.overall, byReadings.wholes]),
          ...searched(byReadings),
        ]),
    ...byQuestions.flatMap(({ judge, asked, there, lists, searches }) => [
      "",
      `Where they point, held against the checks' own questions, as answered by ${judge}: in ${there} of ${asked} the situation is there; what is unclear counts as not there`,
      table([lists, ...searches]),
    ]),
  ].join("\n");
}

const CARD_KINDS = ["clear_fail", "clear_pass", "borderline", "look_alike", "adversarial"] as const;

export function renderGolden(calibration: GoldenCalibration, width: number): string {
  const columns = [
    { title: "Check" },
    { title: "Lexicon" },
    { title: "Role" },
    ...["Precision", "Recall", ...CARD_KINDS].map((title) => ({ title, align: "right" as const })),
  ];
  const rows = calibration.checks.map((score) => [
    score.check,
    score.lexicon,
    score.role,
    formatScore(score.precision),
    formatScore(score.recall),
    ...CARD_KINDS.map((kind) => formatCount(score.byKind[kind].found, score.byKind[kind].cards)),
  ]);
  const { leftAlone, cards } = calibration.lookAlikes;
  return [
    renderTable(columns, rows, width),
    "",
    `Look-alikes that an assistant lexicon leaves alone: ${formatCount(leftAlone, cards)}`,
    `Checks without a word list: ${calibration.withoutLexicon.join(", ") || "none"}`,
  ].join("\n");
}

const GOLDEN_JUDGE_COLUMNS = [
  { title: "Check" },
  { title: "Cards", align: "right" },
  { title: "Precision of FAIL" },
  { title: "Recall of FAIL" },
  { title: "UNCLEAR", align: "right" },
  { title: "Kappa", align: "right" },
  { title: "Label → verdict" },
] as const;

/** @param lost the judge's failed calls, and the command that retries them */
export function renderGoldenJudge(
  result: JudgeCalibration,
  lost: readonly string[],
  width: number,
  maxCostUsd: number | undefined,
): string {
  const { judgement, plan, directory, judge } = result;
  if (judgement === null) return renderScanDryRun(plan, maxCostUsd);
  const { checks, clear, overall } = judgement;
  const rows = [...checks, { check: "clear cards", ...clear }, { check: "all cards", ...overall }].map(
    (on) => [
      on.check,
      String(on.items),
      formatProportion(on.precision),
      formatProportion(on.recall),
      formatCount(on.unclear.k, on.unclear.n),
      on.kappa.value === null ? "undefined" : formatScore(on.kappa.value),
      renderMatrix(on.matrix),
    ],
  );
  return [
    `${judge} on the short golden cards`,
    renderTable(GOLDEN_JUDGE_COLUMNS, rows, width),
    "",
    `${formatCount(judgement.mistakes.length, overall.items)} cards came out unlike their label; --json names them, ${directory} has every vote.`,
    "The labels are the cards' authors', with AI assistance: this is no validation by people.",
    ...renderSpent(result),
    ...lost,
  ].join("\n");
}
