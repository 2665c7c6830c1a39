/** Finds how a check can be made to fail in a scenario that has base replies. */
import { isCompliance } from "../../domain/dimensions.ts";
import type { BaseReply } from "../../schema/corpus/base-replies.ts";
import { type Check, JUDGE_ASKS } from "../../schema/corpus/check.ts";
import type { CardWeight } from "../../schema/corpus/golden-card.ts";
import type { LongCard } from "../../schema/corpus/long-card.ts";
import { MAIN_BRANCH, type Scenario } from "../../schema/corpus/scenario.ts";
import type { CheckId } from "../../schema/ids.ts";
import { failingReply } from "../../text/replies/long-replies.ts";
import { lexiconOf } from "../../text/windows/question-windows.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { bestFitting } from "./card-fit.ts";
import type { DrawnCheck } from "./draw-failures.ts";
import { type PlantableCard, plantableCardsOf } from "./plantable-cards.ts";
import { appendTo, type BasePages, EMPTY_PAGE, type Page, type Passage, readPage } from "./reply-page.ts";

/** One card said in one turn, whichever branch is taken there. */
export interface Way {
  readonly turn: number;
  readonly label: "PASS" | "FAIL";
  readonly cardId: string;
  readonly isLong: boolean;
  readonly passage: Passage;
}

/** Cached, because the same few scenarios are played thousands of times. */
const WAYS = new WeakMap<SimWorld, Map<string, readonly Way[]>>();

/**
 * Lists every way to say a check's cards where it is certain to look: the failing ones and, for a duty, those that keep
 * it, since base replies belong to no product.
 */
export function cardPhrasings(
  world: SimWorld,
  scenario: Scenario,
  { check, turns }: Omit<DrawnCheck, "label">,
  bases: BasePages,
): readonly Way[] {
  const known = WAYS.get(world) ?? new Map<string, readonly Way[]>();
  WAYS.set(world, known);
  const key = `${scenario.scenario_id} ${check.id}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const ways = [
    ...longWays(world, scenario, check, turns),
    ...shortWays(world, scenario, check, turns),
  ].filter((way) => canBeSaid(way, { world, scenario, check }, [...(bases.get(way.turn)?.values() ?? [])]));
  known.set(key, ways);
  return ways;
}

function longWays(
  world: SimWorld,
  scenario: Scenario,
  check: Check,
  turns: readonly number[],
): readonly Way[] {
  return (world.longCards.get(check.id) ?? [])
    .filter(({ of }) => of?.scenario === scenario.scenario_id && (of.branch ?? MAIN_BRANCH) === MAIN_BRANCH)
    .filter((card) => turns.includes(card.of?.turn ?? 0) && failsThisAlone(card, check, world))
    .map((card) => ({
      turn: card.of?.turn ?? 0,
      label: "FAIL",
      cardId: card.pair_id,
      isLong: true,
      passage: { kind: "changes", changes: card.changes },
    }));
}

/** Whether word lists detect this check's failure in a failing reply, and no other check's. */
function failsThisAlone(card: LongCard, check: Check, world: SimWorld): boolean {
  const hitsIn = (text: string) =>
    new Set(world.matcher.find(text, "assistant").map(({ lexicon }) => lexicon));
  const added = hitsIn(failingReply(card)).difference(hitsIn(card.sound));
  const own = lexiconOf(check, world.lexicons);
  const isFound = own?.role !== "assistant" || added.delete(own.name);
  // If the judge sees every window, a list is only a hint.
  return (isFound || JUDGE_ASKS[check.routing.route] === "everything") && added.size === 0;
}

function shortWays(
  world: SimWorld,
  scenario: Scenario,
  check: Check,
  turns: readonly number[],
): readonly Way[] {
  const cards = plantableCardsOf(world, check.id);
  const isDuty = check.eligibility.duty !== undefined;
  const labels = isDuty ? (["FAIL", "PASS"] as const) : (["FAIL"] as const);
  return labels.flatMap((label) => {
    const fitting = bestFitting(
      cards.filter((card) => card.label === label),
      scenario,
    );
    return turns.flatMap((turn) =>
      fitting.flatMap((card) =>
        passagesOf(card, check).map((passage) => ({
          turn,
          label,
          cardId: card.cardId,
          isLong: false,
          passage,
        })),
      ),
    );
  });
}

function passagesOf(card: PlantableCard, check: Check): readonly Passage[] {
  if (card.mustOpen) return [{ kind: "open", words: card.words }];
  // No base reply contains a product's required notice, so nothing has to be removed.
  if (check.fails_by === "commission" || check.eligibility.duty !== undefined)
    return [{ kind: "add", words: card.words }];
  return [{ kind: "instead", words: card.reply }];
}

function canBeSaid(
  { passage, label }: Way,
  {
    world,
    scenario,
    check,
  }: { readonly world: SimWorld; readonly scenario: Scenario; readonly check: Check },
  bases: readonly BaseReply[],
): boolean {
  const asked = new Set(bases);
  return [...asked].every((base) => {
    const page = appendTo({ base, ...EMPTY_PAGE }, passage);
    if (page === null) return false;
    return label === "PASS" || !isClearedByWords(page, check, scenario, world);
  });
}

/** Whether a reply passes by its words alone, whatever else was planted in it. */
function isClearedByWords(page: Page, check: Check, scenario: Scenario, world: SimWorld): boolean {
  const isAboutDisclosure =
    JUDGE_ASKS[check.routing.route] === "flagged" &&
    lexiconOf(check, world.lexicons)?.role === "user" &&
    isCompliance(check);
  if (!isAboutDisclosure) return false;
  const statements = world.rules.get(scenario.jurisdiction)?.disclosure.statements ?? [];
  return world.matcher.plainlySays(readPage(page), statements);
}

/** Words by which a check's failure is recognised, with their card. */
export interface FailingWords {
  readonly cardId: string;
  readonly words: string;
  readonly weight?: CardWeight;
}

/** Returns the failing words of a check's long cards. */
export function longFailingWords(world: SimWorld, checkId: CheckId): readonly FailingWords[] {
  const isSaid = world.checks.get(checkId)?.fails_by === "commission";
  return (world.longCards.get(checkId) ?? []).flatMap(({ pair_id, changes, weight }) => {
    const own = { cardId: pair_id, ...(weight === undefined ? {} : { weight }) };
    const put = changes.map((change) => ({ ...own, words: change.put }));
    // For failures by commission, the longest change first: the others only make room for it, and a judge should quote
    // it.
    return isSaid ? put.toSorted((a, b) => b.words.length - a.words.length) : put;
  });
}

/**
 * Returns the reason for a failure in words for people who do not know the cards. For an omission, it is the missing
 * content in the check's own words.
 */
export function reasonFor(
  { checks }: Pick<SimWorld, "checks">,
  checkId: CheckId,
  { cardId }: Pick<FailingWords, "cardId">,
): string {
  const { fails_by, pass_rule } = checks.get(checkId) ?? {};
  if (fails_by === undefined || fails_by === "commission") return `Recognised ${cardId}.`;
  const [asked = ""] = (pass_rule ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?]) /);
  return `What the check asks for: ${asked}`;
}
