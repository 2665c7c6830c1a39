import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { Words } from "../schema/corpus/words.ts";
import { createFuzzyTests } from "./match/fuzzy-match.ts";
import { createQuoteTests } from "./quotes/quote-weight.ts";

function read(name: string): unknown {
  return parse(readFileSync(new URL(`../../benchmark/words/${name}.yaml`, import.meta.url), "utf8"));
}

export const shippedWords = Words.parse(
  Object.fromEntries(Object.keys(Words.shape).map((name) => [name, read(name)])),
);

export const quoteTests = createQuoteTests(shippedWords);
export const { isNegator } = quoteTests;

export const fuzzyTests = createFuzzyTests(shippedWords);
