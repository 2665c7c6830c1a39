import type { LabelsByAnnotator } from "../review/labels-by-annotator.ts";
import { BadAnnotatorError } from "./bad-annotator-error.ts";

/** Who adjudicated has seen what others said, and cannot label blind any more. */
export function refuseAdjudicators(names: Iterable<string>, adjudication: LabelsByAnnotator): void {
  const [name] = active(names, adjudication);
  if (name !== undefined)
    throw new BadAnnotatorError(
      name,
      "cannot label this batch: they adjudicated it, and have seen what others said",
      "Labels are blind. Name somebody who did not adjudicate.",
    );
}

/** Who labelled would decide about their own labels. */
export function refuseLabellers(names: Iterable<string>, labels: LabelsByAnnotator): void {
  const [name] = active(names, labels);
  if (name !== undefined)
    throw new BadAnnotatorError(
      name,
      "cannot adjudicate this batch: they labelled it, and would decide about their own labels",
      "Name somebody who did not label it.",
    );
}

/** Files may have been put there by hand, or two servers opened at once, before either had a label. */
export function refuseBothRoles(labels: LabelsByAnnotator, adjudication: LabelsByAnnotator): void {
  const [name] = active(active(labels.keys(), labels), adjudication);
  if (name !== undefined)
    throw new BadAnnotatorError(
      name,
      "both labelled and adjudicated this batch, and only one of them can count",
      `Keep what they did first, and move the other out of the batch: labels/${name}.jsonl or adjudication/${name}.jsonl.`,
    );
}

/** A link that was never used leaves a file without a label. */
function active(names: Iterable<string>, labels: LabelsByAnnotator): readonly string[] {
  return [...names].filter((name) => (labels.get(name)?.size ?? 0) > 0);
}
