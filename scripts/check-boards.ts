/** Proves every board below data/leaderboard from its scans, and that nothing else lies there. */
import { existsSync, globSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBench } from "../src/index.ts";

const { values: flags } = parseArgs({
  options: { root: { type: "string", default: resolve(import.meta.dirname, "..") } },
});
const folder = join(resolve(flags.root), "data/leaderboard");
const bench = createBench();

const boards = globSync("**/leaderboard.json", { cwd: folder }).map((path) => dirname(join(folder, path)));
const complaints: string[] = [];
for (const board of boards.sort()) {
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

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else
  console.log(
    boards.length === 0 ? "There is no board yet." : `${boards.length} boards are what their scans give.`,
  );
