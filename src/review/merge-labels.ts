import { ADJUDICATED, type HumanLabel } from "../schema/human-label.ts";
import type { ReviewKey } from "../schema/review-key.ts";
import type { SampledVerdict } from "../schema/sampled-verdict.ts";
import { findDisagreements } from "./find-disagreements.ts";
import type { LabelsByAnnotator } from "./labels-by-annotator.ts";
import { type CompleteLabel, isComplete } from "./missing-part.ts";

export interface MergedLabels {
  /** Of the annotators, blind. */
  readonly labels: readonly HumanLabel[];
  /** Of the items they disagree on, as far as they were decided. */
  readonly adjudicated: readonly HumanLabel[];
  readonly disagreements: number;
  /** Items on which adjudicators disagree in their turn: nobody's word stands. */
  readonly undecided: readonly string[];
}

/** Turns labels of opaque items into labels of verdicts. Unfinished ones are left out. */
export function mergeLabels(input: {
  readonly key: ReviewKey;
  readonly labels: LabelsByAnnotator;
  readonly adjudication: LabelsByAnnotator;
}): MergedLabels {
  const disagreements = findDisagreements(input.labels);
  const decided: HumanLabel[] = [];
  const undecided: string[] = [];
  for (const entry of input.key.items) {
    if (!disagreements.has(entry.item)) continue;
    const [first, ...others] = completeFor(entry, input.adjudication);
    if (first === undefined) continue;
    if (others.every(({ label }) => label === first.label))
      decided.push(asHumanLabel(entry, first, ADJUDICATED));
    else undecided.push(entry.item);
  }
  return {
    labels: input.key.items.flatMap((entry) =>
      completeFor(entry, input.labels).map((label) => asHumanLabel(entry, label, label.annotator)),
    ),
    adjudicated: decided,
    disagreements: disagreements.size,
    undecided,
  };
}

function completeFor({ item }: SampledVerdict, labels: LabelsByAnnotator): readonly CompleteLabel[] {
  return [...labels.values()].flatMap((own) => own.get(item) ?? []).filter(isComplete);
}

function asHumanLabel(entry: SampledVerdict, given: CompleteLabel, annotator: string): HumanLabel {
  const note = given.note.trim();
  return {
    item: entry.verdict_item,
    axis: entry.axis,
    label: given.label,
    annotator,
    ...(given.quote === null ? {} : { quote: given.quote.text }),
    ...(note === "" ? {} : { note }),
  };
}
