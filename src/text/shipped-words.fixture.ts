import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type * as z from "zod";
import {
  ClaimWords,
  CoordinationWords,
  DisclosureWords,
  ExceptionWords,
  RetrievalWords,
  SpellingWords,
  type Words,
} from "../schema/corpus/words.ts";
import { createNegatorTest } from "./normalise/words.ts";

function read<Value>(name: keyof Words, schema: z.ZodType<Value>): Value {
  const file = new URL(`../../benchmark/words/${name}.yaml`, import.meta.url);
  return schema.parse(parse(readFileSync(file, "utf8")));
}

/** The words of the corpus that is shipped. */
export const shippedWords: Words = {
  claims: read("claims", ClaimWords),
  retrieval: read("retrieval", RetrievalWords),
  coordination: read("coordination", CoordinationWords),
  disclosure: read("disclosure", DisclosureWords),
  exceptions: read("exceptions", ExceptionWords),
  spellings: read("spellings", SpellingWords),
};

export const isNegator = createNegatorTest(shippedWords.exceptions.negation);
