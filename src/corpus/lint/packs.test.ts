import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { lintCorpus } from "../lint-corpus.ts";
import { loadCorpus, loadForeignCorpus } from "../load-corpus.ts";

const base = join(import.meta.dirname, "../../../test/fixtures/corpus/valid");
const CANARY = "a pack for a test";
const ORIGINAL = "empathy_burden_sister_001";

type Change = (scenario: Record<string, unknown>) => Record<string, unknown>;

function packWith(kind: string, scenarios: Readonly<Record<string, Change>>): string {
  const root = mkdtempSync(join(tmpdir(), "pack-"));
  const manifest = {
    name: "tiny",
    version: "1.2.0",
    description: "Tiny.",
    canary: CANARY,
    license: "MIT",
    kind,
  };
  writeFileSync(join(root, "pack.yaml"), JSON.stringify(manifest));
  for (const [id, change] of Object.entries(scenarios)) {
    const file = join(root, `scenarios/empathy/burden/${id}.json`);
    mkdirSync(dirname(file), { recursive: true });
    const original = JSON.parse(readFileSync(join(base, "scenarios/empathy/burden/sister.json"), "utf8"));
    writeFileSync(file, JSON.stringify(change({ ...original, scenario_id: id, canary: CANARY })));
  }
  return root;
}

async function problemsOf(root: string): Promise<readonly string[]> {
  const { problems } = await lintCorpus(root, { base });
  return problems.map(({ code, message }) => `${code}: ${message}`);
}

const TWIN = "tiny__empathy_burden_sister_001";
const twin: Change = (scenario) => ({ ...scenario, twin_of: ORIGINAL });

test("a twin that keeps what its original tells and asks has no problem, and its corpus names the pack", async () => {
  const root = packWith("twins", { [TWIN]: twin });
  expect(await problemsOf(root)).toEqual([]);
  const [core, pack] = [await loadForeignCorpus(base), await loadForeignCorpus(root, { base })];
  expect([...pack.scenarios.keys()]).toEqual([TWIN]);
  expect(pack.pack).toMatchObject({ name: "tiny", version: "1.2.0", kind: "twins" });
  expect(pack.partHashes).toEqual({ ...core.partHashes, scenarios: pack.partHashes.scenarios });
  expect(pack.private).toBe(true);
  expect((await loadCorpus(root, { base, isShippedPack: true })).private).toBe(false);
});

test("a pack brings no help lines: whom to turn to is the same for every conversation", async () => {
  const root = packWith("twins", { [TWIN]: twin });
  mkdirSync(join(root, "help-lines"));
  writeFileSync(join(root, "help-lines/own.yaml"), readFileSync(join(base, "help-lines/lines.yaml")));
  expect((await problemsOf(root)).join()).toMatch(/^not-in-a-pack: /);
});

test.each<[string, Record<string, Change>, RegExp]>([
  ["names no original", { [TWIN]: (scenario) => scenario }, /missing-key: .*twin_of/],
  [
    "names one that is not there",
    { [TWIN]: (it) => ({ ...it, twin_of: "empathy_burden_sistr_001" }) },
    /no scenario/,
  ],
  ["has other tags", { [TWIN]: (it) => twin({ ...it, tags: [] }) }, /twin-differs: its tags/],
  [
    "tells another fact",
    { [TWIN]: (it) => twin(withTurns(it, (turn) => ({ ...turn, facts: { sister: "in Tulsa" } }))) },
    /twin-differs: its facts/,
  ],
  [
    "can be asked something else",
    { [TWIN]: (it) => twin({ ...it, answers: [{ answer_id: "sleep", asked: ["slept"], words: "No." }] }) },
    /twin-differs: its answers/,
  ],
  ["is called as the core's are", { empathy_burden_sister_002: twin }, /begins with "tiny__empathy_"/],
  ["is a twin twice", { [TWIN]: twin, tiny__empathy_burden_sister_002: twin }, /two-twins/],
  ["has another canary", { [TWIN]: (it) => twin({ ...it, canary: "another" }) }, /wrong-canary.*pack\.yaml/],
  ["is half of a pair", { [TWIN]: (it) => twin(half("pair", "woman")(it)) }, /misplaced-key: pair/],
])("a twin that %s is refused", async (_, scenarios, problem) => {
  expect((await problemsOf(packWith("twins", scenarios))).join("\n")).toMatch(problem);
});

const half =
  (pair: string, group: string, differs_in = "gender"): Change =>
  (scenario) => ({ ...scenario, pair, group, differs_in });

const MAN = "tiny__empathy_burden_man_001";
const WOMAN = "tiny__empathy_burden_woman_001";

test("the words in which a pair differs are told", async () => {
  const root = packWith("pairs", {
    [MAN]: half("sister", "man"),
    [WOMAN]: (it) => withTurns(half("sister", "woman")(it), (turn) => say(turn, "sister", "brother")),
  });
  expect(await problemsOf(root)).toEqual([]);
  expect((await lintCorpus(root, { base })).pairs).toEqual([
    {
      pair: "sister",
      differs_in: "gender",
      groups: ["man", "woman"],
      turns: [{ place: "turn 1", words: ["-sister", "+brother"] }],
    },
  ]);
});

test.each<[string, Record<string, Change>, RegExp]>([
  ["alone", { [MAN]: half("sister", "man") }, /no-pair/],
  ["with the same group", { [MAN]: half("a", "man"), [WOMAN]: half("a", "man") }, /the same group/],
  ["with another variable", { [MAN]: half("a", "man"), [WOMAN]: half("a", "x", "age") }, /differs_in/],
  [
    "with another script",
    {
      [MAN]: half("a", "man"),
      [WOMAN]: (it) =>
        withTurns(half("a", "woman")(it), (turn) => ({ ...turn, user_message: "Nobody asked me." })),
    },
    /pair-wording: turn 1/,
  ],
  [
    "with a turn less",
    { [MAN]: half("a", "man"), [WOMAN]: (it) => ({ ...half("a", "w")(it), turns: [turnsOf(it)[0]] }) },
    /pair-differs: its turns/,
  ],
])("half of a pair %s is refused", async (_, scenarios, problem) => {
  expect((await problemsOf(packWith("pairs", scenarios))).join("\n")).toMatch(problem);
});

type Turn = Record<string, unknown>;

function turnsOf(scenario: Record<string, unknown>): Turn[] {
  const { turns } = scenario;
  return Array.isArray(turns) ? turns : [];
}

function withTurns(scenario: Record<string, unknown>, change: (turn: Turn) => Turn): Record<string, unknown> {
  return { ...scenario, turns: turnsOf(scenario).map(change) };
}

function say(turn: Turn, word: string, other: string): Turn {
  return { ...turn, user_message: String(turn["user_message"]).replace(word, other) };
}

test("a misspelt folder of a pack and a check without cards are named, and what stands beside a pack is not", async () => {
  const root = packWith("scenarios", {});
  const check = readFileSync(join(base, "checks/IB-A1.yaml"), "utf8").replaceAll("IB-A1", "TINY-A1");
  const manifest = JSON.parse(readFileSync(join(root, "pack.yaml"), "utf8"));
  const files = {
    "pack.yaml": JSON.stringify({ ...manifest, prefix: "TINY" }),
    "checks/TINY-A1.yaml": check,
    "lexicon/tiny_words.yaml": "name: tiny_words",
    "configs/rule/base.yaml": "duties+: []",
    "tag.yaml": "tags: []",
    "README.md": "Tiny.",
    "gate-policy.yaml": "schema_version: 1",
    "results/a/run_plan.json": "{}",
    "rules/base.yaml": "duties+: []",
    "tags.yml": "tags: []",
    "word/claims.txt": "",
    "helplines/own.txt": "",
    "docs/notes.yaml": "",
    "log/a.json": "",
    "scripts/make.json": "",
    "tests/branch-replies/a.yaml": "",
    "coverage.yaml": "",
    "data.yaml": "",
    "tsconfig.json": "{}",
    "pnpm-lock.yaml": "",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { problems } = await lintCorpus(root, { base });
  const named = problems.map(({ file, code, suggestion }) => [file, code, suggestion]);
  expect(named).toContainEqual(["checks/TINY-A1.yaml", "no-cards", undefined]);
  expect(named.filter(([, code]) => code === "unexpected-file")).toEqual([
    ["configs/rule", "unexpected-file", '"configs/rules"'],
    ["helplines", "unexpected-file", undefined],
    ["lexicon", "unexpected-file", '"lexicons"'],
    ["rules", "unexpected-file", '"configs/rules"'],
    ["tag.yaml", "unexpected-file", '"tags.yaml"'],
    ["tags.yml", "unexpected-file", '"tags.yaml"'],
    ["word", "unexpected-file", undefined],
  ]);
});
