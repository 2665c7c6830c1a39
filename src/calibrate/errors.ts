import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";
import type { HumanLabel } from "../schema/review/review-label.ts";
import { askIfMeant, nameSome, namesLike } from "../text/match/nearest-name.ts";

function whyNothingCompares([first, ...others]: readonly string[]): string {
  if (first === undefined) return "the files hold no labels";
  if (others.length === 0) return `all labels are by one annotator, ${first}`;
  return `${[first, ...others].join(", ")} have no item and axis in common`;
}

export const calibrateErrors = defineErrors({
  /** One annotator gave an item two different labels on the same axis. The message names both places. */
  IB_CONFLICTING_LABELS: (
    first: { readonly label: string; readonly place: string },
    second: { readonly row: HumanLabel; readonly place: string },
  ) => {
    const { annotator, item, axis, label } = second.row;
    return [
      `${annotator} labelled ${item} on ${axis} twice: ${first.label} at ${first.place}, ${label} at ${second.place}.`,
      "Keep one of the two lines, or give a second reading an annotator's name of its own.",
    ];
  },

  /** An adjudicated row decides an item, but the given files hold no annotator's label for it. */
  IB_LONELY_DECISION: (place: string, item: string, axis: string) => [
    `${place} decides ${item} on ${axis}, and no file named has an annotator's label of it.`,
    "Name the annotators' label files as well: `bench.review.merge(batch)` writes both.",
  ],

  /** A label is compared with verdicts but is not one of the four verdicts. */
  IB_NOT_A_VERDICT: (label: {
    readonly item: string;
    readonly annotator: string;
    readonly label: string;
  }) => [
    `${label.annotator} labelled ${label.item} "${label.label}", which is no verdict.`,
    "Where labels are compared with verdicts they are PASS, FAIL, UNCLEAR or NOT_APPLICABLE.",
  ],

  /** No item has labels from two annotators on the same axis, so agreement cannot be measured. */
  IB_NOTHING_LABELLED_TWICE: (annotators: readonly string[]) => [
    `There is nothing to compare: ${whyNothingCompares(annotators)}.`,
    {
      hint: "Name the files of two or more annotators who labelled the same items on the same axes.",
      exitCode: ExitCode.incomplete,
    },
  ],

  /** A check has labels from a two-phase draw and labels from another draw. */
  IB_MIXED_DRAWS: (axis: string, twoPhase: number, items: number) => [
    `${twoPhase} of ${items} labelled items on ${axis} were drawn in two phases and the others were not: their labels do not weigh alike.`,
    "Give the label files of one batch at a time, with its own `key`.",
  ],

  /** Labels of hand-picked verdicts cannot show how often a judge errs. */
  IB_CHOSEN_LABELS: (axis: string, items: number) => [
    `${items} labelled items on ${axis} were chosen by hand, with the verdicts known: they say nothing of how often a judge errs.`,
    "They can overrule the verdicts they are about with `bench.review.apply(scan)`. To measure a judge, draw a batch instead of naming its verdicts.",
  ],

  /** Labels of a two-phase draw came without the key that holds their weights. */
  IB_UNWEIGHED_LABELS: (axis: string, items: number) => [
    `${items} labelled items on ${axis} were drawn in two phases, and nothing says what each of them stands for.`,
    "Name the batch's sample with `key`: `bench.review.merge(batch)` writes it.",
  ],

  /** A scan cannot be repeated under the same conditions, so differences would not come from chance alone. The message has the reason. */
  IB_SCORING_CHANGED: (scan: string, reason: string) => [
    `${scan} cannot be judged once more alike: ${reason}.`,
    "Scan the run again with a judge and this corpus, and repeat that scan.",
  ],

  /** Two scans do not compare two judges on the same conversations. The message has the reason. */
  IB_UNLIKE_JUDGES: (first: string, second: string, reason: string) => [
    `${first} and ${second} do not show how judges differ: ${reason}.`,
    "Scan one run once with each judge, with the same profile, checks and corpus, and name those scans.",
  ],

  /** An example names a lexicon that is not in the corpus. */
  IB_UNKNOWN_LEXICON: (lexicon: string, known: readonly string[]) => [
    `No lexicon is named "${lexicon}".`,
    `${askIfMeant(namesLike(lexicon, known))}Known are ${nameSome(known)}; \`bench.list("lexicons")\` shows them.`,
  ],
});
