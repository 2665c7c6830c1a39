import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Corpus } from "./corpus.ts";
import { type CorpusCache, corpusCacheIn, NO_CORPUS_CACHE, openCorpusCache } from "./corpus-cache.ts";
import { lintCorpus } from "./lint-corpus.ts";
import { loadCorpus } from "./load-corpus.ts";
import { COMPILER_FOLDERS, compiledOnce, contentKey } from "./remembered-corpus.ts";

const VALID = join(import.meta.dirname, "../../test/fixtures/corpus/valid");
const SHIPPED = join(import.meta.dirname, "../../benchmark");
const SOURCE = join(import.meta.dirname, "..");

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "corpus-cache-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function copyOfCorpus() {
  const root = join(await temporaryFolder(), "corpus");
  await cp(VALID, root, { recursive: true });
  return root;
}

/** Loads a corpus through a cache and counts how often it was compiled. */
function world(cache: CorpusCache) {
  let compiled = 0;
  const load = (root: string) =>
    compiledOnce(root, {
      contents: contentKey([root]),
      cache,
      compile: (from) => {
        compiled += 1;
        return loadCorpus(from);
      },
    });
  return { load, compiled: () => compiled };
}

async function onlyFile(folder: string) {
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? "");
}

let folder: string;

beforeEach(async () => {
  folder = join(await temporaryFolder(), "not", "yet", "there");
});

test("the second process finds what the first compiled, and it is the same to the last value", async () => {
  const root = await copyOfCorpus();
  const first = await world(openCorpusCache(folder)).load(root);
  const second = world(openCorpusCache(folder));
  expect(await second.load(root)).toStrictEqual(first);
  expect(second.compiled()).toBe(0);
});

test("the shipped corpus survives being kept: every map, every list, every hash", async () => {
  const corpus = await loadCorpus(SHIPPED);
  const cache = openCorpusCache(folder);
  cache.write("0".repeat(64), corpus);
  expect(cache.read("0".repeat(64))).toStrictEqual(corpus);
});

test("the same files elsewhere are the same corpus, under the folder that was asked for", async () => {
  const { load, compiled } = world(openCorpusCache(folder));
  const first = await load(await copyOfCorpus());
  const root = await copyOfCorpus();
  expect(await load(root)).toStrictEqual({ ...first, root });
  expect(compiled()).toBe(1);
});

test.each<[string, (root: string) => Promise<unknown>]>([
  [
    "an edit of the same length, with the old times",
    async (root) => {
      const path = join(root, "configs/system-prompt.txt");
      const text = await readFile(path, "utf8");
      await writeFile(path, text.replace(/[a-z]/, "Q"));
      await utimes(path, 0, 0);
    },
  ],
  ["a file that is renamed", (root) => rename(join(root, "CANARY.txt"), join(root, "CANARY2.txt"))],
  ["a file that is new", (root) => writeFile(join(root, "configs/more.yaml"), "")],
  [
    "a file in a folder that nobody reads yet",
    (root) => cp(join(root, "tags.yaml"), join(root, "new/tags.yaml")),
  ],
])("%s is another corpus", async (_, edit) => {
  const root = await copyOfCorpus();
  const before = contentKey([root]);
  await edit(root);
  expect(contentKey([root])).not.toBe(before);
});

test("an edited corpus is compiled again, and what was edited back is found", async () => {
  const root = await copyOfCorpus();
  const { load, compiled } = world(openCorpusCache(folder));
  const { systemPrompt } = await load(root);
  await writeFile(join(root, "configs/system-prompt.txt"), "Be kind.");
  expect(await load(root)).toMatchObject({ systemPrompt: "Be kind." });
  expect(compiled()).toBe(2);
  await cp(join(VALID, "configs/system-prompt.txt"), join(root, "configs/system-prompt.txt"));
  expect(await load(root)).toMatchObject({ systemPrompt });
  expect(compiled()).toBe(2);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["emptied", () => Buffer.alloc(0)],
  ["cut off in its head", (bytes) => bytes.subarray(0, 20)],
  ["cut off", (bytes) => bytes.subarray(0, -1)],
  ["longer", (bytes) => Buffer.concat([bytes, Buffer.from("x")])],
  [
    "of another format",
    (bytes) => Buffer.concat([Buffer.from("InvisibleBench compiled corpus 0\n"), bytes.subarray(33)]),
  ],
  ["something else", () => Buffer.from("{}")],
  [
    "changed in one bit",
    (bytes) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(changed.length >> 1) ^ 1, changed.length >> 1);
      return changed;
    },
  ],
])("a kept corpus that is %s is compiled again, and mended", async (_, damage) => {
  const root = await copyOfCorpus();
  const { load, compiled } = world(openCorpusCache(folder));
  const corpus = await load(root);
  const path = await onlyFile(folder);
  const whole = await readFile(path);
  await writeFile(path, damage(whole));
  expect(await load(root)).toStrictEqual(corpus);
  expect(compiled()).toBe(2);
  expect(await readFile(path)).toEqual(whole);
});

test("a kept corpus under another's name is not taken for it", async () => {
  const cache = openCorpusCache(folder);
  cache.write("a".repeat(64), await loadCorpus(await copyOfCorpus()));
  await rename(await onlyFile(folder), join(folder, `corpus-${"b".repeat(64)}.bin`));
  expect(cache.read("b".repeat(64))).toBeNull();
});

test.skipIf(process.getuid === undefined)("what others may write is not read", async () => {
  const root = await copyOfCorpus();
  const { load, compiled } = world(openCorpusCache(folder));
  await load(root);
  await chmod(await onlyFile(folder), 0o666);
  await load(root);
  expect(compiled()).toBe(2);
});

test("where nothing can be kept, everything works", async () => {
  const root = await copyOfCorpus();
  // A file in the folder's place stops even an administrator.
  const { load, compiled } = world(openCorpusCache(join(root, "CORPUS_VERSION")));
  expect(await load(root)).toMatchObject({ root });
  expect(await load(root)).toMatchObject({ root });
  expect(compiled()).toBe(2);
});

test("a corpus that is edited while it is compiled is not kept", async () => {
  const root = await copyOfCorpus();
  const cache = openCorpusCache(folder);
  await compiledOnce(root, {
    contents: contentKey([root]),
    cache,
    compile: async (from) => {
      const corpus = await loadCorpus(from);
      await writeFile(join(from, "configs/system-prompt.txt"), "Be kind.");
      return corpus;
    },
  });
  await expect(readdir(folder)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a corpus with errors is refused every time, and never kept", async () => {
  const root = await copyOfCorpus();
  await writeFile(join(root, "CORPUS_VERSION"), "none");
  const { load, compiled } = world(openCorpusCache(folder));
  await expect(load(root)).rejects.toMatchObject({ code: "IB_BAD_CORPUS" });
  await expect(load(root)).rejects.toMatchObject({ code: "IB_BAD_CORPUS" });
  expect(compiled()).toBe(2);
  await expect(readdir(folder)).rejects.toMatchObject({ code: "ENOENT" });
});

test("many processes at once leave one whole file, and nothing half written", async () => {
  const root = await copyOfCorpus();
  const worlds = Array.from({ length: 8 }, () => world(openCorpusCache(folder)));
  const corpora = await Promise.all(worlds.map(({ load }) => load(root)));
  for (const corpus of corpora) expect(corpus).toStrictEqual(corpora[0]);
  await onlyFile(folder);
});

test("the last four are kept, and what a killed process left is removed", async () => {
  const corpus = await loadCorpus(await copyOfCorpus());
  const cache = openCorpusCache(folder);
  const keys = [..."abcdef"].map((letter) => letter.repeat(64));
  for (const [age, key] of keys.entries()) {
    cache.write(key, corpus);
    await utimes(join(folder, `corpus-${key}.bin`), 1000 + age, 1000 + age);
  }
  await writeFile(join(folder, "corpus-left.part"), "half");
  await utimes(join(folder, "corpus-left.part"), 1000, 1000);
  await writeFile(join(folder, "of-somebody-else"), "");
  cache.write("9".repeat(64), corpus);
  const kept = ["9", "d", "e", "f"].map((letter) => `corpus-${letter.repeat(64)}.bin`);
  expect((await readdir(folder)).toSorted()).toEqual([...kept, "of-somebody-else"]);
});

test("lint reads every file itself, whatever was kept", async () => {
  const root = await copyOfCorpus();
  await world(openCorpusCache(folder)).load(root);
  const path = await onlyFile(folder);
  await writeFile(path, "poison");
  await writeFile(join(root, "CORPUS_VERSION"), "none");
  const { problems } = await lintCorpus(root);
  expect(problems).toContainEqual(expect.objectContaining({ file: "CORPUS_VERSION", severity: "error" }));
  expect(await readFile(path, "utf8")).toBe("poison");
});

test("a link is followed to its content, and a linked folder is left to the loader", async () => {
  const root = await copyOfCorpus();
  const before = contentKey([root]);
  const target = join(await temporaryFolder(), "tags.yaml");
  await rename(join(root, "tags.yaml"), target);
  await symlink(target, join(root, "tags.yaml"));
  expect(contentKey([root])).toBe(before);
  await writeFile(target, "");
  expect(contentKey([root])).not.toBe(before);
  await symlink(dirname(target), join(root, "linked"));
  expect(contentKey([root])).toBeNull();
});

test("the environment says where, or nowhere", async () => {
  const corpus: Corpus = await loadCorpus(await copyOfCorpus());
  const key = "0".repeat(64);
  corpusCacheIn({ INVISIBLEBENCH_CACHE: folder, XDG_CACHE_HOME: "/nowhere" }).write(key, corpus);
  expect(await readdir(folder)).toEqual([`corpus-${key}.bin`]);
  const caches = await temporaryFolder();
  corpusCacheIn({ XDG_CACHE_HOME: caches }).write(key, corpus);
  expect(await readdir(caches, { recursive: true })).toContain(join("invisiblebench", `corpus-${key}.bin`));
  expect(corpusCacheIn({ INVISIBLEBENCH_CACHE: "off" })).toBe(NO_CORPUS_CACHE);
});

test("the key covers all code that a corpus is compiled with", async () => {
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await readFile(file, "utf8");
    for (const [, way] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      await visit(resolve(dirname(file), way ?? ""));
    }
  };
  await visit(join(SOURCE, "corpus/load-corpus.ts"));
  const folders = new Set([...seen].map((file) => relative(SOURCE, file).split(/[\\/]/)[0]));
  expect(seen.size).toBeGreaterThan(30);
  expect([...folders].filter((name) => !COMPILER_FOLDERS.some((covered) => covered === name))).toEqual([]);
});
