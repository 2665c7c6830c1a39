import { sha256 } from "../kernel/hash.ts";
import type { SampledVerdict } from "../schema/sampled-verdict.ts";

const ITEM_DIGITS = 16;

/**
 * Gives sampled verdicts their opaque names, and the order of these names, so that neither tells anything. Whoever has
 * not the scan itself cannot guess `secret`, and so cannot find out which conversation an item is by trying names.
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
    .toSorted((a, b) => (a.item < b.item ? -1 : 1));
}
