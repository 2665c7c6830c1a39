import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listCorpusFiles } from "./list-corpus-files.ts";

async function listed(...files: readonly string[]) {
  const root = await mkdtemp(join(tmpdir(), "ib-files-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), "");
  }
  const { golden, problems } = await listCorpusFiles(root);
  return { golden, problems: problems.map(({ file, code }) => `${file} ${code}`) };
}

test("readings of golden cards lie in a folder beside the cards, and are no cards", async () => {
  const found = await listed(
    "golden/IB-A1.yaml",
    "golden/README.md",
    "golden/readings/README.md",
    "golden/readings/reader-1.jsonl",
  );
  expect(found).toEqual({ golden: ["golden/IB-A1.yaml"], problems: [] });
});

test("what is no reading is reported there, and other folders are still ignored", async () => {
  const found = await listed(
    "golden/IB-A1.yaml",
    "golden/readings/IB-A1.yaml",
    "golden/readings/deeper/reader-1.jsonl",
    "golden/drafts/IB-A1.yaml",
  );
  expect(found.golden).toEqual(["golden/IB-A1.yaml"]);
  expect(found.problems.toSorted()).toEqual([
    "golden/drafts unexpected-file",
    "golden/readings/IB-A1.yaml unexpected-file",
    "golden/readings/deeper unexpected-file",
  ]);
});
