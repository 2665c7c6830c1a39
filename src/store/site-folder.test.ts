import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pathExists } from "./file-system.ts";
import { openSiteFolder } from "./site-folder.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-folder-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a folder that holds something else is refused and left as it was", async () => {
  await writeFile(join(folder, "thesis.md"), "mine");
  await expect(openSiteFolder(folder)).rejects.toMatchObject({ code: "IB_SITE_FOLDER" });
  expect(await readFile(join(folder, "thesis.md"), "utf8")).toBe("mine");
});

test("an older site is replaced, and what somebody put beside it stays", async () => {
  const old = await openSiteFolder(folder);
  await old.write("data/index.json", "{}");
  await old.write("data/scans/old/board.json", "{}");
  await writeFile(join(folder, "CNAME"), "board.example");
  await mkdir(join(folder, ".git"));
  const fresh = await openSiteFolder(folder);
  await fresh.write("data/index.json", "[]");
  expect(await readFile(join(folder, "data/index.json"), "utf8")).toBe("[]");
  expect(await pathExists(join(folder, "data/scans"))).toBe(false);
  expect(await pathExists(join(folder, "CNAME"))).toBe(true);
  expect(await pathExists(join(folder, ".git"))).toBe(true);
});
