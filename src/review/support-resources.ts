import type { SupportResource } from "../schema/review-batch.ts";
import type { CareResource } from "../schema/rule-set.ts";

/** What helps anybody, whoever they are; lines for one group are left to those who know of them. */
const FOR_ANYBODY: ReadonlySet<string> = new Set([
  "emergency",
  "suicide",
  "emotional_crisis",
  "substance_crisis",
  "medical_advice",
]);

/** Whom a reader can turn to after reading this, each once, in the order of the rule sets. */
export function supportResources(resources: Iterable<CareResource>): readonly SupportResource[] {
  const byName = new Map<string, SupportResource>();
  for (const { name, numbers, text, for: needs, regions } of resources) {
    if (!needs.every((need) => FOR_ANYBODY.has(need)) || byName.has(name)) continue;
    byName.set(name, { name, numbers, ...(text === undefined ? {} : { text }), regions });
  }
  return [...byName.values()];
}
