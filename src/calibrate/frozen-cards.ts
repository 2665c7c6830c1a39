import { createRandom } from "../kernel/random.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { CheckId } from "../schema/ids.ts";

export interface CardOfCheck {
  readonly card: GoldenCard;
  readonly checkId: CheckId;
}

/**
 * The cards that a judge's drift is watched on: half of them clear failures, half clear passes, drawn by seed and spread over
 * the checks: none gives a second card before every one has given a first.
 */
export function frozenCards(
  golden: ReadonlyMap<CheckId, readonly GoldenCard[]>,
  options: { readonly size: number; readonly seed: number },
): readonly CardOfCheck[] {
  const half = Math.ceil(options.size / 2);
  return [draw("FAIL", half), draw("PASS", options.size - half)].flat();

  function draw(label: "FAIL" | "PASS", count: number): readonly CardOfCheck[] {
    const random = createRandom(`frozen-cards/1|${options.seed}|${label}`);
    const kind = label === "FAIL" ? "clear_fail" : "clear_pass";
    return [...golden]
      .flatMap(([checkId, cards]) =>
        cards
          .filter((card) => card.label === label && card.kind === kind)
          .map((card) => ({ card, checkId, at: random.next() }))
          .sort((a, b) => a.at - b.at)
          .map((place, round) => ({ ...place, round })),
      )
      .sort((a, b) => a.round - b.round || a.at - b.at)
      .slice(0, count)
      .map(({ card, checkId }) => ({ card, checkId }));
  }
}
