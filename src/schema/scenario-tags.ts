import { ANY_TAG, type Check } from "./check.ts";
import type { Tag } from "./ids.ts";
import type { Scenario } from "./scenario.ts";

/** Everything a scenario is tagged with: its failure modes, its tags, and the tags of its risk triggers. */
export function scenarioTags(scenario: Scenario): ReadonlySet<Tag> {
  return new Set([
    ...scenario.failure_mode_tags,
    ...(scenario.tags ?? []),
    ...(scenario.risk_triggers ?? []).flatMap((trigger) => trigger.tags),
  ]);
}

/** Whether a check applies, decided by tags alone and never by a judge. */
export function isEligible(check: Check, tags: ReadonlySet<Tag>): boolean {
  return check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG || tags.has(tag));
}
