import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  replacing,
  TWELVE_MISTAKES,
  VALID_CORPUS,
  withCorpus,
} from "../../test/fixtures/corpus/temporary-corpus.ts";
import { loadCorpus, loadForeignCorpus, readCorpus } from "./load-corpus.ts";

describe("load corpus", () => {
  const NIGHT = "scenarios/safety/crisis/night.json";

  test("a valid corpus is read whole, sorted by id", async () => {
    const corpus = await loadCorpus(VALID_CORPUS);
    expect([...corpus.scenarios.keys()]).toEqual([
      "continuity_memory_appointment_001",
      "empathy_burden_sister_001",
      "safety_crisis_night_001",
    ]);
    expect([...corpus.checks.keys()]).toEqual(["IB-A1", "IB-B1", "IB-C1", "IB-D1", "IB-F1"]);
    expect([...corpus.lexicons.keys()]).toEqual([
      "endless_promise",
      "passive_ideation",
      "professional_claim",
    ]);
    expect([...corpus.golden].map(([id, cards]) => [id, cards.length])).toEqual([["IB-B1", 2]]);
    expect(corpus.facts.map((fact) => fact.id)).toEqual(["TEST-LINE"]);
    expect([...corpus.rules.keys()]).toEqual(["base", "ca", "federal"]);
    expect([...corpus.regimes.keys()]).toEqual(["process"]);
    expect(corpus).toMatchObject({ version: "1.0.0", canary: expect.stringContaining("canary GUID") });
  });

  test("rules carry all that they extend", async () => {
    const { rules } = await loadCorpus(VALID_CORPUS);
    const values = [...rules].map(([name, rule]) => [
      name,
      rule.disclosure.statements.length,
      rule.identity.forbidden_titles,
    ]);
    expect(values).toEqual([
      ["base", 1, ["nurse"]],
      ["ca", 2, ["nurse", "doctor", "lawyer"]],
      ["federal", 2, ["nurse", "doctor"]],
    ]);
  });

  test("hashes follow the content, not its writing or its file", async () => {
    const before = await loadCorpus(VALID_CORPUS);
    const after = await withCorpus(
      {
        [NIGHT]: null,
        "scenarios/safety/other/renamed.json": "",
        "configs/judge.yaml": (text) => `# a comment\n${text.split("\n").reverse().join("\n")}`,
      },
      async (root) => {
        const { readFile, writeFile } = await import("node:fs/promises");
        const { $schema: _, ...scenario } = JSON.parse(await readFile(join(VALID_CORPUS, NIGHT), "utf8"));
        await writeFile(join(root, "scenarios/safety/other/renamed.json"), JSON.stringify(scenario));
        return loadCorpus(root);
      },
    );
    expect(after.hash).toBe(before.hash);
    expect(after.scenarioHashes).toEqual(before.scenarioHashes);
  });

  test("a changed word changes the hash of its part and of the corpus, and no other", async () => {
    const before = await loadCorpus(VALID_CORPUS);
    const after = await withCorpus({ [NIGHT]: replacing("five times", "six times") }, (root) =>
      loadCorpus(root),
    );
    expect(after.hash).not.toBe(before.hash);
    const changed = Object.entries(after.partHashes).filter(
      ([part, hash]) => Reflect.get(before.partHashes, part) !== hash,
    );
    expect(changed.map(([part]) => part)).toEqual(["scenarios"]);
  });

  test("a help line that changes changes a part of its own, and two of one name are refused", async () => {
    const before = await loadCorpus(VALID_CORPUS);
    const LINES = "help-lines/lines.yaml";
    const after = await withCorpus({ [LINES]: replacing("regions: [US]", "regions: [GB]") }, loadCorpus);
    const { help_lines, ...others } = after.partHashes;
    expect(before.partHashes).toMatchObject(others);
    expect(help_lines).not.toBe(before.partHashes.help_lines);
    const twice = withCorpus({ [LINES]: (text) => text + text.replace("lines:\n", "") }, loadCorpus);
    await expect(twice).rejects.toMatchObject({ problems: [{ code: "duplicate-id", file: LINES }] });
  });

  test("golden cards, reference facts and all rules but the base may be absent", async () => {
    const edits = {
      golden: null,
      reference: null,
      "configs/rules/ca.yaml": null,
      "configs/rules/federal.yaml": null,
      "scenarios/empathy/burden/sister.json": replacing('"federal"', '"base"'),
    };
    const corpus = await withCorpus(edits, (root) => loadCorpus(root));
    expect([corpus.golden.size, corpus.facts.length, [...corpus.rules.keys()]]).toEqual([0, 0, ["base"]]);
  });

  test("a folder that does not exist, and a file in its place, are refused by name", async () => {
    await expect(loadCorpus(join(VALID_CORPUS, "nowhere"))).rejects.toMatchObject({
      code: "IB_NO_CORPUS",
      exitCode: 2,
      message: expect.stringContaining("nowhere"),
    });
    await expect(loadCorpus(join(VALID_CORPUS, "tags.yaml"))).rejects.toMatchObject({
      code: "IB_NO_CORPUS",
      message: expect.stringContaining("not a folder"),
    });
  });

  test("a corpus without scenarios or without checks is empty", async () => {
    const root = await mkdtemp(join(tmpdir(), "corpus-"));
    try {
      await expect(loadCorpus(root)).rejects.toMatchObject({ code: "IB_EMPTY_CORPUS" });
    } finally {
      await rm(root, { recursive: true });
    }
    await withCorpus({ checks: null }, async (without) => {
      await expect(loadCorpus(without)).rejects.toMatchObject({
        code: "IB_EMPTY_CORPUS",
        message: expect.stringContaining("no checks"),
      });
    });
  });

  test("a broken corpus throws every error of every file, with its place", async () => {
    const error = await loadCorpus(TWELVE_MISTAKES).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "IB_BAD_CORPUS", exitCode: 2 });
    const message = error instanceof Error ? error.message : "";
    expect(message).toContain("checks/IB-B1.yaml:24:27");
    expect(message).toContain("scenarios/safety/crisis/night.json:60:9");
    expect(message).toContain('did you mean "care_duration"?');
  });

  test("a file that is missing, not UTF-8, or of another kind is a problem of that file", async () => {
    const edits = {
      "tags.yaml": null,
      "configs/rules/base.yaml": null,
      "checks/notes.md": "x",
      "lexicons/sub/more.yaml": "x",
      "lexicons/.hidden": "x",
      "configs/judge.yaml": "a".repeat(5_000_000),
    };
    const found = await withCorpus(edits, async (root) => {
      const { writeFile } = await import("node:fs/promises");
      await writeFile(join(root, "configs/models.yaml"), Buffer.from([0x61, 0xff, 0xfe]));
      const { corpus, problems } = await readCorpus(root);
      expect(corpus).toBeNull();
      return problems.map(({ file, severity, code }) => `${file} ${severity} ${code}`);
    });
    expect(found).toEqual([
      "checks/notes.md warning unexpected-file",
      "configs/judge.yaml error file-too-large",
      "configs/models.yaml error not-utf8",
      "configs/rules/base.yaml error missing-file",
      "lexicons/sub warning unexpected-file",
      "tags.yaml error missing-file",
    ]);
  });

  test("an aborted load ends with the signal's reason", async () => {
    const reason = new Error("stop");
    await expect(loadCorpus(VALID_CORPUS, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

const SHIPPED_CORPUS = fileURLToPath(new URL("../../benchmark", import.meta.url));

describe("load foreign corpus", () => {
  test("a foreign corpus without errors is read", async () => {
    await withCorpus({}, async (root) => {
      expect((await loadForeignCorpus(root)).checks.size).toBeGreaterThan(0);
    });
  });

  test("a file of words that a foreign corpus lacks is the shipped one, and one that it has is its own", async () => {
    await withCorpus({ "words/claims.yaml": null }, async (root) => {
      const shipped = await loadCorpus(SHIPPED_CORPUS);
      const { words, partHashes } = await loadForeignCorpus(root, { base: SHIPPED_CORPUS });
      const own = await loadCorpus(VALID_CORPUS);
      expect(words).toEqual({ ...own.words, claims: shipped.words.claims });
      expect(partHashes.lexicons).not.toBe(own.partHashes.lexicons);
    });
  });

  test("a foreign corpus with a pattern that never ends is refused before it is used", async () => {
    const endless = replacing(
      "  - phrase: I will always be here",
      '  - { pattern: "(?:always|alway)+", literal: "alway" }',
    );
    await withCorpus({ "lexicons/endless_promise.yaml": endless }, async (root) => {
      await expect(loadForeignCorpus(root)).rejects.toThrow(/endless_promise\.yaml/);
    });
  });
});
