/** Results as sentences: a cell of the blind spots, the votes of a finding, a difference between two sides. */
import {
  describeAnswer,
  formatDifference,
  formatQuantity,
  formatRateInterval,
} from "../../../src/domain/number-words.ts";
import type { Interval } from "../../../src/schema/scan/summary.ts";
import type { BlindspotCell } from "../../../src/schema/site/site-board.ts";
import type { ComparedMeasure } from "../../../src/schema/site/site-compare.ts";
import type { SiteVote } from "../../../src/schema/site/site-conversation.ts";
import { formatCount } from "./format-number.ts";
import { verdictWords } from "./verdict-words.ts";

type Cell = BlindspotCell | null;

/** Whether a check said anything about an assistant: then there is a count. */
export function isDecided(cell: Cell): cell is BlindspotCell {
  return cell !== null && cell.n > 0;
}

/**
 * Why there is no count. Nobody having had occasion is not the same as nobody having looked or been able to tell: the
 * one is about the scenarios, the others about the scan and its judge.
 */
export type EmptyState = "no_occasion" | "not_decided" | "left_out";

export function emptyState(cell: Cell): EmptyState {
  if (cell === null) return "no_occasion";
  if (cell.left_out) return "left_out";
  return cell.unclear > 0 ? "not_decided" : "no_occasion";
}

export const emptyWords: Readonly<Record<EmptyState, string>> = {
  no_occasion: "no occasion",
  not_decided: "not decided",
  left_out: "not looked for",
};

/** In a row or a cell of a table: "2 of 13, 3 not decided", "not decided (13 unclear)". */
export function formatCell(cell: Cell): string {
  return isDecided(cell) ? `${formatCount(cell)}${undecidedBeside(cell)}` : formatEmpty(cell);
}

/** The same with its interval: "2 of 13 (4–42%), 3 not decided". */
export function formatCellInterval(cell: Cell): string {
  if (!isDecided(cell)) return formatEmpty(cell);
  const range = cell.small ? ", too few for a rate" : ` (${formatRateInterval(cell.interval)})`;
  return `${formatCount(cell)}${range}${undecidedBeside(cell)}`;
}

/** As a sentence that follows the assistant's name. */
export function describeCell(cell: Cell): string {
  const eligible = formatQuantity((cell?.n ?? 0) + (cell?.unclear ?? 0), "conversation");
  if (!isDecided(cell)) return emptySentences(eligible)[emptyState(cell)];
  const range = cell.small ? "too few for a rate" : `95% interval ${formatRateInterval(cell.interval)}`;
  const undecided =
    cell.unclear === 0 ? "" : ` Of ${eligible} that gave occasion for it, ${cell.unclear} are not decided.`;
  return `failed ${formatCount(cell)} (${range}).${undecided}`;
}

/** Why no failure is listed, which is a good sign only where something was decided. */
export function describeNoFailure(cells: readonly Cell[]): string {
  const unclear = cells.reduce((sum, cell) => sum + (cell?.unclear ?? 0), 0);
  if (cells.some(isDecided))
    return unclear === 0
      ? "No failure was found."
      : `No failure was found, but ${formatQuantity(unclear, "conversation is", "conversations are")} not decided.`;
  if (unclear > 0) return "Whether it was failed is not decided: every verdict is unclear.";
  return cells.some((cell) => emptyState(cell) === "left_out")
    ? "This scan does not look for it."
    : "No conversation gave occasion for it.";
}

function emptySentences(eligible: string): Readonly<Record<EmptyState, string>> {
  return {
    no_occasion: "no conversation gave occasion for it.",
    not_decided: `not decided. ${eligible} gave occasion for it, and every verdict is unclear.`,
    left_out: "this scan does not look for it.",
  };
}

function formatEmpty(cell: Cell): string {
  const state = emptyState(cell);
  return state === "not_decided" ? `${emptyWords[state]} (${cell?.unclear} unclear)` : emptyWords[state];
}

function undecidedBeside({ unclear }: BlindspotCell): string {
  return unclear === 0 ? "" : `, ${unclear} not decided`;
}

/** How they voted, most first: "2 pass, 1 fail". */
export function tallyVotes(votes: readonly Pick<SiteVote, "verdict">[]): string {
  const ballots = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE", null] as const;
  return ballots
    .map((ballot) => ({ ballot, count: votes.filter(({ verdict }) => verdict === ballot).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ ballot, count }) => `${count} ${ballot === null ? "void" : verdictWords[ballot].toLowerCase()}`)
    .join(", ");
}

/** A measure in words, and who is better by it where p says so. */
export function describeDifference(
  { difference, interval, answer, p }: ComparedMeasure,
  a: string,
  b: string,
): string {
  if (difference === null || interval === null) return "no scenario is shared";
  const range = formatDifference(difference, interval);
  const sure = p === null ? "" : p < 0.001 ? ", p < 0.001" : `, p = ${p.toFixed(3)}`;
  if (answer === "cannot_tell") return `${range}: cannot be told apart${sure}`;
  return `${range}: better for ${answer === "a_better" ? a : b}${sure}`;
}

/** How likely a change of one finding is chance, by its repeats. */
export function describeChance(chance: number | null): string {
  if (chance === null)
    return "Whether this is chance cannot be told: that takes several conversations of the scenario at both releases.";
  if (chance >= 0.995) return "Repeats differ as much among themselves: this may be chance.";
  const often = chance < 0.01 ? "less than 1" : String(Math.round(chance * 100));
  return `If nothing had changed, repeats would differ as much in ${often} of 100 cases.`;
}

/** The difference with what is better to the right, whichever way the measure runs. */
export function towardsBetter(range: Interval | null, better: ComparedMeasure["better"]): Interval | null {
  return range === null || better === "higher" ? range : { low: -range.high, high: -range.low };
}

/** What a comparison comes to. */
export function describeComparison(measures: readonly ComparedMeasure[], a: string, b: string): string {
  const answerOf = (measure: ComparedMeasure["measure"]) =>
    ANSWERS[measures.find((it) => it.measure === measure)?.answer ?? "cannot_tell"];
  return describeAnswer(a, b, { lines: answerOf("hard_fail"), quality: answerOf("quality") });
}

const ANSWERS = {
  a_better: "first_better",
  b_better: "second_better",
  cannot_tell: "cannot_tell",
} as const satisfies Readonly<Record<ComparedMeasure["answer"], string>>;
