import { isEligible, scenarioTags } from "../../schema/scenario-tags.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

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
