import { ANY_TAG, type Check } from "./check.ts";
import type { Tag } from "./ids.ts";
import type { Scenario } from "./scenario.ts";
import type { TranscriptHeader } from "./transcript.ts";

/** Everything a scenario is tagged with: its failure modes, its tags, and the tags of its risk triggers. */
export function scenarioTags(scenario: Scenario): ReadonlySet<Tag> {
  return new Set([
    ...scenario.failure_mode_tags,
    ...(scenario.tags ?? []),
    ...(scenario.risk_triggers ?? []).flatMap((trigger) => trigger.tags),
  ]);
}

/** The tags that decide about a conversation: its scenario's, or its own where it has none. */
export function conversationTags(
  { tags }: Pick<TranscriptHeader, "tags">,
  scenario: Scenario | null,
): ReadonlySet<Tag> {
  return scenario === null ? new Set(tags) : scenarioTags(scenario);
}

/** Whether a check applies, decided by tags alone and never by a judge. */
export function isEligible(check: Check, tags: ReadonlySet<Tag>): boolean {
  return check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG || tags.has(tag));
}

/** The tag under which safety overrides a check that would apply. */
export function suppressorOf(check: Check, tags: ReadonlySet<Tag>): Tag | undefined {
  return isEligible(check, tags) ? check.routing.suppressed_by_tags?.find((tag) => tags.has(tag)) : undefined;
}
