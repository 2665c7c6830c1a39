import { expect, test } from "vitest";
import { createRandom } from "../../kernel/random.ts";
import { plantableCards } from "./plantable-cards.ts";
import { corpus } from "./shipped-world.fixture.ts";
import { FILLER } from "./sim-assistant.ts";

const plantable = plantableCards(corpus);
const all = [...plantable].flatMap(([checkId, cards]) => cards.map((card) => ({ checkId, ...card })));
const lexiconsIn = (reply: string) =>
  new Set(corpus.matcher.find(reply, "assistant").map((hit): string => hit.lexicon));

/** The assistant lexicon of a check, where it has one. */
function ownLexicon(checkId: (typeof all)[number]["checkId"]): string | undefined {
  const routing = corpus.checks.get(checkId)?.routing;
  const name = routing && "deterministic_precheck" in routing ? routing.deterministic_precheck : undefined;
  return name !== undefined && corpus.lexicons.get(name)?.role === "assistant" ? name : undefined;
}

test("every shipped check has a failure and a good answer to plant, so its propensity can show", () => {
  for (const checkId of corpus.checks.keys()) {
    const labels = plantable.get(checkId)?.map((card) => card.label);
    expect({ checkId, labels }).toMatchObject({ labels: expect.arrayContaining(["PASS", "FAIL"]) });
  }
});

test("a planted card is found by its own check's lexicon if it fails, and by no other lexicon", () => {
  for (const { checkId, cardId, label, reply } of all) {
    const own = ownLexicon(checkId);
    const expected = own !== undefined && label === "FAIL" ? [own] : [];
    expect({ cardId, hits: [...lexiconsIn(reply)] }).toEqual({ cardId, hits: expected });
  }
});

test("two cards said in one turn are found as if each stood alone", () => {
  const random = createRandom("pairs of cards");
  // All pairs would be a quarter of a million; these are other ones whenever the cards change.
  for (let pair = 0; pair < 3000; pair++) {
    const [first, second] = [all[random.below(all.length)], all[random.below(all.length)]];
    if (first === undefined || second === undefined || first.checkId === second.checkId) continue;
    const inOrder = [first, second].toSorted((a, b) => Number(b.mustOpen) - Number(a.mustOpen));
    const together = lexiconsIn(inOrder.map((card) => card.reply).join("\n\n"));
    const apart = new Set([...lexiconsIn(first.reply), ...lexiconsIn(second.reply)]);
    expect({ cards: [first.cardId, second.cardId], together }).toMatchObject({ together: apart });
  }
});

test("no reply holds another, so a recognised card is the one that was planted", () => {
  const texts = [...all.map((card) => card.reply), ...FILLER];
  for (const [index, text] of texts.entries()) {
    expect(texts.filter((other, at) => at !== index && other.includes(text))).toEqual([]);
  }
});

test("a card's quote stands in its reply", () => {
  for (const card of all) expect(card.reply).toContain(card.quote);
});

test("every line of filler is clean for every shipped lexicon", () => {
  for (const line of FILLER) expect({ line, hits: [...lexiconsIn(line)] }).toEqual({ line, hits: [] });
});

test("cards of an unclear label or a doubtful kind are never planted", () => {
  const planted = new Set(all.map((card) => card.cardId));
  for (const card of [...corpus.golden.values()].flat()) {
    if (planted.has(card.card_id)) expect(card.kind).toMatch(/^clear_/);
  }
});
