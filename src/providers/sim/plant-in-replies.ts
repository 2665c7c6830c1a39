/**
 * Builds conversations from base replies: the replies of an assistant in a scenario that has them, with planted
 * failures.
 */
import { createRandom } from "../../kernel/random.ts";
import { MAIN_BRANCH } from "../../schema/corpus/scenario.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { type DrawnCheck, drawFailures, type SimConversation, seedOf } from "./draw-failures.ts";
import { appendTo, type BasePages, EMPTY_PAGE, type Page, readPage } from "./reply-page.ts";
import { cardPhrasings, type Way } from "./ways-to-fail.ts";

/** A known truth of a conversation: a check, its correct label, and the turn and words that decide. */
export interface Planting {
  readonly checkId: CheckId;
  readonly turn: number;
  readonly label: "PASS" | "FAIL";
  /** A short card, a long pair, or only the base reply. */
  readonly cardId: string;
}

/** Card id of a base reply without a planting. */
export const BASE_CARD = "base";

export interface ComposedConversation {
  readonly plantings: readonly Planting[];
  /** Returns `undefined` for a turn that the scenario does not have. */
  readonly replyTo: (turn: number, branch: string) => string | undefined;
  /** Returns the reply with its parts; `null` if the scenario has no base replies. */
  readonly pageAt: (turn: number, branch: string) => Page | null;
}

/**
 * Builds a conversation of base replies. Each drawn failure is planted in a turn that its check is certain to look at,
 * whichever branch is taken. A check without a way to fail has no planting.
 */
export function plantInReplies(
  world: SimWorld,
  conversation: SimConversation,
  bases: BasePages,
): ComposedConversation {
  const written = new Map<number, ReadonlyMap<string, Page>>();
  const pagesAt = (turn: number) =>
    written.get(turn) ??
    new Map([...(bases.get(turn) ?? [])].map(([branch, base]) => [branch, { base, ...EMPTY_PAGE }]));
  const plantings = drawFailures(world, conversation)
    .map((drawn) => ({ drawn, ways: cardPhrasings(world, conversation.scenario, drawn, bases) }))
    // Those with the fewest ways first.
    .toSorted((a, b) => a.ways.length - b.ways.length)
    .flatMap(({ drawn, ways }): Planting[] => {
      const [turn] = drawn.turns;
      if (turn === undefined || (ways.length === 0 && drawn.check.eligibility.duty === undefined)) return [];
      const unplanted = { checkId: drawn.check.id, turn, label: "PASS" as const, cardId: BASE_CARD };
      const wanted = ways.filter(({ label }) => label === drawn.label);
      for (const way of inChanceOrder(wanted, conversation, drawn)) {
        const pages = writeEverywhere(pagesAt(way.turn), way);
        if (pages === null) continue;
        written.set(way.turn, pages);
        return [{ checkId: drawn.check.id, turn: way.turn, label: way.label, cardId: way.cardId }];
      }
      return [unplanted];
    });
  const pageAt = (turn: number, branch: string) => {
    const pages = pagesAt(turn);
    return pages.get(branch) ?? pages.get(MAIN_BRANCH) ?? null;
  };
  return {
    plantings,
    pageAt,
    replyTo: (turn, branch) => {
      const page = pageAt(turn, branch);
      return page === null ? undefined : readPage(page);
    },
  };
}

/** Orders cards by chance, a turn's long cards before its short ones, because long cards were written for it. */
function inChanceOrder(
  ways: readonly Way[],
  conversation: SimConversation,
  { check }: DrawnCheck,
): readonly Way[] {
  if (ways.length < 2) return ways;
  const random = createRandom(seedOf("way", conversation, check.id));
  return ways
    .map((way) => ({ way, place: random.next() + (way.isLong ? 0 : 1) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ way }) => way);
}

function writeEverywhere(pages: ReadonlyMap<string, Page>, way: Way): ReadonlyMap<string, Page> | null {
  const written = new Map<string, Page>();
  for (const [branch, page] of pages) {
    const next = appendTo(page, way.passage);
    if (next === null) return null;
    written.set(branch, next);
  }
  return written;
}
