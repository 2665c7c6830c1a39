import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pathExists } from "./file-system.ts";
import { SITE_MARK_NAME } from "./layout.ts";
import { openSiteFolder } from "./site-folder.ts";

let root = "";
let folder = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "site-folder-"));
  folder = join(root, "site");
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, text = "mine"): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
const read = (path: string) => readFile(join(folder, path), "utf8");

async function publish(...paths: readonly string[]): Promise<void> {
  const site = await openSiteFolder(folder, paths);
  for (const path of paths) await site.write(path, "site");
}

/** Every file below the folder except the mark. */
async function files(): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map((it) => join(it.parentPath, it.name));
  return paths
    .map((path) => path.slice(folder.length + 1).replaceAll("\\", "/"))
    .filter((path) => path !== SITE_MARK_NAME)
    .sort();
}

test.each(["thesis.md", "data/index.json", ".git/config"])(
  "a folder that holds %s and no mark is refused by name and left as it was",
  async (path) => {
    await put(path);
    await put("data/mine.csv");
    const before = await files();
    await expect(publish("index.html", "data/index.json")).rejects.toMatchObject({
      code: "IB_SITE_FOLDER",
      message: expect.stringContaining(folder),
    });
    expect(await files()).toEqual(before);
    expect(await read(path)).toBe("mine");
  },
);

test("an older site is replaced, and what somebody put beside or between its files stays", async () => {
  await publish("index.html", "assets/a.js", "data/index.json", "data/scans/old/board.json");
  for (const path of ["CNAME", "data/mine.csv", "assets/logo.png", "data/notes/a.md"]) await put(path);
  await publish("index.html", "assets/b.js", "data/index.json");
  expect(await files()).toEqual(
    [
      "CNAME",
      "assets/b.js",
      "assets/logo.png",
      "data/index.json",
      "data/mine.csv",
      "data/notes/a.md",
      "index.html",
    ].sort(),
  );
  expect(await pathExists(join(folder, "data/scans"))).toBe(false);
  expect(await read("data/mine.csv")).toBe("mine");
});

test("a file that no site wrote is not written over: it is named, and the older site stays whole", async () => {
  await publish("index.html");
  await put("data/index.json");
  await symlink(join(root, "nowhere"), join(folder, "link.json"));
  for (const path of ["data/index.json", "link.json", "data/index.json/below.json"]) {
    await expect(publish("index.html", path)).rejects.toMatchObject({
      code: "IB_SITE_FOLDER",
      message: expect.stringContaining(path),
    });
  }
  expect(await read("data/index.json")).toBe("mine");
  expect(await read("index.html")).toBe("site");
});

test("a site that was cut short is known again, with the files of the one before it", async () => {
  await publish("index.html", "data/old.json");
  const cut = await openSiteFolder(folder, ["index.html", "data/new.json", "data/newer.json"]);
  await cut.write("data/new.json", "site");
  await publish("index.html");
  expect(await files()).toEqual(["index.html"]);
});

test.each([
  ["leads out of the folder", { schema_version: 1, files: ["../mine.txt"] }],
  ["leads out of the folder on its way", { schema_version: 1, files: ["data/../../mine.txt"] }],
  ["names a place of its own", { schema_version: 1, files: ["/mine.txt"] }],
  ["is no list", {}],
])("a mark that %s removes nothing", async (_, mark) => {
  await put("index.html");
  await put(SITE_MARK_NAME, JSON.stringify(mark));
  await writeFile(join(root, "mine.txt"), "mine");
  await expect(publish("index.html")).rejects.toMatchObject({ code: "IB_SITE_FOLDER" });
  expect(await readFile(join(root, "mine.txt"), "utf8")).toBe("mine");
  expect(await read("index.html")).toBe("mine");
});
