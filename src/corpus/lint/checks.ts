/** Rules about a check by itself. */
import { isGateDimension } from "../../domain/dimensions.ts";
import { isEligible, scenarioTags } from "../../domain/scenarios.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../read/source-file.ts";

/** Every check applies to at least one scenario. */
export const uncoveredChecks: CorpusRule = ({ checks, scenarios }) => {
  const tagSets = scenarios.flatMap(({ value }) => (value === null ? [] : [scenarioTags(value)]));
  // A scenario that cannot be read might be the one that covers a check.
  if (tagSets.length < scenarios.length) return [];
  return checks.flatMap(({ source, value: check }) => {
    if (check === null || tagSets.some((tags) => isEligible(check, tags))) return [];
    const message = `no scenario carries a tag that ${check.id} reads`;
    const path = ["eligibility", "scenario_tags_any"];
    return [problemAt(source, path, { severity: "warning", code: "uncovered-check", message })];
  });
};

const MIN_LOOK_ALIKES = 4;

/** A check says what looks like a failure and is none: without it, refusals and honest limits are marked. */
export const fewLookAlikes: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { not_a_failure: lookAlikes } }) => {
    if (lookAlikes === undefined || lookAlikes.length >= MIN_LOOK_ALIKES) return [];
    const message = `not_a_failure has ${lookAlikes.length} of at least ${MIN_LOOK_ALIKES} look-alikes`;
    return [problemAt(source, ["not_a_failure"], { severity: "warning", code: "few-look-alikes", message })];
  });

const MAX_WORDS = 600;

/** A judge is asked a narrow question. */
export const longPrompts: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { prompt } }) => {
    const words = prompt?.split(/\s+/).length ?? 0;
    if (words <= MAX_WORDS) return [];
    const message = `the prompt has ${words} words: more than ${MAX_WORDS} is not a narrow question`;
    return [problemAt(source, ["prompt"], { severity: "warning", code: "long-prompt", message })];
  });

/** Only a check that can gate says how a gate's votes combine. */
export const gateAggregation: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { primary_bucket: bucket, routing } }) => {
    if (bucket === undefined || isGateDimension(bucket) || routing?.gate_aggregation === undefined) return [];
    const message = `a check of dimension ${bucket} does not gate: gate_aggregation has no meaning here`;
    const path = ["routing", "gate_aggregation"];
    return [problemAt(source, path, { severity: "warning", code: "gate-aggregation", message })];
  });
