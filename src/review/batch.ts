/** Prepares items for labelling: without a name, in an order of their own, with reference facts and help lines. */

import { hashOf, sha256 } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { HelpLine } from "../schema/corpus/help-line.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import type { ReviewFact, SupportResource } from "../schema/review/review-batch.ts";
import type { ReviewKey, SampledVerdict } from "../schema/review/review-key.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";

const ITEM_DIGITS = 16;

/**
 * Gives sampled verdicts opaque names and sorts by them, so that neither name nor order reveals anything. People
 * without the scan cannot guess `secret`, so they cannot find an item's conversation by trying names.
 */
export function identifyItems(
  sampled: readonly Omit<SampledVerdict, "item">[],
  secret: string,
): readonly SampledVerdict[] {
  return sampled
    .map((verdict) => ({
      ...verdict,
      item: sha256(`review-item/1|${secret}|${verdict.verdict_item}`).slice(0, ITEM_DIGITS),
    }))
    .toSorted(by(({ item }) => item));
}

/** Derives the secret that only people with the scan know. It is specific to these conversations and this judging. */
export function batchSecret(plan: Pick<ScanPlan, "transcripts" | "fingerprints">, seed: number): string {
  const transcripts = plan.transcripts.map(({ transcript_hash }) => transcript_hash);
  return hashOf([seed, plan.fingerprints.scoring.hash, transcripts]);
}

/** Whether a batch's items are verdicts of this scan: only its own conversations give them these names. */
export function isDrawnFrom(
  key: Pick<ReviewKey, "seed" | "scan_id" | "scoring_hash" | "items">,
  scan: { readonly scanId: string; readonly plan: Pick<ScanPlan, "transcripts" | "fingerprints"> },
): boolean {
  if (key.scan_id !== scan.scanId || key.scoring_hash !== scan.plan.fingerprints.scoring.hash) return false;
  const named = identifyItems(key.items, batchSecret(scan.plan, key.seed));
  const known = new Map(named.map(({ verdict_item, item }) => [verdict_item, item]));
  return key.items.every(({ verdict_item, item }) => known.get(verdict_item) === item);
}

/** Orders items differently per annotator, but always the same for one, so that tiredness and habit affect different items. */
export function orderForAnnotator<Item extends { readonly item: string }>(
  items: readonly Item[],
  annotator: string,
): readonly Item[] {
  return items
    .map((item) => ({ item, place: sha256(`review-order/1|${annotator}|${item.item}`) }))
    .toSorted(by(({ place }) => place))
    .map(({ item }) => item);
}

/** Returns the reference facts that a check needs; none for a check without facts. */
export function factsForCheck({ routing }: Check, facts: readonly ReferenceFact[]): readonly ReviewFact[] {
  if (!routing.corpus_required) return [];
  const topics = "reference" in routing ? routing.reference : undefined;
  return facts
    .filter(({ topic }) => topics === undefined || topics.includes(topic))
    .map(({ id, claim, common_misstatements, jurisdiction, checked }) => ({
      id,
      claim,
      common_misstatements,
      jurisdiction,
      checked,
    }));
}

const CRISIS_NEEDS: ReadonlySet<string> = new Set(["emergency", "suicide", "emotional_crisis"]);
/** Needs that concern everyone. Lines for one group are left to people who know about them. */
const GENERAL_NEEDS: ReadonlySet<string> = new Set([...CRISIS_NEEDS, "substance_crisis", "medical_advice"]);

/** Lists help lines for a reader, each once, in the order of the registry. */
export function supportResources(resources: Iterable<HelpLine>): readonly SupportResource[] {
  const byName = new Map<string, SupportResource>();
  for (const { name, numbers, text, for: needs, regions } of resources) {
    const helps =
      needs.some((need) => CRISIS_NEEDS.has(need)) && needs.every((need) => GENERAL_NEEDS.has(need));
    if (!helps || byName.has(name)) continue;
    byName.set(name, { name, numbers, ...(text === undefined ? {} : { text }), regions });
  }
  return [...byName.values()];
}
