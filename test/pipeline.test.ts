import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const FLOW = ["plan-run", "harness", "plan-scan", "verify", "score"];
/** No part of the flow: src/api/ may offer several of them together. */
const STANDING_ALONE = ["publish", "calibrate", "review", "exchange"];
const MOST_LINES = 110;

/** Every file of src/ that is not a test, and the folder of src/ that each of its imports leads to. */
async function importedFolders(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /(?<!\.(test|fixture|contract))\.ts$/.test(entry.name),
  );
  const imports = await Promise.all(
    files.map(async (entry) => {
      const text = await readFile(join(entry.parentPath, entry.name), "utf8");
      const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
        relative(SOURCE, join(entry.parentPath, path)).split(sep),
      );
      const file = relative(SOURCE, join(entry.parentPath, entry.name)).split(sep).join("/");
      return [file, new Set(paths.map(([folder = ""]) => folder))] as const;
    }),
  );
  return new Map(imports);
}

test("only the pipeline joins two stages", async () => {
  const imports = await importedFolders();
  expect(imports.size).toBeGreaterThan(100);
  const stagesOf = ([file, folders]: readonly [string, ReadonlySet<string>]) =>
    [...FLOW, ...STANDING_ALONE].filter((stage) => folders.has(stage) || file.startsWith(`${stage}/`));
  const joining = [...imports].filter((entry) => {
    const stages = stagesOf(entry);
    const isOffer = entry[0].startsWith("api/") && stages.every((stage) => STANDING_ALONE.includes(stage));
    return stages.length > 1 && !isOffer;
  });
  expect(joining.map(([file]) => file)).toEqual(["pipeline.ts"]);
  expect(joining.map(stagesOf)).toEqual([FLOW]);
});

test("the pipeline fits on one screen", async () => {
  const lines = (await readFile(join(SOURCE, "pipeline.ts"), "utf8")).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
});
