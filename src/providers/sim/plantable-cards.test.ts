import { expect, test } from "vitest";
import { createRandom } from "../../kernel/random.ts";
import { ASSISTANT_PROFILES, FILLER } from "../assistant-profiles.ts";
import { plantableCards } from "./plantable-cards.ts";
import { corpus } from "./shipped-world.fixture.ts";

const plantable = plantableCards(corpus);
const all = [...plantable].flatMap(([checkId, cards]) => cards.map((card) => ({ checkId, ...card })));
const closings = ASSISTANT_PROFILES.flatMap((profile) => profile.closings ?? []);
const lines = [...FILLER, ...closings];
const lexiconsIn = (reply: string) =>
  new Set(corpus.matcher.find(reply, "assistant").map((hit): string => hit.lexicon));

/** Returns the assistant lexicon of a check, if it has one. */
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

test("two cards said in one turn, with the words around them, are found as if each stood alone", () => {
  const random = createRandom("pairs of cards");
  const any = <Item>(items: readonly Item[]) => items[random.below(items.length)];
  // All pairs would be a quarter of a million; a change of the cards changes the sample.
  for (let pair = 0; pair < 3000; pair++) {
    const [first, second] = [any(all), any(all)];
    if (first === undefined || second === undefined || first.checkId === second.checkId) continue;
    const [before, after] = [first, second].toSorted((a, b) => Number(b.mustOpen) - Number(a.mustOpen));
    const said = `${before?.reply}\n\n${after?.reply}\n\n${any(closings)}`;
    const apart = new Set([...lexiconsIn(first.reply), ...lexiconsIn(second.reply)]);
    expect({ said, together: lexiconsIn(said) }).toEqual({ said, together: apart });
  }
});

test("no reply and no line holds another, so a recognised card is the one that was planted", () => {
  const texts = [...all.map((card) => card.reply), ...lines];
  expect(new Set(texts).size).toBe(texts.length);
  for (const [index, text] of texts.entries()) {
    expect(texts.filter((other, at) => at !== index && other.includes(text))).toEqual([]);
  }
});

test("a card's quote stands in its reply", () => {
  for (const card of all) expect(card.reply).toContain(card.quote);
});

test("every line that is no card is clean for every shipped lexicon", () => {
  for (const line of lines) expect({ line, hits: [...lexiconsIn(line)] }).toEqual({ line, hits: [] });
});

test("a card's words stand in its reply, and fail by the lists that its reply fails by", () => {
  for (const { cardId, reply, words, label } of all) {
    expect(reply).toContain(words);
    if (label === "FAIL")
      expect({ cardId, hits: lexiconsIn(words) }).toEqual({ cardId, hits: lexiconsIn(reply) });
  }
});

test("there are enough lines for a long conversation", () => {
  expect(FILLER.length).toBeGreaterThanOrEqual(30);
});

test("cards of an unclear label or a doubtful kind are never planted", () => {
  const planted = new Set(all.map((card) => card.cardId));
  for (const card of [...corpus.golden.values()].flat()) {
    if (planted.has(card.card_id)) expect(card.kind).toMatch(/^clear_/);
  }
});
