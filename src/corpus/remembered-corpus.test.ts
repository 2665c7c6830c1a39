import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { rememberedCorpus } from "./remembered-corpus.ts";

const VALID = join(import.meta.dirname, "../../test/fixtures/corpus/valid");

async function copyOfCorpus() {
  const root = await mkdtemp(join(tmpdir(), "remembered-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await cp(VALID, root, { recursive: true });
  const edit = async (file: string, change: (text: string) => string) => {
    const path = join(root, file);
    await writeFile(path, change(await readFile(path, "utf8")));
  };
  return { root, edit };
}

test("a corpus whose files are the same is compiled once", async () => {
  const { root } = await copyOfCorpus();
  const corpus = await rememberedCorpus(root);
  expect(await rememberedCorpus(root)).toBe(corpus);
  const { root: copy } = await copyOfCorpus();
  expect(await rememberedCorpus(copy)).toMatchObject({ root: copy, hash: corpus.hash });
});

test("an edit of the same length is seen, and an edit that is taken back is the corpus that was", async () => {
  const { root, edit } = await copyOfCorpus();
  const before = await rememberedCorpus(root);
  await edit("configs/system-prompt.txt", (text) => text.replace(/[a-z]/, "Q"));
  const { systemPrompt } = await rememberedCorpus(root);
  expect(systemPrompt).not.toBe(before.systemPrompt);
  expect(systemPrompt).toHaveLength(before.systemPrompt.length);
  await edit("configs/system-prompt.txt", () => before.systemPrompt);
  expect((await rememberedCorpus(root)).systemPrompt).toBe(before.systemPrompt);
});

test("a corpus that cannot be used is refused every time, until it is mended", async () => {
  const { root, edit } = await copyOfCorpus();
  await edit("CORPUS_VERSION", (text) => `x${text}`);
  for (let times = 0; times < 2; times++) {
    await expect(rememberedCorpus(root)).rejects.toMatchObject({ code: "IB_BAD_CORPUS" });
  }
  await edit("CORPUS_VERSION", (text) => text.slice(1));
  expect(await rememberedCorpus(root)).toMatchObject({ root });
});

test("a folder that is not there is the loader's to explain", async () => {
  await expect(rememberedCorpus("/nowhere/at/all")).rejects.toMatchObject({ code: "IB_NO_CORPUS" });
});
