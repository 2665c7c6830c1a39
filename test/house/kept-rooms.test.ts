import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { appendFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { evaluatedRun } from "../e2e/evaluated-run.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const repository = resolve(import.meta.dirname, "../..");

function checkBoards(...flags: readonly string[]): { exitCode: number | null; output: string } {
  const script = join(repository, "scripts/check-boards.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], { encoding: "utf8" });
  return { exitCode: status, output: stdout + stderr };
}

/** Files in a folder of archived things without a row that gives date and reason. */
function withoutReason(names: readonly string[], readme: string): readonly string[] {
  const rows = Array.from(
    readme.matchAll(/^\| \[?`?([^\]`|]+?)`?(?:\]\([^)]*\))? +\| (\d{4}-\d\d-\d\d) +\| (\S.*?) *\|$/gm),
  );
  return names.filter((name) => name !== "README.md" && !rows.some(([, what]) => what === name));
}

test("the boards of this repository are what their scans give", () => {
  expect(checkBoards()).toMatchObject({ exitCode: 0 });
});

test("a board that was edited by hand, and a file that no command writes, are found", async () => {
  await using evaluated = await evaluatedRun();
  await using root = await temporaryFolder();
  const directory = join(root.path, "data/leaderboard");
  await mkdir(directory, { recursive: true });
  await cp(join(repository, "data/leaderboard/README.md"), join(directory, "README.md"));
  const bench = createBench({ results: evaluated.path });
  await bench.board.build([join(evaluated.path, "all")], { directory, allowSimulated: true });
  const generated = checkBoards("--root", root.path);
  expect(generated.output).toContain("it is of the simulated world and proves nothing");
  expect(generated.output).not.toContain("the board says");

  await appendFile(join(directory, "notes.txt"), "sim/careful is really the best");
  const file = join(directory, "leaderboard.json");
  await writeFile(file, (await readFile(file, "utf8")).replace(/"tier": ?\d+/, '"tier":9'));
  const edited = checkBoards("--root", root.path);
  expect(edited.exitCode).toBe(1);
  expect(edited.output).toMatch(/leaderboard\.json, .*tier: the board says 9, its scans give/);
  expect(edited.output).toContain("notes.txt: no command writes this");
});

test("a board beside the recordings has to be an example, and an example is none of the canonical boards", async () => {
  await using evaluated = await evaluatedRun();
  await using root = await temporaryFolder();
  const readme = join(root.path, "data/leaderboard/README.md");
  await cp(join(repository, "data/leaderboard/README.md"), readme);
  const bench = createBench({ results: evaluated.path });
  const scans = [join(evaluated.path, "all")];
  const build = (folder: string, example: { readonly example?: string } = {}) =>
    bench.board.build(scans, { directory: join(root.path, folder), allowSimulated: true, ...example });

  await build("data/recorded/board");
  expect(checkBoards("--root", root.path).output).toContain("board: it is not marked as an example");
  await build("data/recorded/board", { example: "A test." });
  expect(checkBoards("--root", root.path).output).not.toContain("not marked as an example");
  await build("data/leaderboard", { example: "A test." });
  expect(checkBoards("--root", root.path)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(
      "it is an example and no result: A test. Not claim-ready, not canonical.",
    ),
  });
});

test("whatever is archived has a date and a reason", () => {
  const names = globSync("*", { cwd: join(repository, "archive") });
  const readme = readFileSync(join(repository, "archive/README.md"), "utf8");
  expect(withoutReason(names, readme)).toEqual([]);
  expect(withoutReason(["old-board", "README.md"], readme)).toEqual(["old-board"]);
  const row = "| `old-board` | 2026-11-16 | the judge was withdrawn |";
  expect(withoutReason(["old-board"], `${readme}\n${row}\n`)).toEqual([]);
});
