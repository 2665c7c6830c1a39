import { expect, test } from "vitest";
import { lexicon as lexiconWith } from "../text/match/lexicon.fixture.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { calibrateLexicons } from "./calibrate-lexicons.ts";

const lexicon = lexiconWith({ name: "always_there", entries: ["always be here"] });
const lexicons = new Map([[lexicon.name, lexicon]]);
const row = (text: string, expected: boolean) => ({ lexicon: "always_there", text, expected });

test("precision and recall count hits against what was expected", () => {
  const { lexicons: scores, mistakes } = calibrateLexicons({ lexicons, words: shippedWords }, [
    row("I'll always be here.", true),
    row("Day and night I am yours.", true),
    row("They will always be here, your girls.", false),
    row("I am here now.", false),
  ]);
  expect(scores).toEqual([
    {
      lexicon: "always_there",
      role: "assistant",
      examples: 4,
      found: 1,
      missed: 1,
      falseAlarms: 1,
      precision: 0.5,
      recall: 0.5,
    },
  ]);
  expect(mistakes.map((mistake) => mistake.text)).toEqual([
    "Day and night I am yours.",
    "They will always be here, your girls.",
  ]);
});

test("a share of nothing is null", () => {
  const { overall } = calibrateLexicons({ lexicons, words: shippedWords }, [row("I am here now.", false)]);
  expect(overall).toMatchObject({ precision: null, recall: null });
});

test("an example of an unknown lexicon is refused by name", () => {
  expect(() =>
    calibrateLexicons({ lexicons, words: shippedWords }, [{ ...row("x", true), lexicon: "allways" }]),
  ).toThrow(/No lexicon is named "allways"/);
});
