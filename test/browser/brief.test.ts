import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, vi } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { type Brief, renderBrief } from "../../src/site/render-brief.ts";
import { fetchChunk } from "../e2e/chunk.fixture.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { succeed } from "../e2e/evaluated-run.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();
const HOSTILE = `</td></table><script>globalThis.pwned=1</script><img src=x onerror="globalThis.pwned=1">\u202E&amp;"'`;

const pagesIn = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

browserTest("a reader's browser prints the brief on one sheet", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "brief.html");
  await succeed("brief", join(viewed.results, "all"), "--out", file);
  await using watched = await watchPage(pathToFileURL(file).href);
  await watched.page.goto(pathToFileURL(file).href);
  expect(pagesIn(await watched.page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
});

browserTest("from the board one comes to the brief, which is clean and asks nothing of anybody", async () => {
  await using watched = await watchPage(viewed.url);
  const { page, complaints } = watched;
  await page.goto(viewed.url);
  await waitForHeading(page);
  const link = page.getByRole("link", { name: "One page to print or hand on" });
  await page.goto(new URL((await link.getAttribute("href")) ?? "", viewed.url).href);
  expect(await page.locator("h1").textContent()).toContain("sim/brittle");
  expect(await page.evaluate("getComputedStyle(document.querySelector('.sheet')).display")).toBe("flex");
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  expect(complaints).toEqual([]);
});

browserTest(
  "with as much as there can be, and all of it hostile, it is one sheet still and runs nothing",
  async () => {
    await using folder = await temporaryFolder();
    const { scans } = await viewed.index();
    const board = await fetchChunk(viewed.url, chunkPath.board(scans[0]?.scan ?? ""));
    const long = `${HOSTILE} ${"so it goes on ".repeat(60)}`;
    const [model] = board.models;
    const finding = board.lead?.finding;
    if (model === undefined || finding === null || finding === undefined) throw new Error("nothing to show");
    const moment = {
      check: long,
      finding: { ...finding, title: long, quote: long, asked: long, omission: { cue: null, missing: long } },
    };
    const brief: Brief = {
      board: {
        ...board,
        private: true,
        judge: long,
        models: Array.from({ length: 30 }, () => ({ ...model, model_id: long as typeof model.model_id })),
        lead: board.lead && {
          ...board.lead,
          sentence: long,
          models: Array.from({ length: 3 }, (_, index) => ({
            ...model,
            slug: `${index}`,
            model_id: long as typeof model.model_id,
          })),
        },
      },
      moments: [moment, moment],
      date: "16 November 2026",
      corpusVersion: "0.9.0",
      toolVersion: "0.1.0",
      fewestForRate: 1,
      example: long,
      notes: Array.from({ length: 9 }, () => long),
      changes: { since: long, sentences: Array.from({ length: 9 }, () => long) },
      scans: Array.from({ length: 9 }, () => ({
        name: long,
        transcripts: "a".repeat(64),
        scoring: "b".repeat(64),
      })),
    };
    const file = join(folder.path, "brief.html");
    await writeFile(file, renderBrief(brief));
    await using watched = await watchPage(pathToFileURL(file).href);
    const { page, complaints } = watched;
    await page.goto(pathToFileURL(file).href);
    expect(pagesIn(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
    expect(await page.evaluate("globalThis.pwned")).toBeUndefined();
    expect(await page.locator("script, img").count()).toBe(0);
    expect(await page.locator("body").textContent()).toContain("<script>globalThis.pwned=1</script>");
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

browserTest("however long its words and whatever changed, it is one sheet", async () => {
  const { scans } = await viewed.index();
  const board = await fetchChunk(viewed.url, chunkPath.board(scans[0]?.scan ?? ""));
  const finding = board.lead?.finding;
  if (board.lead === null || finding == null) throw new Error("nothing to show");
  await using watched = await watchPage("about:blank");
  for (const [length, notes, changes] of [
    [10, 0, 0],
    [60, 0, 3],
    [120, 3, 0],
    [1000, 0, 0],
    [1000, 1, 2],
    [1000, 0, 5],
  ] as const) {
    const long = "so it goes on ".repeat(length / 5);
    const omission = { cue: null, missing: long };
    const moment = { check: long, finding: { ...finding, title: long, quote: long, asked: long, omission } };
    const page = renderBrief({
      board: { ...board, lead: { ...board.lead, sentence: long } },
      moments: [moment, moment],
      date: "16 November 2026",
      corpusVersion: "0.9.0",
      toolVersion: "0.1.0",
      fewestForRate: 1,
      notes: Array.from({ length: notes }, () => long),
      changes: changes === 0 ? null : { since: long, sentences: Array.from({ length: changes }, () => long) },
      scans: [{ name: "all/publish-1", transcripts: "a".repeat(64), scoring: "b".repeat(64) }],
    });
    await watched.page.setContent(page);
    const pdf = await watched.page.pdf({ preferCSSPageSize: true, printBackground: true });
    expect(pagesIn(pdf), `${length} words, ${notes} notes, ${changes} changes`).toBe(1);
  }
});

browserTest("a static site has the brief as a page", async () => {
  await using folder = await temporaryFolder();
  await succeed("publish", join(folder.path, "site"), "all", "--out", viewed.results);
  const [scan] = (await viewed.index()).scans;
  const page = await readFile(join(folder.path, "site/brief", scan?.scan ?? "", "brief.html"), "utf8");
  const served = await fetchChunk(viewed.url, chunkPath.brief(scan?.scan ?? ""));
  expect(page).toBe(served.html);
});

browserTest("a figure leaves the board as picture and as data, with what it must not lose", async () => {
  await using watched = await watchPage(viewed.url);
  const { page, complaints } = watched;
  await page.goto(viewed.url);
  await waitForHeading(page);
  const taken = async (kind: string) => {
    const button = page.getByRole("button", { name: new RegExp(`^${kind} of the figure: Conversations`) });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return readFile(await download.path());
  };
  for (const file of [await taken("SVG"), await taken("data")]) {
    expect(file.toString()).toContain("SIMULATED, about no real model");
    expect(file.toString()).toContain("judged by sim/judge");
    expect(file.toString()).toContain("sim/brittle");
  }
  expect((await taken("PNG")).subarray(1, 4).toString()).toBe("PNG");
  await page.getByRole("button", { name: /^cite the figure: Conversations/ }).click();
  expect(await page.locator(".select-all").textContent()).toMatch(/scan publish-[0-9a-f]+\. SIMULATED/);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

browserTest("scores, comparisons and releases leave the page as the board's own figure does", async () => {
  await using watched = await watchPage(viewed.url);
  const { page, complaints } = watched;
  const [scan] = (await viewed.index()).scans;
  const figures = [
    [`#/s/${scan?.scan}`, "Quality of replies", "sim/brittle"],
    [`#/s/${scan?.scan}`, "Overall score", "sim/brittle"],
    [`#/s/${scan?.scan}/compare`, "sim/\\w+ and .*paired", "the first, sim/"],
    ["#/line/sim__brittle", "sim/brittle over its releases: Crossed", "1 release, "],
  ] as const;
  for (const [address, title, said] of figures) {
    await page.goto(viewed.url + address);
    await waitForHeading(page);
    for (const kind of ["SVG", "PNG", "data"]) {
      const button = page.getByRole("button", { name: new RegExp(`^${kind} of the figure: ${title}`) });
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      const file = await readFile(await download.path());
      if (kind === "PNG") expect(file.subarray(1, 4).toString()).toBe("PNG");
      else {
        expect(file.toString()).toContain("SIMULATED, about no real model");
        expect(file.toString().replaceAll(/<[^>]*>/g, " ")).toContain(said);
      }
    }
    expect(await axeViolations(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

browserTest(
  "where a site's address is known, previews of its links get a painted picture by it",
  async () => {
    await using folder = await temporaryFolder();
    const site = join(folder.path, "site");
    const at = ["--site", "https://example.org/bench", "--out", viewed.results];
    const printed = await succeed("publish", site, "all", ...at);
    expect(printed).not.toContain("card.svg");
    const picture = await readFile(join(site, "card.png"));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    // Width and height stand first in a PNG's header.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    for (const page of ["index.html", "about/board.html"]) {
      expect(await readFile(join(site, page), "utf8")).toContain(
        '<meta property="og:image" content="https://example.org/bench/card.png" />',
      );
    }
    vi.stubEnv("CHROMIUM_PATH", join(folder.path, "nothing"));
    const told = await succeed("publish", site, "all", ...at);
    vi.unstubAllEnvs();
    expect(told).toContain("there is no Chromium here that could paint it");
    expect(await readFile(join(site, "index.html"), "utf8")).toContain("https://example.org/bench/card.svg");
    const refused = await runCli(["publish", site, "all", "--site", "here", "--out", viewed.results]);
    expect(refused.stderr).toContain("IB_BAD_SITE_ADDRESS");
  },
);

browserTest(
  "a published site says the essential without a script, and what to do after a double click",
  async () => {
    await using folder = await temporaryFolder();
    const site = join(folder.path, "site");
    await succeed("publish", site, "all", "--out", viewed.results);
    const index = await readFile(join(site, "index.html"), "utf8");
    expect(index).toMatch(/<title>Simulated: .*sim\/brittle.* · InvisibleBench<\/title>/);
    expect(index).toContain('<meta property="og:image" content="card.svg" />');
    expect(index).toMatch(/<noscript><h1>.*sim\/brittle/);
    await using watched = await watchPage(pathToFileURL(site).href, { javaScriptEnabled: false });
    for (const name of ["board", "model-sim__brittle", "check-IB-A1"]) {
      await watched.page.goto(pathToFileURL(join(site, "about", `${name}.html`)).href);
      const text = await watched.page.locator("main").textContent();
      expect(text).toContain("sim/brittle");
      expect(text).toContain("Simulated:");
    }
    await using clicked = await watchPage(pathToFileURL(site).href);
    await clicked.page.goto(pathToFileURL(join(site, "index.html")).href);
    expect(await clicked.page.getByText("does not work by double click").isVisible()).toBe(true);
  },
);
