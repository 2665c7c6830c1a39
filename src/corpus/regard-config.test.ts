import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RegardConfig } from "../schema/corpus/judge-config.ts";
import { loadCorpus } from "./load-corpus.ts";

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test("the shipped corpus asks about regard in four questions, each anchored at three levels", async () => {
  const { regard } = await loadCorpus(folder("benchmark"));
  expect(regard?.questions.map(({ id }) => id)).toEqual([
    "empathy",
    "dignity",
    "autonomy_respect",
    "cultural_sensitivity",
  ]);
});

test("a corpus without such questions is whole, and asks none", async () => {
  expect((await loadCorpus(folder("test/fixtures/corpus/valid"))).regard).toBeNull();
});

test("two questions with one id are refused", async () => {
  const { regard } = await loadCorpus(folder("benchmark"));
  const twice = { ...regard, questions: [...(regard?.questions ?? []), ...(regard?.questions ?? [])] };
  expect(RegardConfig.safeParse(twice).error?.message).toContain("an id of its own");
});
