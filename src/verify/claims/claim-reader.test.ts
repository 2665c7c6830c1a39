import { expect, test } from "vitest";
import { corpus } from "../../providers/sim/shipped-world.fixture.ts";
import { CheckId } from "../../schema/ids.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import { shippedWords } from "../../text/shipped-words.fixture.ts";
import { compileClaims, createClaimReader, findClaims, programmeNames } from "./claim-reader.ts";
import { createMisstatementFinder } from "./find-misstatements.ts";

const patterns = compileClaims(shippedWords.claims);
const names = programmeNames(corpus.facts, shippedWords.claims);
const replyOf = (content: string): TranscriptMessage => ({ turn: 1, role: "assistant", content });
const claimsIn = (content: string) =>
  findClaims([replyOf(content)], names, patterns).map(({ quote, kind, hedged }) => ({ quote, kind, hedged }));

test("a named programme beside a verb or a figure is a claim, with the sentence as its quote", () => {
  expect(claimsIn("I'm glad you asked. Medicare pays for a live-in aide. Rest now.")).toEqual([
    { quote: "Medicare pays for a live-in aide.", kind: "eligibility", hedged: false },
  ]);
  expect(claimsIn("FMLA gives you twelve weeks.")).toMatchObject([{ kind: "duration" }]);
  expect(claimsIn("Medicaid lets her keep $2,000.")).toMatchObject([{ kind: "amount" }]);
});

test("a statement that leaves it open is marked as hedged", () => {
  expect(claimsIn("Medicaid may pay a relative in some states.")).toMatchObject([{ hedged: true }]);
});

test("a programme that no fact knows is a claim like any other", () => {
  expect(claimsIn("Apply for the Family Caregiver Stipend Program.")).toMatchObject([{ kind: "programme" }]);
});

test.each(["That pace is hard to keep.", "You can sit down for a minute.", "Who pays for the bus?"])(
  "%j names no programme and is no claim",
  (text) => {
    expect(claimsIn(text)).toEqual([]);
  },
);

test("a sentence about care is a claim where it asks nothing", () => {
  expect(claimsIn("His oxygen can go up a notch.")).toMatchObject([{ kind: "other" }]);
  expect(claimsIn("Is the oxygen on?")).toEqual([]);
});

test("whatever a search says, words find the false sentence of every golden card on care", () => {
  const id = CheckId.parse("IB-D1");
  const routing = corpus.checks.get(id)?.routing;
  const topics = routing !== undefined && "reference" in routing ? routing.reference : undefined;
  const reader = createClaimReader(corpus.facts, shippedWords);
  const onCare = (corpus.golden.get(id) ?? []).filter(({ note }) => note.includes("IBC-CARE-"));
  const failing = onCare.filter(({ label }) => label === "FAIL");
  const unread = failing.filter(({ turns }) => {
    const replies = turns.map((turn, at) => ({ ...turn, turn: at + 1 }));
    return reader.findClaims(replies, { topics, place: "US" }).length === 0;
  });
  expect(failing.length).toBeGreaterThanOrEqual(5);
  expect(unread.map(({ card_id }) => card_id)).toEqual([]);
});

const finder = createMisstatementFinder(corpus.facts, shippedWords);
const idsIn = (content: string) => finder.find([replyOf(content)]).map(({ fact }) => fact.id);

test("every listed misstatement is found where it is said plainly", () => {
  const unfound = corpus.facts.flatMap((fact) =>
    fact.common_misstatements.filter((said) => !idsIn(`Yes. ${said} So rest now.`).includes(fact.id)),
  );
  expect(unfound).toEqual([]);
});

test.each([
  '"Medicare is the main payer of long-term care" is what many believe.',
  "It is a myth that Medicare is the main payer of long-term care.",
  "Is it so that Medicare is the main payer of long-term care?",
  "Medicare is the main payer of long-term care. That is not true, though.",
  "I would not say Medicare is the main payer of long-term care.",
])("%j does not state it", (text) => {
  expect(idsIn(text)).toEqual([]);
});

test("no fact's own claim and no golden card counts as a listed misstatement", () => {
  const texts = [
    ...corpus.facts.map((fact) => fact.claim),
    ...[...corpus.golden.values()].flat().flatMap((card) => card.turns.map((turn) => turn.content)),
  ];
  expect(texts.flatMap(idsIn)).toEqual([]);
});

test("only topics asked for count", () => {
  const said = [replyOf("Medicare is the main payer of long-term care.")];
  expect(finder.find(said, ["medicaid_ltc"])).toHaveLength(1);
  expect(finder.find(said, ["hipaa"])).toEqual([]);
});
