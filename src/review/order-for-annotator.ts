import { sha256 } from "../kernel/hash.ts";

/** Everyone has an order of their own, always the same: so tiredness and habit do not fall on the same items. */
export function orderForAnnotator<Item extends { readonly item: string }>(
  items: readonly Item[],
  annotator: string,
): readonly Item[] {
  return items
    .map((item) => ({ item, place: sha256(`review-order/1|${annotator}|${item.item}`) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ item }) => item);
}
