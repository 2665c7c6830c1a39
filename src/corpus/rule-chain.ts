import type { Jurisdiction } from "../schema/ids.ts";

export type RuleChain =
  /** From the one that extends nothing down to the one asked for. */
  | { readonly kind: "chain"; readonly jurisdictions: readonly Jurisdiction[] }
  | { readonly kind: "circle"; readonly circle: readonly Jurisdiction[] };

/** Follows `extends` upwards from one rule file. A parent without a file ends the chain. */
export function ruleChain(
  from: Jurisdiction,
  parentOf: (jurisdiction: Jurisdiction) => Jurisdiction | undefined,
): RuleChain {
  const path: Jurisdiction[] = [];
  for (let at: Jurisdiction | undefined = from; at !== undefined; at = parentOf(at)) {
    const seenAt = path.indexOf(at);
    if (seenAt !== -1) return { kind: "circle", circle: path.slice(seenAt) };
    path.push(at);
  }
  return { kind: "chain", jurisdictions: path.reverse() };
}
