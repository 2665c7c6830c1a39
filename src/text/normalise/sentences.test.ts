import { expect, test } from "vitest";
import { quotedRanges } from "../quotes/quoted-ranges.ts";
import { normalizeText } from "./normalize-text.ts";
import { Sentences } from "./sentences.ts";

function sentenceOf(original: string, words: string): string {
  const normalized = normalizeText(original);
  const start = normalized.text.indexOf(words);
  const range = new Sentences(normalized).around(start, start + words.length);
  return normalized.text.slice(range.start, range.end);
}

test.each([
  ["First. Second one! Third?", "second", "second one!"],
  ["Ask Dr. Lee about it. Then rest.", "lee", "ask dr. lee about it."],
  ["It was 10.5 mg. Fine.", "10.5", "it was 10.5 mg."],
  ["i'm so tired\ni want to sleep", "want", "i want to sleep"],
  ["I can't promise\nthat it works", "works", "i can't promise that it works"],
  ["Intro:\n- one thing\n- two things", "two", "two things"],
  ["One para\n\nnext para", "next", "next para"],
  ["well... maybe not", "maybe", "well... maybe not"],
  ["I just want to\u2026 I don't know, stop. Bye.", "stop", "i just want to... i don't know, stop."],
  ["it was.. well, loud. Then not.", "well", "it was.. well, loud."],
  ["And so on... The nurse came.", "nurse", "the nurse came."],
  ['She said "no." Then left.', "left", "then left."],
  ["so do i. we wait", "wait", "we wait"],
  ["Some of it isn't. You have to stop.", "have", "you have to stop."],
  ["That is hers, it's Ana's. You rest.", "rest", "you rest."],
])("in %j the sentence of %j is %j", (text, words, sentence) => {
  expect(sentenceOf(text, words)).toBe(sentence);
});

function quotesIn(original: string): string[] {
  const normalized = normalizeText(original);
  return quotedRanges(normalized).map((range) => normalized.text.slice(range.start, range.end));
}

test.each([
  [`she said "go home" and "rest"`, ["go home", "rest"]],
  ["she said “go ‘home’ now” and left", ["go 'home' now"]],
  ["it's 'fine' and don't worry", ["fine"]],
  ["the caregivers' group says 'stay' today", ["stay"]],
  ["wait 'til morning, it's the dogs' bed", []],
  [`he is 5'10" tall`, []],
  [`an "open mark\n\nthat nothing" closes`, []],
  ["dad 'didn't fall' they say", ["didn't fall"]],
])("in %j the quotations are %j", (text, quotes) => {
  expect(quotesIn(text)).toEqual(quotes);
});
