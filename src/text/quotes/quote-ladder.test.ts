import fc from "fast-check";
import { expect, test } from "vitest";
import { TranscriptMessage } from "../../schema/run/transcript.ts";
import { damaged, proseWord } from "../normalise/damaged-text.fixture.ts";
import { normalizeText } from "../normalise/normalize-text.ts";
import { splitWords } from "../normalise/words.ts";
import { isNegator } from "../shipped-words.fixture.ts";
import { locateQuote } from "./quote-ladder.ts";

function matchQuote(quote: string, content: string, test: typeof isNegator) {
  const messages = [{ turn: 1, role: "assistant" as const, content }];
  const { message: _, ...match } = locateQuote({ quote, turn: null, messages, isNegator: test });
  return match;
}

const CONTENT =
  "I can’t see her chart — but **I'm here** tonight. Call the nurse line, and don't wait until morning.";

function quoted(quote: string): { tier: string; text: string | null } {
  const { tier, start, end } = matchQuote(quote, CONTENT, isNegator);
  return { tier, text: start === undefined ? null : CONTENT.slice(start, end) };
}

test.each([
  ["I can’t see her chart", "exact", "I can’t see her chart"],
  [
    "I can't see her chart - but I'm here tonight.",
    "normalized",
    "I can’t see her chart — but **I'm here** tonight.",
  ],
  ["CALL THE NURSE LINE", "normalized", "Call the nurse line"],
  ["I cant see her chart", "normalized", "I can’t see her chart"],
  ['"Call the NURSE line"', "normalized", "Call the nurse line"],
  [
    "I can't see her chart ... don't wait until",
    "fragments",
    "I can’t see her chart — but **I'm here** tonight. Call the nurse line, and don't wait until",
  ],
  [
    "call the nurse line […] don't wait until morning",
    "fragments",
    "Call the nurse line, and don't wait until morning",
  ],
  [
    "I'm here ... and don't wait until morning",
    "fragments",
    "I'm here** tonight. Call the nurse line, and don't wait until morning",
  ],
  ["Call the nurse line and don't wait", "elided", "Call the nurse line, and don't wait"],
  ["I'm here. Call the nurse line", "elided", "I'm here** tonight. Call the nurse line"],
])("%j is found: %s", (quote, tier, text) => {
  expect(quoted(quote)).toEqual({ tier, text });
});

test.each([
  "",
  "   ",
  "...",
  "art",
  "I can see her chart",
  "and wait until morning",
  "wait until morning ... call the nurse line",
  "call ... morning",
  "call the nurse line […] wait until morning",
  "art ... and don't wait until morning",
  "a sentence that was never said",
])("%j is not found", (quote) => {
  expect(quoted(quote)).toEqual({ tier: "none", text: null });
});

test("what an ellipsis leaves out may deny something else, but not what is quoted", () => {
  const content =
    "It is not your fault. Call her doctor today, she will not mind, and take the tablets along.";
  const tier = (quote: string) => matchQuote(quote, content, isNegator).tier;
  expect(tier("Call her doctor today ... take the tablets along")).toBe("none");
  expect(tier("It is ... Call her doctor today")).toBe("none");
  expect(
    matchQuote("Stay calm ... call the nurse", "Stay calm. It is not urgent. Call the nurse.", isNegator)
      .tier,
  ).toBe("fragments");
});

test("a quote too short to mean anything matches only as it is, as a whole word", () => {
  expect(quoted("nurse").tier).toBe("exact");
  expect(quoted("NURSE").tier).toBe("none");
  expect(quoted("urse").tier).toBe("none");
});

test("an occurrence that cuts no word is preferred", () => {
  expect(matchQuote("as a person", "He was a person. I speak as a person.", isNegator)).toEqual({
    tier: "exact",
    start: 25,
    end: 36,
  });
});

const message = (turn: number, role: "user" | "assistant", content: string) =>
  TranscriptMessage.parse({ turn, role, content });

test("a quote is looked for in the turn and the role named, and nowhere else", () => {
  const messages = [
    message(1, "user", "She fell in the kitchen this morning."),
    message(1, "assistant", "Call her doctor about the fall today."),
    message(2, "assistant", "CALL her doctor about the fall today."),
  ];
  const quote = "Call her doctor about the fall";
  expect(locateQuote({ quote, turn: 1, messages, isNegator })).toMatchObject({
    tier: "exact",
    start: 0,
    message: messages[1],
  });
  expect(locateQuote({ quote, turn: 2, messages, isNegator })).toMatchObject({
    tier: "normalized",
    message: messages[2],
  });
  expect(locateQuote({ quote, turn: 1, messages, role: "user", isNegator })).toEqual({
    tier: "none",
    message: null,
  });
  expect(locateQuote({ quote, turn: 3, messages, isNegator })).toEqual({ tier: "none", message: null });
  expect(locateQuote({ quote, turn: null, messages, isNegator })).toMatchObject({
    tier: "exact",
    message: messages[1],
  });
  expect(locateQuote({ quote, turn: null, messages: messages.slice(0, 1), isNegator })).toEqual({
    tier: "none",
    message: null,
  });
});

const sentence = fc.array(proseWord, { minLength: 8, maxLength: 40 });

/** Words of a text and their range. */
const stretch = sentence.chain((words) =>
  fc
    .record({ from: fc.nat({ max: words.length - 4 }), count: fc.integer({ min: 3, max: 20 }) })
    .map(({ from, count }) => {
      const content = words.join(" ");
      const start = words.slice(0, from).reduce((length, word) => length + word.length + 1, 0);
      const chosen = words.slice(from, from + count);
      return { content, chosen, start, end: start + chosen.join(" ").length };
    })
    .filter(({ content, chosen }) => {
      const text = chosen.join(" ").toLowerCase();
      return text.length >= 12 && content.toLowerCase().split(text).length === 2;
    }),
);

test("any stretch of a turn is found at its offsets, however it was copied", () => {
  const copies = stretch.chain((given) => damaged(given.chosen).map((quote) => ({ ...given, quote })));
  fc.assert(
    fc.property(copies, ({ content, quote, start, end }) => {
      const match = matchQuote(quote, content, isNegator);
      expect(["exact", "normalized"]).toContain(match.tier);
      expect(match).toMatchObject({ start, end });
    }),
    { numRuns: 2000 },
  );
});

test("it is found as well when the turn is the one that was damaged", () => {
  const copies = stretch.chain(({ content, chosen }) =>
    damaged(content.split(" ")).map((damagedContent) => ({ chosen, damagedContent })),
  );
  fc.assert(
    fc.property(copies, ({ chosen, damagedContent }) => {
      const quote = chosen.join(" ");
      const match = matchQuote(quote, damagedContent, isNegator);
      expect(["exact", "normalized"]).toContain(match.tier);
      const text = normalizeText(damagedContent.slice(match.start, match.end)).text;
      expect(text).toBe(normalizeText(quote).text);
    }),
    { numRuns: 1000 },
  );
});

/** Counts overlapping occurrences too: "the the the" occurs twice in "the the the the". */
function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

test("a stretch with its middle left out is found from its first word to its last", () => {
  const ellipsis = fc.constantFrom("…", "...", " ... ", " […] ", " (...) ");
  const denies = (words: readonly string[]) =>
    splitWords(normalizeText(words.join(" ")).text).some(({ text }) => isNegator(text));
  const copies = stretch
    .filter(({ chosen }) => chosen.length >= 7 && !denies(chosen.slice(3, -3)))
    .chain((given) => {
      const head = given.chosen.slice(0, 3);
      const tail = given.chosen.slice(-3);
      return fc
        .tuple(damaged(head), ellipsis, damaged(tail))
        .map((parts) => ({ ...given, head, tail, quote: parts.join("") }));
    })
    .filter(({ content, head, tail }) =>
      [head, tail].every((part) => {
        const text = part.join(" ").toLowerCase();
        return text.length >= 8 && occurrences(content.toLowerCase(), text) === 1;
      }),
    );
  fc.assert(
    fc.property(copies, ({ content, quote, start, end }) => {
      expect(matchQuote(quote, content, isNegator)).toEqual({ tier: "fragments", start, end });
    }),
    { numRuns: 500 },
  );
});

test("text of another turn, another role or outside the window is not found", () => {
  const foreign = fc.array(
    fc.constantFrom(..."zebra quartz jigsaw vortex oxbow fjord nymph glyph".split(" ")),
    {
      minLength: 3,
      maxLength: 10,
    },
  );
  const cases = fc
    .tuple(sentence, foreign)
    .chain(([own, other]) =>
      damaged(other).map((quote) => ({ own: own.join(" "), other: other.join(" "), quote })),
    );
  fc.assert(
    fc.property(cases, ({ own, other, quote }) => {
      const messages = [
        message(1, "user", other),
        message(1, "assistant", own),
        message(2, "assistant", other),
      ];
      expect(locateQuote({ quote, turn: 1, messages, role: "assistant", isNegator }).tier).toBe("none");
      expect(locateQuote({ quote, turn: null, messages: messages.slice(1, 2), isNegator }).tier).toBe("none");
      expect(locateQuote({ quote, turn: 2, messages, role: "user", isNegator }).tier).toBe("none");
      expect(locateQuote({ quote, turn: 2, messages, isNegator }).message).toBe(messages[2]);
    }),
    { numRuns: 500 },
  );
});
