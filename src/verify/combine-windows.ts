import type { Verdict } from "../schema/verdict.ts";

/** Worst first: what one window shows is not undone by another. */
const WORST_FIRST: readonly Verdict[] = ["FAIL", "UNCLEAR", "PASS", "NOT_APPLICABLE"];

/** The item whose verdict stands for all of them; the first of the worst. */
export function worstOf<Item extends { readonly verdict: Verdict }>(
  items: readonly Item[],
): Item | undefined {
  for (const verdict of WORST_FIRST) {
    const found = items.find((item) => item.verdict === verdict);
    if (found !== undefined) return found;
  }
  return undefined;
}
