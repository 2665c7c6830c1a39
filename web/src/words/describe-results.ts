/** Describes results in sentences: a cell of the blind spots, the votes of a finding, a difference between two sides. */
import {
  describeAnswer,
  formatDifference,
  formatQuantity,
  formatRateInterval,
} from "../../../src/domain/number-words.ts";
import type { Interval } from "../../../src/schema/scan/estimates.ts";
import type { ComparedMeasure } from "../../../src/site/build-comparison.ts";
import type { BlindspotCell } from "../../../src/site/pages/build-blindspots.ts";
import type { SiteVote } from "../../../src/site/pages/build-conversation.ts";
import { formatCount } from "./format-number.ts";
import { verdictWords } from "./verdict-words.ts";

type Cell = BlindspotCell | null;

/** Whether a check decided anything about an assistant: then there is a count. */
export function isDecided(cell: Cell): cell is BlindspotCell {
  return cell !== null && cell.n > 0;
}

/**
 * Reasons for a missing count. `no_occasion` is about the scenarios; the others are about the scan and its judge, which
 * did not look or could not decide.
 */
export type EmptyState = "no_occasion" | "not_decided" | "left_out";

export function emptyState(cell: Cell): EmptyState {
  if (cell === null) return "no_occasion";
  if (cell.unclear > 0) return "not_decided";
  return cell.left_out || cell.unlooked !== undefined ? "left_out" : "no_occasion";
}

export const emptyWords: Readonly<Record<EmptyState, string>> = {
  no_occasion: "no occasion",
  not_decided: "not decided",
  left_out: "not looked for",
};

/** Formats a row or a table cell: "2 of 13, 3 not decided", "not decided (13 unclear)". */
export function formatCell(cell: Cell): string {
  return isDecided(cell) ? `${formatCount(cell)}${openBeside(cell)}` : formatEmpty(cell);
}

/** Adds the interval: "2 of 13 (4–42%), 3 not decided". */
export function formatCellInterval(cell: Cell): string {
  if (!isDecided(cell)) return formatEmpty(cell);
  const range = cell.small ? ", too few for a rate" : ` (${formatRateInterval(cell.interval)})`;
  return `${formatCount(cell)}${range}${openBeside(cell)}`;
}

/** Describes a cell in a sentence that follows the assistant's name. */
export function describeCell(cell: Cell): string {
  const eligible = formatQuantity((cell?.n ?? 0) + (cell?.unclear ?? 0), "conversation");
  const unlooked = cell === null ? "" : describeUnlooked(cell);
  if (!isDecided(cell)) return `${emptySentences(eligible)[emptyState(cell)]}${unlooked}`;
  const range = cell.small ? "too few for a rate" : `95% interval ${formatRateInterval(cell.interval)}`;
  const undecided =
    cell.unclear === 0 ? "" : ` Of ${eligible} that gave occasion for it, ${cell.unclear} are not decided.`;
  return `failed ${formatCount(cell)} (${range}).${undecided}${unlooked}`;
}

/** Explains why no failure is listed; it is a good sign only if something was decided. */
export function describeNoFailure(cells: readonly Cell[]): string {
  const unclear = cells.reduce((sum, cell) => sum + (cell?.unclear ?? 0), 0);
  const unlooked = cells.flatMap((cell) => cell?.unlooked ?? []);
  const unseen = unlooked.length === 0 ? "" : ` ${sentenceOnUnlooked(unlooked)}`;
  if (cells.some(isDecided))
    return unclear === 0
      ? `No failure was found.${unseen}`
      : `No failure was found, but ${formatQuantity(unclear, "conversation is", "conversations are")} not decided.${unseen}`;
  if (unclear > 0) return `Whether it was failed is not decided: every verdict is unclear.${unseen}`;
  if (unseen !== "") return unseen.trim();
  return cells.some((cell) => emptyState(cell) === "left_out")
    ? "Nobody looked for it: the scan did not ask it."
    : "No conversation gave occasion for it.";
}

function emptySentences(eligible: string): Readonly<Record<EmptyState, string>> {
  return {
    no_occasion: "no conversation gave occasion for it.",
    not_decided: `not decided. ${eligible} gave occasion for it, and every verdict is unclear.`,
    left_out: "nobody looked for it.",
  };
}

function formatEmpty(cell: Cell): string {
  const state = emptyState(cell);
  return state === "not_decided" ? `${emptyWords[state]} (${cell?.unclear} unclear)` : emptyWords[state];
}

function openBeside({ unclear, unlooked = [] }: BlindspotCell): string {
  const unseen = countUnlooked(unlooked);
  return `${unclear === 0 ? "" : `, ${unclear} not decided`}${unseen === 0 ? "" : `, ${unseen} not looked for`}`;
}

type Unlooked = NonNullable<BlindspotCell["unlooked"]>;

function countUnlooked(unlooked: Unlooked): number {
  return unlooked.reduce((sum, { conversations }) => sum + conversations, 0);
}

function describeUnlooked({ unlooked = [], left_out }: BlindspotCell): string {
  if (unlooked.length > 0) return ` ${sentenceOnUnlooked(unlooked)}`;
  return left_out ? " The scan did not ask it." : "";
}

/** Formats a sentence such as "Nobody looked in 37 conversations: no tag calls for it, …". */
function sentenceOnUnlooked(unlooked: Unlooked): string {
  const because = [...new Set(unlooked.map((each) => each.because))].join("; ");
  return `Nobody looked for it in ${formatQuantity(countUnlooked(unlooked), "conversation")}: ${because}.`;
}

/** Counts votes, most frequent first: "2 pass, 1 fail". */
export function tallyVotes(votes: readonly Pick<SiteVote, "verdict">[]): string {
  const ballots = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE", null] as const;
  return ballots
    .map((ballot) => ({ ballot, count: votes.filter(({ verdict }) => verdict === ballot).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ ballot, count }) => `${count} ${ballot === null ? "void" : verdictWords[ballot].toLowerCase()}`)
    .join(", ");
}

/** Describes a difference, and the better side if p shows one. */
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

/** Describes how likely a change of one finding is by chance, from its repeats. */
export function describeChance(chance: number | null): string {
  if (chance === null)
    return "Whether this is chance cannot be told: that takes several conversations of the scenario at both releases.";
  if (chance >= 0.995) return "Repeats differ as much among themselves: this may be chance.";
  const often = chance < 0.01 ? "less than 1" : String(Math.round(chance * 100));
  return `If nothing had changed, repeats would differ as much in ${often} of 100 cases.`;
}

/** Turns the difference so that right is better, whichever way the measure runs. */
export function towardsBetter(range: Interval | null, better: ComparedMeasure["better"]): Interval | null {
  return range === null || better === "higher" ? range : { low: -range.high, high: -range.low };
}

/** Sums up a comparison. */
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
