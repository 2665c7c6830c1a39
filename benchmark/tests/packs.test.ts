import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readDraft } from "../../src/corpus/corpus-draft.ts";
import { answerIds, answerKinds } from "../../src/corpus/lint/answers.ts";
import { canaryLine } from "../../src/corpus/lint/files.ts";
import { pairStructure, pairWording, twinReferences, twinsKeep } from "../../src/corpus/lint/packs.ts";
import { loadCorpus } from "../../src/corpus/load-corpus.ts";
import { shippedCorpus } from "../../src/corpus/shipped-corpus.fixture.ts";

const base = fileURLToPath(new URL("..", import.meta.url));
const folder = (name: string) => fileURLToPath(new URL(`../../packs/${name}`, import.meta.url));
const load = async (name: string) => [
  ...(await loadCorpus(folder(name), { base, isShippedPack: true })).scenarios.values(),
];

/** What lint asks of packs; of everything else it asks the same as of the core, which takes long and is done by `lint --pack`. */
const PACK_RULES = [
  twinReferences,
  twinsKeep,
  pairStructure,
  pairWording,
  canaryLine,
  answerIds,
  answerKinds,
];

test.each(["plain", "pairs", "hard"])(
  "the pack %s keeps the rules of packs, and has a canary of its own",
  async (name) => {
    const draft = await readDraft(folder(name), { base });
    expect([...draft.problems, ...PACK_RULES.flatMap((rule) => rule(draft))]).toEqual([]);
    const [core, pack] = [shippedCorpus, await loadCorpus(folder(name), { base, isShippedPack: true })];
    expect(pack.canary).toContain("canary GUID");
    expect(pack.canary).not.toBe(core.canary);
  },
);

test("plain has twelve twins, of all four categories, some with branches, one by text message and one in sessions", async () => {
  const twins = await load("plain");
  expect(twins).toHaveLength(12);
  expect(new Set(twins.map(({ category }) => category)).size).toBe(4);
  expect(twins.filter(({ channel }) => channel === "sms").length).toBeGreaterThanOrEqual(1);
  expect(twins.filter(({ sessions }) => sessions !== undefined)).toHaveLength(1);
  const branched = twins.filter(({ turns = [] }) => turns.some(({ branches }) => branches !== undefined));
  expect(branched.length).toBeGreaterThanOrEqual(4);
});

test("pairs has eight pairs, each of another variable", async () => {
  const halves = await load("pairs");
  expect(halves).toHaveLength(16);
  expect(new Set(halves.map(({ pair }) => pair)).size).toBe(8);
  expect(new Set(halves.map(({ differs_in }) => differs_in)).size).toBe(8);
});

test("hard has eight scenarios, and none of them is one of the core's", async () => {
  const { scenarios } = shippedCorpus;
  const [hard, names] = [await load("hard"), new Set([...scenarios.values()].map(({ title }) => title))];
  expect(hard).toHaveLength(8);
  expect(hard.filter(({ title }) => names.has(title))).toEqual([]);
});
