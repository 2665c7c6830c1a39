/**
 * Proves every board below data/leaderboard from its scans, and that the folder holds nothing else. Also proves the
 * example below data/recorded, unless the corpus has changed since; it must be marked as an example.
 */
import { existsSync, globSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBench } from "../src/index.ts";

const { values: flags } = parseArgs({
  options: { root: { type: "string", default: resolve(import.meta.dirname, "..") } },
});
const data = join(resolve(flags.root), "data");
const folder = join(data, "leaderboard");
const bench = createBench();
const complaints: string[] = [];
const boardsBelow = (path: string) =>
  globSync("**/leaderboard.json", { cwd: path })
    .map((file) => dirname(join(path, file)))
    .sort();

const boards = boardsBelow(folder);
for (const board of boards) {
  const { problems } = await bench.board.check(board, { strict: true });
  complaints.push(...problems.map(({ where, message }) => `${where}: ${message}`));
}

const README = "README.md";
const GENERATED = /^(leaderboard\.(json|csv|parquet)|changelog\.md|models\/[^/]+\.md)$/;
const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
for (const entry of files) {
  const path = join(entry.parentPath, entry.name);
  const isOfBoard = boards.some((board) => GENERATED.test(relative(board, path).replaceAll("\\", "/")));
  if (!isOfBoard && relative(folder, path) !== README) {
    complaints.push(
      `${relative(folder, path)}: no command writes this; boards are generated, never edited by hand`,
    );
  }
}
if (!existsSync(join(folder, README)))
  complaints.push(`${README}: it says what may lie here, and is missing`);

const examples = boardsBelow(join(data, "recorded"));
const notes: string[] = [];
for (const board of examples) {
  const name = relative(data, board);
  const { problems, otherParts } = await bench.board.check(board);
  complaints.push(...problems.map(({ where, message }) => `${name}, ${where}: ${message}`));
  if (problems.length > 0)
    complaints.push(`${name} is made again by: node scripts/build-recorded.ts --board-only`);
  if (otherParts.length > 0)
    notes.push(`${name} is of another corpus (it differs in ${otherParts.join(", ")}): not recomputed.`);
  const strict = await bench.board.check(board, { strict: true });
  if (!strict.problems.some(({ message }) => message.startsWith("it is an example")))
    complaints.push(`${name}: it is not marked as an example`);
}

for (const complaint of complaints) console.error(complaint);
for (const note of notes) console.log(note);
if (complaints.length > 0) process.exitCode = 1;
else {
  console.log(
    boards.length === 0 ? "There is no board yet." : `${boards.length} boards are what their scans give.`,
  );
  if (examples.length > notes.length) console.log("The example is what its scans give.");
}
