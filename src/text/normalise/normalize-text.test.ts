import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedWords } from "../shipped-words.fixture.ts";
import { normalizeText, originalSpan } from "./normalize-text.ts";
import { createSpellings } from "./sms-spellings.ts";
import { TextNormalizer } from "./text-normalizer.ts";

const plain = (text: string) => normalizeText(text).text;
const spellings = createSpellings(shippedWords.spellings);
const spelt = (text: string) => normalizeText(text, { spellings }).text;

test("quotes, dashes and ellipses are made one kind", () => {
  expect(plain("“I’m here” – she said… «oui» ‘no’")).toBe(`"i'm here" - she said... "oui" 'no'`);
});

test("compatibility forms, case and invisible characters are folded", () => {
  expect(plain("ＦＵＬＬ ﬁne cafe\u0301 zero\u200bwidth \u202eturned\u202c so\u00adft")).toBe(
    "full fine café zerowidth turned soft",
  );
});

test("white space of every kind is one space, and none stands at the ends", () => {
  expect(plain(" \n a\t\tb\u00a0c\u2003d\r\n\r\ne  ")).toBe("a b c d e");
});

test.each([
  ["**bold** and _soft_ and `code` and ~~gone~~", "bold and soft and code and gone"],
  ["## Heading\ntext", "heading text"],
  ["- one\n* two\n+ three\n• four", "one two three four"],
  ["> quoted\n> lines", "quoted lines"],
  ["see [the page](https://example.org/a_b) now", "see the page now"],
  ["![alt text](image.png) after", "alt text after"],
  ["[Session 2, three weeks later]", "[session 2, three weeks later]"],
  ["snake_case stays, 2 * 3 stays", "snake_case stays, 2 * 3 stays"],
  ["don`t", "don't"],
  ["escaped \\*star\\*", "escaped star"],
])("the markup of %j goes and its text stays", (markdown, text) => {
  expect(plain(markdown)).toBe(text);
});

test("the number of an ordered list stays, for it may be an answer", () => {
  expect(plain("8. It was high in May")).toBe("8. it was high in may");
});

test.each([
  ["u r tired rn n idk", "you are tired right now and i don't know"],
  ["w/o him, bc ur kind", "without him, because your kind"],
  ["w him, w/ her", "with him, with her"],
  [
    "i dont, cant, wont; hes gone, youre late, ive tried",
    "i don't, can't, won't; he's gone, you're late, i've tried",
  ],
  ["sooo tired, nooooo", "soo tired, noo"],
  ["suicde sucide", "suicide suicide"],
  ["nvm tbh tmrw", "never mind to be honest tomorrow"],
  ["u're and u'll", "you're and you'll"],
  ["im fine w it", "i'm fine with it"],
])("with spellings %j is spelt out", (message, text) => {
  expect(spelt(message)).toBe(text);
});

test.each([
  "well ill id were its shell hell wed lets",
  "as an rn, the u.s. w-2 form and r&b",
  "rock 'n' roll",
  "don't and can't as they are",
  "1000 and 24/7",
])("with spellings %j stays as it is", (message) => {
  expect(spelt(message)).toBe(message);
});

test("abbreviations that are names in capitals are left alone", () => {
  expect(spelt("Ask the charge nurse, RN, in BC or NM")).toBe("ask the charge nurse, rn, in bc or nm");
});

test("a spelt-out word stands where the abbreviation stood", () => {
  const normalized = normalizeText("ok idk, maybe", { spellings });
  const at = normalized.text.indexOf("i don't know");
  expect(originalSpan(normalized, at, at + "i don't know".length)).toEqual({ start: 3, end: 6 });
});

test("a word between marks is found without them", () => {
  const original = "say **I’m   here** now";
  const normalized = normalizeText(original);
  const at = normalized.text.indexOf("i'm here");
  const span = originalSpan(normalized, at, at + "i'm here".length);
  expect(original.slice(span.start, span.end)).toBe("I’m   here");
});

test("an expansion longer than the text keeps its offsets", () => {
  const normalized = normalizeText(`${"\ufdfa".repeat(50)} n idk`, { spellings });
  expect(normalized.text.endsWith("and i don't know")).toBe(true);
  expect(normalized.starts.length).toBe(normalized.text.length);
  expect(originalSpan(normalized, normalized.text.length - 4, normalized.text.length)).toEqual({
    start: 53,
    end: 56,
  });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "*",
        "_",
        "`",
        "[",
        "](",
        ")",
        "#",
        "\n",
        " ",
        "-",
        "u",
        "dont",
        "w/",
        "é",
        "\u0301",
        "\ud83d",
        "…",
      ),
    )
    .map((parts) => parts.join("")),
);

test("every range of normalised text lies in the original, and later ranges lie no earlier", () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (original, isSpelt) => {
      const { text, starts, ends } = normalizeText(original, isSpelt ? { spellings } : {});
      expect(starts.length).toBe(text.length);
      expect(ends.length).toBe(text.length);
      for (let index = 0; index < text.length; index += 1) {
        const start = starts[index] ?? -1;
        const end = ends[index] ?? -1;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(original.length);
        if (index > 0) {
          expect(start).toBeGreaterThanOrEqual(starts[index - 1] ?? 0);
          expect(end).toBeGreaterThanOrEqual(ends[index - 1] ?? 0);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("plain lower-case words normalise to themselves, each at its own offset", () => {
  const words = fc
    .array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1 })
    .map((list) => list.join(" "));
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (original, a, b) => {
      const normalized = normalizeText(original);
      expect(normalized.text).toBe(original);
      const start = Math.min(a, b) % (original.length + 1);
      const end = Math.max(start, Math.max(a, b) % (original.length + 1));
      expect(originalSpan(normalized, start, end)).toEqual({ start, end });
    }),
  );
});

test("normalising twice changes nothing more", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("I’m", "here—now", "“so”", "ﬁne", "**x**", "\n\n", "É")),
      (parts) => {
        const once = plain(parts.join(" "));
        expect(plain(once)).toBe(once);
      },
    ),
  );
});

test("a text reads the same without spelling, whether it was spelt out before or not", () => {
  const word = fc.constantFrom(
    "u",
    "dont",
    "w/",
    "b/c",
    "soooo",
    "mg/ml",
    "U.S.",
    "care",
    "—",
    "…",
    "é",
    "**",
    "\n",
    "'s",
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 30, maxLength: 60 }),
      fc.constantFrom(" ", ""),
      (words, between) => {
        const text = words.join(between);
        spelt(text);
        expect(normalizeText(text)).toEqual(new TextNormalizer(text, null).run());
      },
    ),
  );
});
