/** Conversations made of base replies: what an assistant says in a scenario that has them, and where its failures stand. */
import { createRandom } from "../../kernel/random.ts";
import { MAIN_BRANCH } from "../../schema/corpus/scenario.ts";
import type { CheckId } from "../../schema/ids.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { type DrawnCheck, drawFailures, type SimConversation, seedOf } from "./draw-failures.ts";
import { type BasePages, EMPTY_PAGE, type Page, readPage, writeOn } from "./reply-page.ts";
import { type Way, waysToSay } from "./ways-to-fail.ts";

/** What of a conversation is known to be true: a check, the label that it deserves, and the turn and the words that decide. */
export interface Planting {
  readonly checkId: CheckId;
  readonly turn: number;
  readonly label: "PASS" | "FAIL";
  /** A short card, a long pair, or the base reply alone. */
  readonly cardId: string;
}

/** What names a base reply that nothing was planted in. */
export const BASE_CARD = "base";

export interface ComposedConversation {
  readonly plantings: readonly Planting[];
  /** `undefined` for a turn that the scenario does not have. */
  readonly replyTo: (turn: number, branch: string) => string | undefined;
  /** The same with its parts; `null` where the scenario has no base replies. */
  readonly pageAt: (turn: number, branch: string) => Page | null;
}

/**
 * A conversation in base replies, with every failure that chance decided on set into one of the turns where its check is
 * certain to look, whichever branch is taken there. A check that nothing could make fail has no planting.
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
    .map((drawn) => ({ drawn, ways: waysToSay(world, conversation.scenario, drawn, bases) }))
    // Those with little choice first.
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

/** Long cards of a turn before short ones set into it: they were written for it. */
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
    const next = writeOn(page, way.passage);
    if (next === null) return null;
    written.set(branch, next);
  }
  return written;
}
