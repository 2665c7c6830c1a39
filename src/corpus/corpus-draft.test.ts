import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadForeignCorpus } from "./load-corpus.ts";

const base = join(import.meta.dirname, "../../test/fixtures/corpus/valid");
const sister = "scenarios/empathy/burden/sister.json";

function packWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "pack-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const ours = () =>
  readFileSync(join(base, sister), "utf8").replace(/empathy_[a-z_]+_\d{3}/, "empathy_burden_ours_900");

test("a folder without checks is a pack: its scenarios alone, judged by the shipped checks, and private", async () => {
  const shipped = await loadForeignCorpus(base);
  const corpus = await loadForeignCorpus(packWith({ "scenarios/empathy/burden/ours.json": ours() }), {
    base,
  });
  expect([...corpus.scenarios.keys()]).toEqual(["empathy_burden_ours_900"]);
  expect(corpus.pack).toMatchObject({ name: "own", kind: "scenarios" });
  expect(corpus.checks.size).toBe(shipped.checks.size);
  expect(corpus.hash).not.toBe(shipped.hash);
  expect([shipped.private, corpus.private]).toEqual([false, true]);
});

test("a folder with checks replaces the shipped corpus and is private too", async () => {
  const root = mkdtempSync(join(tmpdir(), "corpus-"));
  cpSync(base, root, { recursive: true });
  const corpus = await loadForeignCorpus(root, { base });
  expect(corpus.private).toBe(true);
  expect(corpus.scenarios.size).toBe((await loadForeignCorpus(base)).scenarios.size);
});

test("what a pack cannot bring is refused, not ignored", async () => {
  const root = packWith({
    "scenarios/empathy/burden/ours.json": ours(),
    "words/claims.yaml": "{}",
  });
  await expect(loadForeignCorpus(root, { base })).rejects.toThrow(
    /words\/claims\.yaml.*a pack brings scenarios/s,
  );
});

test("a pack can take no name of the core's, with a prefix or without one", async () => {
  const lexicon = readFileSync(join(base, "lexicons/endless_promise.yaml"), "utf8");
  const files = { "scenarios/empathy/burden/ours.json": ours(), "lexicons/endless_promise.yaml": lexicon };
  await expect(loadForeignCorpus(packWith(files), { base })).rejects.toThrow(
    /lexicons\/endless_promise\.yaml:1:1.*pack\.yaml says no prefix/s,
  );
  const manifest = JSON.stringify({
    ...{ name: "ours", version: "1.0.0", description: "For a test.", canary: "ours", license: "MIT" },
    ...{ kind: "scenarios", prefix: "OURS" },
  });
  await expect(loadForeignCorpus(packWith({ ...files, "pack.yaml": manifest }), { base })).rejects.toThrow(
    /lexicons\/endless_promise\.yaml:\d+:7.*does not begin with "ours_": a pack adds to the core and replaces nothing/s,
  );
});

test("a pack that takes a shipped scenario's id is refused", async () => {
  const root = packWith({ "scenarios/empathy/burden/again.json": readFileSync(join(base, sister), "utf8") });
  await expect(loadForeignCorpus(root, { base })).rejects.toThrow(/again\.json.*two scenarios are called/s);
});
