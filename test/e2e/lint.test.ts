import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { runCli, spawnCli } from "./cli.fixture.ts";
import { BROKEN_CORPUS, corpusCopy, VALID_CORPUS } from "./corpus-copy.fixture.ts";

const LintDocument = z.object({
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(
    z.object({
      severity: z.enum(["error", "warning"]),
      code: z.string(),
      file: z.string(),
      line: z.int(),
      column: z.int(),
    }),
  ),
});

/** The rows of the table in MISTAKES.md. */
async function plantedMistakes() {
  const text = await readFile(join(BROKEN_CORPUS, "MISTAKES.md"), "utf8");
  return [...text.matchAll(/^\| ([a-z-]+) \| (\S+) \| (\d+) \| (\d+) \|/gm)].map(
    ([, code = "", file = "", line, column]) => ({ code, file, line: Number(line), column: Number(column) }),
  );
}

test("lint names all twelve planted mistakes with line and column, and nothing else", async () => {
  const mistakes = await plantedMistakes();
  expect(mistakes).toHaveLength(12);
  const { exitCode, stdout, stderr } = await runCli(["lint", "--corpus", BROKEN_CORPUS]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "" });
  const named = [...stdout.matchAll(/^(\S+):(\d+):(\d+) {2}error {2}.*\[([a-z-]+)\]$/gm)].map(
    ([, file = "", line, column, code = ""]) => ({ code, file, line: Number(line), column: Number(column) }),
  );
  expect(named).toEqual(mistakes);
  expect(stdout).toContain("12 errors, 0 warnings");
});

test("lint --json holds the same twelve", async () => {
  const { exitCode, stdout } = await runCli(["lint", "--corpus", BROKEN_CORPUS, "--json"]);
  expect(exitCode).toBe(2);
  const { errors, warnings, problems } = LintDocument.parse(JSON.parse(stdout));
  expect({ errors, warnings }).toEqual({ errors: 12, warnings: 0 });
  const places = problems.map(({ code, file, line, column }) => ({ code, file, line, column }));
  expect(places).toEqual(await plantedMistakes());
});

test("lint of the shipped corpus finds no error and prints what covers what", async () => {
  const { exitCode, stdout } = await runCli(["lint"]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^IB-A1 +\d+ +\d+$/m);
  expect(stdout).toMatch(/^safety_crisis_bin_days_001 +\d+$/m);
  expect(stdout).toContain("\n0 errors, ");
});

test("a path narrows what is reported, from here or from the corpus", async () => {
  const only = ["scenarios/empathy", "configs"];
  const fromCorpus = await runCli(["lint", "--corpus", BROKEN_CORPUS, "--json", ...only]);
  const fromHere = await spawnCli(["lint", "--corpus", ".", "--json", ...only], { cwd: BROKEN_CORPUS });
  const { problems } = LintDocument.parse(JSON.parse(fromCorpus.stdout));
  expect(problems.map((problem) => problem.code)).toEqual([
    "rules-circle",
    "turn-gap",
    "duplicate-id",
    "unknown-tag",
    "unknown-key",
  ]);
  expect(JSON.parse(fromHere.stdout)).toEqual(JSON.parse(fromCorpus.stdout));
  const elsewhere = await runCli(["lint", "--corpus", BROKEN_CORPUS, "--no-coverage", "golden"]);
  expect(elsewhere).toMatchObject({ exitCode: 0, stdout: "0 errors, 0 warnings\n" });
});

test.each([
  ["a folder that is no part of the corpus", VALID_CORPUS],
  ["a path that leads nowhere", "scenarios/emapthy"],
  ["a file of the corpus that nothing reads", "MISTAKES.md"],
  ["a folder around the corpus", join(BROKEN_CORPUS, "..")],
])("lint of %s is refused, and never clean", async (_name, path) => {
  const { exitCode, stdout, stderr } = await runCli(["lint", "--corpus", BROKEN_CORPUS, path]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain("IB_NOT_LINTED");
  expect(stderr).toContain("`--pack`");
  expect(stderr).toContain("`--corpus`");
});

test("a warning is exit code 0, and 1 with --strict", async () => {
  await using corpus = await corpusCopy();
  const unread = "  - { tag: unread_tag, meaning: No check reads it., example: None. }\n";
  await corpus.edit("tags.yaml", (text) => text + unread);
  const strict = ["lint", "--corpus", corpus.path, "--strict"];
  expect(await runCli(["lint", "--corpus", VALID_CORPUS, "--strict"])).toMatchObject({ exitCode: 0 });
  const lenient = await runCli(["lint", "--corpus", corpus.path]);
  expect(lenient.stdout).toContain("0 errors, 1 warning");
  expect(lenient.exitCode).toBe(0);
  expect(await runCli(strict)).toMatchObject({ exitCode: 1 });
});
