/** Formatting of groups of caregivers, the same everywhere. Imports no value of a schema: the page uses it. */

import type { GroupDifference, GroupRates, ModelSummary, VariableGroups } from "../schema/scan/summary.ts";
import { formatDifference, formatQuantity } from "./number-words.ts";

/** Note wherever groups are shown. */
export const GROUPS_NOTE =
  "Each group is compared with all other scenarios. Groups met different scenarios; a difference is not yet unfairness. Pairs are scenarios that are the same but for the variable. Brackets are 95% intervals of each difference alone, answers allow for all of them at once. “Cannot tell” is not “alike”.";

/** One group with its name and the result of its comparison. */
export interface GroupLine {
  readonly variable: string;
  readonly name: string;
  readonly rates: GroupRates;
  readonly hardFails: string;
  readonly quality: string;
}

/** The groups that are large enough on both sides to be compared, and how many are not. */
export function comparedGroups({ groups }: Pick<ModelSummary, "groups">): {
  readonly lines: readonly GroupLine[];
  readonly tooSmall: number;
} {
  const all = groups.flatMap((variable) => variable.groups.map((rates) => ({ variable, rates })));
  const compared = all.filter(({ rates }) => rates.differences.some(({ p }) => p !== null));
  return {
    lines: compared.map(({ variable, rates }) => ({
      variable: readName(variable.variable),
      name: groupName(variable, rates),
      rates,
      hardFails: describeDifferences(rates, "hard_fail"),
      quality: describeDifferences(rates, "quality"),
    })),
    tooSmall: all.length - compared.length,
  };
}

/** A sentence for each difference that is more than chance explains; the same for all that are not. */
export function describeFoundDifferences(model: Pick<ModelSummary, "groups">): readonly string[] {
  return model.groups.flatMap((variable) =>
    variable.groups.flatMap((rates) =>
      rates.differences
        .filter(({ answer }) => answer !== "cannot_tell")
        .map(
          (difference) =>
            `${groupName(variable, rates)} (${readName(variable.variable)}) met ${difference.answer} ${SCORE_WORDS[difference.score]}: ${numbersOf(difference)}${difference.paired ? PAIRED : ""}`,
        ),
    ),
  );
}

/** Sentence for a comparison that found nothing. */
export const NO_DIFFERENCE = "No difference between groups is more than chance explains.";

/** "3 groups are too small to be compared (fewer than 5 families on a side)"; empty if none is. */
export function describeSmallGroups(tooSmall: number): string {
  if (tooSmall === 0) return "";
  return `${formatQuantity(tooSmall, "group is", "groups are")} too small to be compared (fewer than 5 families on a side); summary.json has their counts.`;
}

const SCORE_WORDS = { hard_fail: "treatment by lines crossed", quality: "quality" } as const;
const ANSWER_WORDS = { worse: "worse", better: "better", cannot_tell: "cannot tell" } as const;
const PAIRED = ", in pairs";

function describeDifferences({ differences }: GroupRates, score: GroupDifference["score"]): string {
  return differences
    .filter((difference) => difference.score === score && difference.p !== null)
    .map(
      (difference) =>
        `${numbersOf(difference)}: ${ANSWER_WORDS[difference.answer]}${difference.paired ? PAIRED : ""}`,
    )
    .join("; ");
}

function numbersOf({ difference, interval }: GroupDifference): string {
  return formatDifference(difference, interval);
}

function groupName({ variable, groups }: VariableGroups, { value }: GroupRates): string {
  if (value !== null) return readValue(value);
  return groups.length === 1 ? readName(variable) : "any that is named";
}

/** `50_64` as "50–64", `75_plus` as "75 and over", `under_18` as "under 18"; other values as in the persona. */
function readValue(value: string): string {
  return readName(value.replace(/^(\d+)_(\d+)$/, "$1–$2").replace(/^(\d+)_plus$/, "$1 and over"));
}

function readName(name: string): string {
  return name.replaceAll("_", " ");
}
