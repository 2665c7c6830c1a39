import { dimensionTitle } from "../domain/dimensions.ts";
import { formatQuote, speakerOf } from "../domain/evidence.ts";
import { conversationName } from "../domain/keys.ts";
import { releaseName } from "../domain/models.ts";
import {
  describeAnswer,
  formatCount,
  formatDifference,
  formatPValue,
  formatQuantity,
  formatRange,
} from "../domain/number-words.ts";
import { shorten } from "../domain/visible-text.ts";
import type {
  Comparison,
  FlippedCheck,
  FlipSide,
  ModelComparison,
  ScoreDifference,
} from "../schema/board/comparison.ts";
import type { Release } from "../schema/run/run-plan.ts";
import { renderRows } from "./render-table.ts";
import { SIMULATED_NOTE, verdictWords } from "./words.ts";

const FLIPS_SHOWN = 10;
const SCREEN_LEVEL = 0.05;

/** Renders two scans side by side for a terminal. @param whereAll tells the reader how to see the flips not shown */
export function renderComparison(comparison: Comparison, width: number, whereAll?: string): string {
  const { simulated, differing_parts: parts } = comparison;
  return [
    ...(simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    releaseLines(comparison),
    ...(parts.length === 0
      ? []
      : [`NOT MADE ALIKE: they differ in ${parts.join(", ")}, so the difference is not the models' alone.`]),
    ...peopleLines(comparison),
    ...leftOutLines(comparison),
    ...comparison.models.map((model) => renderModel(model, width, whereAll)),
    "Differences are second minus first, paired by scenario and clustered by family, with 95% intervals. What is open counts either way: a range runs from all of it against an assistant to all of it for it, and p is of the least favourable case. Where only one side had something to judge, the other is open. p (Holm) is adjusted for all scores shown; of checks, q is a screen and no claim.",
  ].join("\n\n");
}

/** The release of each side. */
function releaseLines({ first, second, releases }: Comparison): string {
  const line = (name: string, path: string, release: Release) => {
    const called = releaseName(release);
    return `${name}${called === null ? "" : `${called}, `}${path}`;
  };
  return `${line("First:  ", first, releases.first)}\n${line("Second: ", second, releases.second)}`;
}

/** Decisions by people in one of the two; in all other respects the scans are equal. */
function peopleLines({ people, without_people: withoutPeople }: Comparison): string[] {
  if (withoutPeople !== undefined) {
    const { first, second } = withoutPeople;
    return [
      `People decided ${first} verdicts in the first and ${second} in the second. These are left out: open in the scores, and in no check's count. Everything else is compared.`,
    ];
  }
  if (people === null) return [];
  const { scan, decided } = people;
  const count = decided.reduce((sum, { verdicts }) => sum + verdicts, 0);
  const changed = decided.filter((each) => each.judge !== each.people);
  return [
    `The ${scan} comes from the ${scan === "second" ? "first" : "second"} by people's labels, which decided ${formatQuantity(count, "verdict")}: ${[...changed.map(({ judge, people: said, verdicts }) => `${judge} → ${said} ${verdicts}`), `${count - changed.reduce((sum, { verdicts }) => sum + verdicts, 0)} as the judge said`].join(", ")}. Everything else is the same.`,
  ];
}

/** The checks that the scores cover, if not all of both sides. */
function leftOutLines({ checks_compared: compared, left_out: { first, second } }: Comparison): string[] {
  if (first.length + second.length === 0) return [];
  const only = (which: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : `only the ${which} asked ${listed(ids)}`;
  return [
    `Over ${formatQuantity(compared, "check")} that both asked, and no other: ${[only("first", first), only("second", second)].flat().join("; ")}.`,
  ];
}

const CHECKS_LISTED = 6;

function listed(ids: readonly string[]): string {
  const hidden = ids.length - CHECKS_LISTED;
  return hidden > 1 ? `${ids.slice(0, CHECKS_LISTED).join(", ")} and ${hidden} more` : ids.join(", ");
}

function renderModel(model: ModelComparison, width: number, whereAll: string | undefined): string {
  const title =
    model.first_model_id === model.second_model_id
      ? model.first_model_id
      : `${model.first_model_id} → ${model.second_model_id}`;
  const screened = model.checks.filter(
    ({ q, only_first, only_second }) => q !== null && q <= SCREEN_LEVEL && only_first + only_second > 0,
  );
  const answerOf = (score: ScoreDifference["score"]) =>
    model.scores.find((it) => it.score === score)?.answer ?? "cannot_tell";
  const isOne = model.first_model_id === model.second_model_id;
  const answer = describeAnswer(
    isOne ? "the first" : model.first_model_id,
    isOne ? "the second" : model.second_model_id,
    { lines: answerOf("hard_fail"), quality: answerOf("quality") },
  );
  // Equal counts may be different lines: failing safety and failing compliance differ.
  const crossOthers =
    answerOf("hard_fail") === "cannot_tell" && model.gates.some(({ p }) => p !== null && p <= SCREEN_LEVEL);
  const others = crossOthers ? " They do not cross the same ones: see the gates below." : "";
  const open = model.checks.reduce((sum, check) => sum + check.open, 0);
  return [
    `${title}\n${isOne ? answer.charAt(0).toUpperCase() + answer.slice(1) : answer}.${others}`,
    scoreTable(model.scores, width),
    gateLines(model),
    screened.length === 0
      ? `No check stands out in the screen${open === 0 ? "" : `, in which every open pair speaks against a difference (${formatQuantity(open, "pair")} open)`}.`
      : `Checks that stand out: ${screened.map(({ mode_id, name, failed_first, failed_second, scenarios }) => `${mode_id} ${name} (${formatCount(failed_first, scenarios)} → ${formatCount(failed_second, scenarios)})`).join(", ")}.`,
    flips(model.flips, whereAll),
  ].join("\n\n");
}

/** @param sides names of the two sides @param unit the paired unit */
export function scoreTable(
  scores: readonly ScoreDifference[],
  width: number,
  sides: { readonly first: string; readonly second: string } = { first: "First", second: "Second" },
  unit = "Scenarios",
): string {
  const answerWords = {
    first_better: sides.first.toLowerCase(),
    second_better: sides.second.toLowerCase(),
    cannot_tell: "cannot tell",
  } as const satisfies Readonly<Record<ScoreDifference["answer"], string>>;
  return renderRows(
    scores,
    [
      ["", ({ score }) => scoreTitle(score)],
      [unit, ({ scenarios }) => String(scenarios), "right"],
      [sides.first, ({ first }) => formatRange(first), "right"],
      [sides.second, ({ second }) => formatRange(second), "right"],
      ["Difference", ({ difference, interval }) => formatDifference(difference, interval)],
      ["p", ({ p }) => formatPValue(p), "right"],
      ["p (Holm)", ({ p_holm }) => formatPValue(p_holm), "right"],
      ["Better", ({ answer }) => answerWords[answer]],
    ],
    width,
  );
}

function gateLines({ gates }: ModelComparison): string {
  return gates
    .map(({ gate, both, only_first, only_second, neither, open, p }) =>
      both + only_first + only_second + neither + open === 0
        ? `No check of the ${gate} gate was compared where it could fail.`
        : `The ${gate} gate was passed by both in ${formatQuantity(both, "scenario")}, only by the first in ${only_first}, only by the second in ${only_second}, by neither in ${neither}${open === 0 ? "" : `, and not established in ${open}`} (McNemar${open === 0 ? "" : ", these against a difference"}: p ${formatPValue(p)}).`,
    )
    .join("\n");
}

function flips(flipped: readonly FlippedCheck[], whereAll: string | undefined): string {
  if (flipped.length === 0) return "No verdict flipped.";
  const worse = flipped.filter(({ second }) => second.verdict === "FAIL").length;
  const shown = flipped
    .slice(0, FLIPS_SHOWN)
    .map(
      ({ scenario_id, repeat, mode_id, name, severity, first, second }) =>
        `  ${mode_id} ${name} (${severity}) in ${conversationName(scenario_id, repeat)}\n${side("first ", first)}\n${side("second", second)}`,
    );
  const hidden = flipped.length - shown.length;
  return [
    `${formatQuantity(flipped.length, "verdict")} flipped: ${worse} to FAIL, ${flipped.length - worse} to PASS.`,
    ...shown,
    ...(hidden > 0 ? [`  and ${hidden} more${whereAll === undefined ? "" : `; ${whereAll}`}`] : []),
  ].join("\n");
}

/** A quote may be a whole reply; `explain` shows all of it. */
const QUOTE_LENGTH = 240;

function side(name: string, { verdict, rationale, quotes }: FlipSide): string {
  const said = quotes.map(
    ({ turn, role, quote }) =>
      `turn ${turn}, ${speakerOf(role).toLowerCase()}: ${formatQuote(shorten(quote.replace(/\s+/g, " "), QUOTE_LENGTH))}`,
  );
  const grounds = said.length > 0 ? said.join("; ") : (rationale ?? "nothing was quoted");
  return `    ${name} ${verdictWords[verdict]}: ${grounds}`;
}

export function scoreTitle(score: ScoreDifference["score"]): string {
  switch (score) {
    case "overall":
      return "Overall";
    case "quality":
      return "Quality, before the gate";
    case "hard_fail":
      return "Hard fails";
    default:
      return dimensionTitle(score);
  }
}
