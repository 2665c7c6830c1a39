import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";

export const reviewErrors = defineErrors({
  /** Labels belong to other verdicts than those of the given scan. */
  IB_OTHER_SCAN_LABELLED: (key: string, scan: string, drawnFrom: string) => [
    `${key} is the key of a batch that was not drawn from ${scan}.`,
    `It was drawn from ${drawnFrom}: name that scan, as it was then.`,
  ],

  /** A label is about a verdict that is in none of the batches with a given key. */
  IB_LABEL_OUTSIDE_BATCH: (item: string, place: string) => [
    `${place}: no batch that was named has an item ${item}.`,
    "The key of each batch has to lie beside its label file, or be named with `keyFiles`.",
  ],

  /** No verdict has the same label from two people or a decision of an adjudicator. */
  IB_NOTHING_DECIDED: (counts: { readonly alone: number; readonly disputed: number }) => [
    `People decided no verdict: ${counts.alone} have one person's label, ${counts.disputed} are disputed.`,
    {
      hint: 'Two people have to label the same items; where they differ a third decides: `bench.review.serve(batch, { mode: "adjudicate" })`, then merge again and name the file of decisions too.',
      exitCode: ExitCode.incomplete,
    },
  ],

  /** A scan holds verdicts by people, but only those of a judge are accepted. */
  IB_DECIDED_BY_PEOPLE: (scan: string, source: string) => [
    `People decided some verdicts of ${scan}, so that it says nothing of its judge.`,
    `Name the scan that it comes from, ${source}, and all label files that are to count.`,
  ],

  /** A scan of this name exists and comes from other input. */
  IB_SCAN_NAME_TAKEN: (name: string) => [
    `There is a scan ${name} already, and it comes of other verdicts or labels.`,
    "Give it another name, or leave the name out.",
  ],
});
