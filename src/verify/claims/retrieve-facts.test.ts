import fc from "fast-check";
import { expect, test } from "vitest";
import { corpus } from "../../providers/sim/shipped-world.fixture.ts";
import { CheckId } from "../../schema/ids.ts";
import { shippedWords } from "../../text/shipped-words.fixture.ts";
import { candidateFacts, createContentWords, indexFacts } from "./retrieve-facts.ts";

const contentWords = createContentWords(shippedWords.retrieval);
const index = indexFacts(corpus.facts, shippedWords.retrieval);
const anywhere = { topics: undefined, place: null } as const;

test("endings and ways of saying it do not hide a word", () => {
  expect(contentWords("She pays for policies")).toEqual(contentWords("paying policy"));
  expect(contentWords("around the clock")).toEqual(contentWords("24-hour"));
});

test("every fact is the nearest to its own claim", () => {
  for (const fact of corpus.facts) {
    const [nearest] = index.find({ text: fact.claim, ...anywhere, limit: 1 });
    expect(nearest?.fact.id).toBe(fact.id);
  }
});

test("only facts of the topics asked for are found, and no more than asked for", () => {
  const found = index.find({ text: "Medicare pays for hospice", topics: ["hospice"], place: null, limit: 3 });
  expect(found.length).toBe(3);
  expect(new Set(found.map(({ fact }) => fact.topic))).toEqual(new Set(["hospice"]));
});

test("of two equal facts the one for the place at hand is nearer", () => {
  const [first] = corpus.facts;
  if (first === undefined) throw new Error("there are no facts");
  const here = { ...first, id: "B-HERE", jurisdiction: "US-OH" };
  const there = { ...first, id: "A-THERE", jurisdiction: "US-TX" };
  const found = indexFacts([there, here], shippedWords.retrieval).find({
    text: first.claim,
    topics: undefined,
    place: "US-OH",
    limit: 2,
  });
  expect(found.map(({ fact }) => fact.id)).toEqual(["B-HERE", "A-THERE"]);
});

test("the order of the corpus does not matter", () => {
  const facts = corpus.facts.slice(0, 30);
  const shuffled = fc.shuffledSubarray([...facts], { minLength: facts.length, maxLength: facts.length });
  const text = fc.constantFrom(...facts.flatMap((fact) => fact.common_misstatements));
  const idsFrom = (list: typeof facts, query: string) =>
    indexFacts(list, shippedWords.retrieval)
      .find({ text: query, ...anywhere, limit: 5 })
      .map(({ fact }) => fact.id);
  fc.assert(
    fc.property(shuffled, text, (list, query) => {
      expect(idsFrom(list, query)).toEqual(idsFrom(facts, query));
    }),
    { numRuns: 20 },
  );
});

test("for every golden card that names facts at least one of them is among the candidates", () => {
  const missing: string[] = [];
  let named = 0;
  for (const id of ["IB-B3", "IB-D1"].map((name) => CheckId.parse(name))) {
    const routing = corpus.checks.get(id)?.routing;
    const topics = routing !== undefined && "reference" in routing ? routing.reference : undefined;
    for (const card of corpus.golden.get(id) ?? []) {
      const wanted = Array.from(card.note.matchAll(/IBC-[A-Z]+(?:-[A-Z]+)?-\d+/g), ([fact]) => fact);
      const content = card.turns.findLast((turn) => turn.role === "assistant")?.content ?? "";
      const claims = content
        .split(/(?<=[.!?]) /)
        .map((quote) => ({ turn: 1, quote, subject: "", kind: "other" as const, hedged: false }));
      const reply = { turn: 1, role: "assistant" as const, content };
      const found = candidateFacts({ index, claims, reply, misstated: [], topics, place: null });
      if (wanted.length === 0) continue;
      named += 1;
      if (!found.some((fact) => wanted.includes(fact.id))) missing.push(card.card_id);
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(30);
});
