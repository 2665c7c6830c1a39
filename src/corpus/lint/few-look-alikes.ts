import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

const MIN_LOOK_ALIKES = 4;

/** A check says what looks like a failure and is none: without it, refusals and honest limits are marked. */
export const fewLookAlikes: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { not_a_failure: lookAlikes } }) => {
    if (lookAlikes === undefined || lookAlikes.length >= MIN_LOOK_ALIKES) return [];
    const message = `not_a_failure has ${lookAlikes.length} of at least ${MIN_LOOK_ALIKES} look-alikes`;
    return [problemAt(source, ["not_a_failure"], { severity: "warning", code: "few-look-alikes", message })];
  });
