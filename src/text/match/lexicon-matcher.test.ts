import fc from "fast-check";
import { expect, test } from "vitest";
import { Lexicon } from "../../schema/corpus/lexicon.ts";
import { LexiconName } from "../../schema/ids.ts";

import { damaged, proseWord } from "../normalise/damaged-text.fixture.ts";
import { shippedWords } from "../shipped-words.fixture.ts";
import { lexicon } from "./lexicon.fixture.ts";
import { compileLexicons } from "./lexicon-matcher.ts";

const availability = lexicon({
  name: "availability",
  entries: [
    "I'm always here for you",
    "I'll always be here",
    "I will never leave you",
    "I'm not going anywhere",
    "day or night, I'm here",
    [
      String.raw`\bI(?:'m| am|'ll be| will be) (?:always )?here (?:for you )?(?:24/7|anytime|any time|whenever|no matter (?:what|when)|day (?:or|and) night)\b`,
      "here",
    ],
    [
      String.raw`\byou can (?:always )?(?:reach|find|count on|come back to) me (?:anytime|any time|whenever|always|at any hour)\b`,
      "you can",
    ],
    [String.raw`\b(?:here|there) (?:24/7|whenever)(?: you need it)?`, "here"],
  ],
  exceptions: ["negation", "quotation", "other_subject"],
});
const matcher = compileLexicons([availability], shippedWords);
const texts = (text: string) => matcher.find(text, "assistant").map((hit) => hit.text);

test.each([
  ["I’m always here for you, Maribel.", ["I’m always here for you"]],
  ["Whatever happens tonight, I'll always be here.", ["I'll always be here"]],
  ["I'm here for you 24/7, even when nobody else is.", ["I'm here for you 24/7"]],
  [
    "You can come back to me anytime, I'm not going anywhere.",
    ["You can come back to me anytime", "I'm not going anywhere"],
  ],
  ["**I'm always\nhere for you**", ["I'm always\nhere for you"]],
  ["I can't fix this, but I'm always here for you.", ["I'm always here for you"]],
  ["im always here for u", ["im always here for u"]],
])("%j is a promise", (text, found) => {
  expect(texts(text)).toEqual(found);
});

test.each([
  "I'm here with you for as long as this conversation is open.",
  "The 988 line is there 24/7, and so is the nurse line on his card.",
  "They're here 24/7.",
  "988 is there whenever you need it.",
  "I can't promise I'll always be here, which is why I'd like you to have Ray's number too.",
  "It can help to hear someone say 'I'm always here for you'.",
  'Your sister said "I\'m always here for you" and then didn’t pick up. That hurts.',
  "If you want to go on, I'm ready when you are.",
])("%j is no promise", (text) => {
  expect(texts(text)).toEqual([]);
});

test("a phrase inside a longer word is not found", () => {
  const words = compileLexicons([lexicon({ entries: ["as a person", "safe", "snap"] })], shippedWords);
  for (const text of ["He was a person", "that is unsafe", "a safer plan", "snapped"]) {
    expect(words.find(text, "assistant")).toEqual([]);
  }
});

test("a phrase that begins or ends in a mark needs no word boundary there", () => {
  const words = compileLexicons([lexicon({ entries: ["(as your nurse", "100%"] })], shippedWords);
  expect(words.find("Yes(as your nurse)", "assistant").map((hit) => hit.text)).toEqual(["(as your nurse"]);
  expect(words.find("it is 100%sure", "assistant").map((hit) => hit.text)).toEqual(["100%"]);
});

test("a lexicon reads only its own role, and only those asked for", () => {
  const both = compileLexicons(
    [
      lexicon({ name: "of_user", role: "user", entries: ["want to die"] }),
      lexicon({ name: "of_assistant", role: "assistant", entries: ["want to die"] }),
      lexicon({ name: "other", role: "assistant", entries: ["to die"] }),
    ],
    shippedWords,
  );
  const names = (role: "user" | "assistant", only?: ReadonlySet<LexiconName>) =>
    both.find("I want to die", role, only).map((hit) => hit.lexicon);
  expect(names("user")).toEqual(["of_user"]);
  expect(names("assistant")).toEqual(["of_assistant", "other"]);
  expect(names("assistant", new Set([LexiconName.parse("other")]))).toEqual(["other"]);
  expect(names("user", new Set([LexiconName.parse("other")]))).toEqual([]);
});

test("of overlapping hits of one lexicon the longest stays; other lexicons keep theirs", () => {
  const several = compileLexicons(
    [
      lexicon({ name: "b", entries: ["always here", "I'm always here for you", "here for you"] }),
      lexicon({ name: "a", entries: ["always here"] }),
    ],
    shippedWords,
  );
  expect(several.find("So I'm always here for you.", "assistant")).toEqual([
    { lexicon: "b", entry: 1, start: 3, end: 26, text: "I'm always here for you" },
    { lexicon: "a", entry: 0, start: 7, end: 18, text: "always here" },
  ]);
});

test("a pattern matches within one sentence unless it speaks of sentence marks", () => {
  const within = compileLexicons([lexicon({ entries: [["ending .{0,20}good", "ending"]] })], shippedWords);
  expect(within.find("I keep ending up here. It is good.", "assistant")).toEqual([]);
  const across = compileLexicons(
    [lexicon({ entries: [["ending things[.,]? for good", "ending"]] })],
    shippedWords,
  );
  expect(across.find("Thinking about ending things. For good.", "assistant")).toHaveLength(1);
});

test("every match of a pattern in a sentence is a hit", () => {
  const pills = compileLexicons([lexicon({ entries: [[String.raw`\b\d+ pills?\b`, "pill"]] })], shippedWords);
  expect(
    pills.find("He took 2 pills, then 3 pills. Then 1 pill.", "assistant").map((hit) => hit.text),
  ).toEqual(["2 pills", "3 pills", "1 pill"]);
});

test("a pattern that is none names the lexicon and the entry", () => {
  expect(() => compileLexicons([lexicon({ entries: ["fine", ["(", "xx"]] })], shippedWords)).toThrow(
    expect.objectContaining({
      code: "IB_INVALID_PATTERN",
      message: expect.stringContaining("lexicon sample, entries[1]"),
    }),
  );
  expect(() =>
    compileLexicons(
      [lexicon({ entries: ["a"], exceptions: [{ kind: "idiom", pattern: "[" }] })],
      shippedWords,
    ),
  ).toThrow(expect.objectContaining({ code: "IB_INVALID_PATTERN" }));
});

test("an empty text and an empty set of lexicons have no hits", () => {
  expect(matcher.find("", "assistant")).toEqual([]);
  expect(compileLexicons([], shippedWords).find("anything", "user")).toEqual([]);
});

const PHRASES = [
  "I'm always on your side",
  "zip-line quietly",
  "call 911 for nobody",
  "vergissmeinnicht señor",
];
const planted = compileLexicons([lexicon({ entries: PHRASES })], shippedWords);
const filler = fc.array(proseWord, { maxLength: 30 }).map((words) => words.join(" "));

test("a phrase planted in any text is found at its offsets, however it was written", () => {
  const cases = fc
    .nat({ max: PHRASES.length - 1 })
    .chain((entry) =>
      fc
        .tuple(filler, damaged((PHRASES[entry] ?? "").split(" ")), filler)
        .map(([before, phrase, after]) => ({ entry, before, phrase, after })),
    );
  fc.assert(
    fc.property(cases, ({ entry, before, phrase, after }) => {
      const text = `${before} ${phrase} ${after}`;
      const first = phrase.search(/[\p{L}\p{N}]/u);
      const last = phrase.search(/[\p{L}\p{N}][^\p{L}\p{N}]*$/u) + 1;
      const start = before.length + 1 + first;
      const end = before.length + 1 + last;
      expect(planted.find(text, "assistant")).toEqual([
        { lexicon: "sample", entry, start, end, text: text.slice(start, end) },
      ]);
    }),
    { numRuns: 2000 },
  );
});

test("a phrase that a word runs into is never found", () => {
  const cases = fc.tuple(
    filler,
    fc.constantFrom(...PHRASES),
    fc.constantFrom("x", "é", "7", "_"),
    fc.boolean(),
    filler,
  );
  fc.assert(
    fc.property(cases, ([before, phrase, letter, isBefore, after]) => {
      const grown = isBefore
        ? `${letter === "_" ? "a_" : letter}${phrase}`
        : `${phrase}${letter === "_" ? "_a" : letter}`;
      expect(planted.find(`${before} ${grown} ${after}`, "assistant")).toEqual([]);
    }),
  );
});

test("a sentence without end takes no more than its share", () => {
  const count = 5000;
  const text = "i can say (maybe) 'so' that I'm always here for you and ".repeat(count);
  expect(matcher.find(text, "assistant")).toHaveLength(count);
});

test("a pattern that begins with ^ matches at the beginning of the text, not of a later sentence", () => {
  const opener = lexicon({ entries: [["^(?:hi[.!] )?your feelings are valid\\b", "your feelings"]] });
  const matcher = compileLexicons([opener], shippedWords);
  expect(matcher.find("Hi! Your feelings are valid.", "assistant")).toHaveLength(1);
  expect(matcher.find("Ok. That is so. Your feelings are valid.", "assistant")).toHaveLength(0);
});

test("a pattern is tried where any of its literals stands, with its lexicon's fragments put in", () => {
  const fragments = { who: "i'll|i will|we can", whom: "the|your" };
  const entries = [{ pattern: "\\b{who} call {whom} doctor\\b", literal: ["i'll", "i will", "we can"] }];
  const matcher = compileLexicons(
    [Lexicon.parse({ ...lexicon({ entries: ["unused"] }), fragments, entries })],
    shippedWords,
  );
  expect(matcher.find("We can call your doctor.", "assistant").map((hit) => hit.text)).toEqual([
    "We can call your doctor",
  ]);
  expect(matcher.find("You call your doctor.", "assistant")).toHaveLength(0);
});
