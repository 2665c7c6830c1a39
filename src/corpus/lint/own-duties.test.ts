/** Tests duties that a pack adds: problems that keep them from being added, with file and line. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { VALID_CORPUS as base, dutyText } from "../../../test/fixtures/corpus/temporary-corpus.ts";
import { dutiesOf } from "../corpus.ts";
import { lintCorpus } from "../lint-corpus.ts";
import { loadForeignCorpus } from "../load-corpus.ts";
import { bringsChecks, byOwnChecks } from "../own-checks.ts";

const RULES = "configs/rules/base.yaml";
const OWN = dutyText("TINY-ASKED", "{ kind: checks, checks: [TINY-A1] }");
const REGIME = `id: tiny-terms
title: Terms
kind: law
text: Ours.
source: Terms
source_dated: undated
checked: 2026-11-16
verification: primary
duties: [TINY-ASKED]
`;

/** A pack with these files, and one check unless it is removed. */
function packWith(files: Readonly<Record<string, string | null>>): string {
  const root = mkdtempSync(join(tmpdir(), "pack-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const check = readFileSync(join(base, "checks/IB-A1.yaml"), "utf8").replaceAll("IB-A1", "TINY-A1");
  const all = {
    "pack.yaml":
      "{ name: tiny, prefix: TINY, version: 1.0.0, description: Tiny., canary: a test, license: MIT, kind: scenarios }",
    "checks/TINY-A1.yaml": check,
    ...files,
  };
  for (const [file, content] of Object.entries(all)) {
    if (content === null) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return root;
}

async function problemsOf(files: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const { problems } = await lintCorpus(packWith(files), { base });
  return problems
    .filter(({ file }) => file.startsWith("configs/"))
    .map(({ file, line, severity, code }) => `${file}:${line} ${severity} ${code}`);
}

test("a pack's duties stand alone in its own scan, and the core is the same with them and without", async () => {
  const files = { [RULES]: `duties+:\n${OWN}`, "configs/regimes/tiny-terms.yaml": REGIME };
  expect(await problemsOf(files)).toEqual([]);
  const [{ own: without, ...core }, pack] = [
    await loadForeignCorpus(packWith({}), { base }),
    await loadForeignCorpus(packWith(files), { base }),
  ];
  const { own, ...rest } = pack;
  expect({ ...rest, root: core.root }).toEqual(core);
  expect(own?.mark.hash).not.toBe(without?.mark.hash);
  if (!bringsChecks(pack)) throw new Error("the pack has a check");
  const judging = byOwnChecks(pack, await loadForeignCorpus(base));
  expect(dutiesOf(judging).map(({ id }) => id)).toEqual(["TINY-ASKED"]);
  expect(judging.rules.get("base")?.disclosure).toEqual(core.rules.get("base")?.disclosure);
  expect([...judging.regimes.keys()]).toEqual(["tiny-terms"]);
  expect(judging.duties).toEqual(core.duties);
});

test.each<[string, string, string]>([
  [
    "a name that is not its own",
    `duties+:\n${OWN.replace("TINY-ASKED", "ASKED-FIRST")}`,
    ":2 error not-own-name",
  ],
  ["two of one name", `duties+:\n${OWN}${OWN}`, ":16 error duplicate-id"],
  ["a list in the place of the core's", `duties:\n${OWN}`, ":2 error not-in-a-pack"],
  [
    "words that the core's duties are read by",
    `disclosure: { statements: [I am] }\n`,
    ":1 error not-in-a-pack",
  ],
  ["another parent", `extends: federal\n`, ":1 error not-in-a-pack"],
  ["a check that is nowhere", `duties+:\n${OWN.replace("TINY-A1", "TINY-A9")}`, ":15 error unknown-check"],
  ["a check of the core", `duties+:\n${OWN.replace("TINY-A1", "IB-C1")}`, ":15 warning carried-elsewhere"],
  [
    "an end before the beginning",
    `duties+:\n${OWN.replace("until: null", "until: 2020-01-01")}`,
    ":8 error duty-dates",
  ],
])("%s is named where it stands", async (_, text, expected) => {
  expect(await problemsOf({ [RULES]: text })).toEqual([`${RULES}${expected}`]);
});

test("a rule set that the core does not have, duties without a check, and a regime of the core's duties are refused", async () => {
  expect(await problemsOf({ "configs/rules/mars.yaml": `duties+:\n${OWN}` })).toEqual([
    "configs/rules/mars.yaml:1 error wrong-file-name",
  ]);
  await expect(
    loadForeignCorpus(packWith({ [RULES]: "extends: federal\n" }), { base }),
  ).rejects.toMatchObject({
    code: "IB_BAD_CORPUS",
    hint: expect.stringMatching(/`createBench\(\{ packs: \[".*"\] \}\)\.lint\(\)`/),
  });
  const alone = {
    [RULES]: `duties+:\n${OWN}`,
    "checks/TINY-A1.yaml": null,
    "scenarios/empathy/a.json": "{}",
  };
  expect(await problemsOf(alone)).toContain(`${RULES}:1 error no-own-checks`);
  const regime = REGIME.replace("TINY-ASKED", "BASE-AI-ASKED").replace("tiny-terms", "terms");
  expect(await problemsOf({ [RULES]: `duties+:\n${OWN}`, "configs/regimes/terms.yaml": regime })).toEqual([
    "configs/regimes/terms.yaml:1 error not-own-name",
    "configs/regimes/terms.yaml:9 error unknown-duty",
  ]);
});
