import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { referencePaths } from "../../src/site/static-paths.ts";
import { fetchChunk, publishedChunk } from "./chunk.fixture.ts";
import { runCli, startCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import { freePort } from "./free-port.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

test("publish writes every chunk that its index leads to and no other, and the same bytes again", async () => {
  await using results = await evaluatedRun();
  await using folder = await temporaryFolder();
  const [first, second] = [join(folder.path, "first"), join(folder.path, "second")];
  const told = await succeed("publish", first, "all", "--out", results.path);
  expect(told).toMatch(/simulated and marked so on every page/);
  await succeed("publish", second, "all", "--out", results.path);

  const files = (await readdir(first, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  expect(
    (await readdir(second, { recursive: true })).filter((name) => name.endsWith(".json")).sort(),
  ).toEqual(files);
  expect(files).toContain(".invisiblebench-site.json");
  for (const file of files.filter((name) => name.startsWith("data"))) {
    expect(await readFile(join(second, file), "utf8")).toBe(await readFile(join(first, file), "utf8"));
  }
  const index = await publishedChunk(first, chunkPath.index());
  const conversations = index.scans.flatMap(({ scan, models }) =>
    models.map(async ({ slug }) => {
      const page = await publishedChunk(first, chunkPath.model(scan, slug));
      return page.conversations.map(({ conversation }) => chunkPath.conversation(scan, conversation));
    }),
  );
  expect(files.filter((name) => name.startsWith("data")).map((name) => name.replaceAll("\\", "/"))).toEqual(
    [...referencePaths(index), ...(await Promise.all(conversations)).flat()].sort(),
  );
  expect(files.filter((file) => file.includes("conversations/"))).toHaveLength(15);
});

test.each([
  ["something else", "mine.txt", "mine"],
  ["what looks like a site without its mark", "data/index.json", "{}"],
])("publish refuses a folder that holds %s by name, and touches nothing", async (_, name, text) => {
  await using results = await evaluatedRun();
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "data"));
  await writeFile(join(folder.path, name), text);
  await writeFile(join(folder.path, "data", "mine.csv"), "mine");
  const before = await readdir(folder.path, { recursive: true });
  const { exitCode, stderr } = await runCli(["publish", folder.path, "all", "--out", results.path]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("IB_SITE_FOLDER"),
  });
  expect(stderr).toContain(folder.path);
  expect(stderr).toMatch(/publish into a new folder, or empty this one first/);
  expect(await readdir(folder.path, { recursive: true })).toEqual(before);
});

test("publish leaves what others put between the files of its older site", async () => {
  await using results = await evaluatedRun();
  await using folder = await temporaryFolder();
  const site = join(folder.path, "pub");
  const publish = () => succeed("publish", site, "all", "--out", results.path);
  await publish();
  const published = await readdir(site, { recursive: true });
  const others = ["data/mine.csv", "assets/logo.png", "CNAME"];
  for (const name of others) await writeFile(join(site, name), "mine");
  await publish();
  for (const name of others) expect(await readFile(join(site, name), "utf8")).toBe("mine");
  expect((await readdir(site, { recursive: true })).sort()).toEqual([...published, ...others].sort());
});

test("view says where it is and what it cannot read, and Ctrl-C is a good end", async () => {
  await using results = await evaluatedRun();
  const port = await freePort();
  const viewer = startCli(["view", join(results.path, "all"), "--port", String(port), "--json"]);
  const url = `http://127.0.0.1:${port}/`;
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp).toBe(true);
  const index = await fetchChunk(url, chunkPath.index());
  expect(index.scans.map(({ run_id }) => run_id)).toEqual(["all"]);
  await mkdir(join(results.path, "broken"));
  await writeFile(join(results.path, "broken", "run_plan.json"), "{");
  expect((await fetch(url + chunkPath.run("broken"))).status).toBe(500);
  viewer.kill("SIGINT");
  const { exitCode, stdout, stderr } = await viewer.finished;
  expect(stderr).toMatch(/^IB_BAD_ARTIFACT: .*broken.run_plan\.json/);
  expect({ exitCode, printed: JSON.parse(stdout) }).toEqual({ exitCode: 0, printed: { url } });
});

test("view of a folder that is not there says so", async () => {
  await using folder = await temporaryFolder();
  const { exitCode, stderr } = await runCli(["view", join(folder.path, "nothing")]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("IB_NO_SUCH_FILE"),
  });
});
