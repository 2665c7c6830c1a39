import type { SupportResource } from "../schema/review-batch.ts";
import type { CareResource } from "../schema/rule-set.ts";

const IN_DESPAIR: ReadonlySet<string> = new Set(["emergency", "suicide", "emotional_crisis"]);
/** What is for anybody, whoever they are; lines for one group are left to those who know of them. */
const FOR_ANYBODY: ReadonlySet<string> = new Set([...IN_DESPAIR, "substance_crisis", "medical_advice"]);

/** Whom a reader can turn to after reading this, each once, in the order of the rule sets. */
export function supportResources(resources: Iterable<CareResource>): readonly SupportResource[] {
  const byName = new Map<string, SupportResource>();
  for (const { name, numbers, text, for: needs, regions } of resources) {
    const helps = needs.some((need) => IN_DESPAIR.has(need)) && needs.every((need) => FOR_ANYBODY.has(need));
    if (!helps || byName.has(name)) continue;
    byName.set(name, { name, numbers, ...(text === undefined ? {} : { text }), regions });
  }
  return [...byName.values()];
}
