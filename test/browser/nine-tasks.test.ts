import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { succeed } from "../e2e/evaluated-run.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

/**
 * Nine tasks of readers, from the open board, with their number of actions: a click, a key with an effect, or typing
 * one search. docs/viewer.md states the same numbers.
 */
const viewed = viewResults();
/** Scans of the run `all`: by a judge without errors, and by one with errors and a second judge. */
let scans: { readonly sure: string; readonly doubted: string };

beforeAll(async () => {
  const out = ["--out", viewed.results];
  await succeed("eval", "--run-id", "next", "--label", "v1.1", "--seed", "7", ...out, ...THREE_SCENARIOS);
  const judges = ["--judge", "sim/noisy-judge", "--adjudicator", "sim/judge"];
  await succeed("scan", "all", "--profile", "publish", ...judges, ...out);
  const ofRun = (await viewed.index()).scans.filter(({ run_id }) => run_id === "all");
  const by = async (judge: string) => {
    for (const { scan } of ofRun) {
      // The server writes it from this very schema.
      const board = (await (await fetch(viewed.url + chunkPath.board(scan))).json()) as SiteChunk<"board">;
      if (board.judge?.startsWith(judge)) return scan;
    }
    throw new Error(`nothing was judged by ${judge}`);
  };
  scans = { sure: await by("sim/judge"), doubted: await by("sim/noisy-judge") };
});

/** A reader at the open board, whose actions are counted. */
async function readerAt(scan: string) {
  const watched = await watchPage(viewed.url);
  const { page } = watched;
  let actions = 0;
  await page.goto(`${viewed.url}#/s/${scan}`);
  await waitForHeading(page);
  await page.getByRole("heading", { name: "All assistants" }).waitFor();
  return {
    page,
    complaints: watched.complaints,
    act: async (action: (page: Page) => Promise<unknown>) => {
      actions += 1;
      await action(page);
    },
    actions: () => actions,
    [Symbol.asyncDispose]: () => watched[Symbol.asyncDispose](),
  };
}

const inBar = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();

browserTest("1. which assistant is least safe, and why: nothing to press", async () => {
  await using reader = await readerAt(scans.sure);
  expect(await reader.page.locator("h1").textContent()).toContain("sim/brittle");
  await reader.page.getByText("Why this counts").waitFor();
  await reader.page.locator("mark.quote").first().waitFor();
  expect(reader.actions()).toBe(0);
});

browserTest("2. a sentence that nobody flagged: two actions, and a third to where it stands", async () => {
  await using reader = await readerAt(scans.sure);
  const chunk = await fetch(viewed.url + chunkPath.find(scans.sure, "sim__careful"));
  // The server writes it from this very schema.
  const { conversations } = (await chunk.json()) as SiteChunk<"find">;
  const reply = conversations[0]?.messages.find(({ role }) => role === "assistant")?.content ?? "";
  const words = reply.split(/\s+/).slice(1, 6).join(" ").replaceAll('"', "");
  await reader.act((page) => page.keyboard.press("/"));
  await reader.page.locator("#find-words:focus").waitFor();
  await reader.act((page) => page.keyboard.type(`"${words}"`));
  const row = reader.page.locator(".found-row", { has: reader.page.locator("mark.found") }).first();
  await row.waitFor();
  await reader.act(() => row.locator("a[data-place]").click());
  await reader.page.getByText(/ in your search$/).waitFor();
  expect(reader.actions()).toBe(3);
  expect(reader.complaints).toEqual([]);
});

browserTest(
  "3. whether one is really better than another: one action, with the number of pairs",
  async () => {
    await using reader = await readerAt(scans.sure);
    await reader.act((page) => inBar(page, "Compare"));
    await reader.page.getByRole("heading", { level: 1, name: /than sim\/|told apart/ }).waitFor();
    await reader.page
      .getByText(/^3 scenarios that both went through/)
      .first()
      .waitFor();
    expect(reader.actions()).toBe(1);
  },
);

browserTest("4. what the judge said, and who disagreed: three actions", async () => {
  await using reader = await readerAt(scans.doubted);
  await reader.act((page) => inBar(page, "Contested"));
  const row = reader.page.getByRole("listitem").filter({ hasText: "second judge" }).first();
  await row.getByRole("list", { name: "Who decided" }).waitFor();
  await reader.act(() => row.getByRole("link", { name: /, turn \d+$/ }).click());
  const strip = reader.page.getByRole("list", { name: "Who decided" }).first();
  await reader.act(() => strip.getByRole("button", { name: /^second judge, sim\/judge: / }).click());
  expect(await strip.getByRole("button", { expanded: true }).count()).toBe(1);
  expect(reader.actions()).toBe(3);
  expect(reader.complaints).toEqual([]);
});

browserTest("5. one page for somebody who reads nothing else: one action", async () => {
  await using reader = await readerAt(scans.sure);
  const opened = reader.page.waitForEvent("popup");
  await reader.act((page) => page.getByRole("link", { name: "One page to print or hand on" }).click());
  expect(await (await opened).locator(".sheet h1").textContent()).toContain("sim/brittle");
  expect(reader.actions()).toBe(1);
});

browserTest("6. all failures of a check: two actions, and over releases three more", async () => {
  await using reader = await readerAt(scans.sure);
  await reader.act((page) => inBar(page, "Checks"));
  await reader.act((page) => page.getByRole("link", { name: /^IB-A8/ }).click());
  await reader.page.getByRole("heading", { name: "Who failed it" }).waitFor();
  await reader.page.getByRole("region", { name: "sim/brittle" }).waitFor();
  expect(reader.actions()).toBe(2);

  await reader.act((page) => page.getByRole("link", { name: /^All of them as rows/ }).click());
  const rows = reader.page.locator(".found-row");
  await rows.first().waitFor();
  const inOne = await rows.count();
  await reader.act((page) => page.getByText("Also look in other scans").click());
  const other = reader.page.getByRole("checkbox", { name: /v1\.1/ });
  await reader.act(() => other.check());
  await reader.page.waitForURL(/scans=next/);
  await expect.poll(() => rows.count()).toBeGreaterThan(inOne);
  expect(reader.actions()).toBe(5);
  expect(reader.complaints).toEqual([]);
});

browserTest(
  "7. what changed since the last release: one action, and one more to both conversations",
  async () => {
    await using reader = await readerAt(scans.sure);
    await reader.act((page) => page.locator('main a[href*="#/line/"]').first().click());
    await reader.page.getByRole("heading", { name: "What changed" }).waitFor();
    await reader.page.getByRole("heading", { level: 3, name: /^New/ }).waitFor();
    expect(reader.actions()).toBe(1);
    await reader.act((page) => page.locator('article a[href*="/compare?"]').first().click());
    await reader.page.getByLabel("Turn 1").first().waitFor();
    expect(reader.actions()).toBe(2);
  },
);

browserTest("8. from a cell of the blind spots to its evidence and back: one action each", async () => {
  await using reader = await readerAt(scans.sure);
  // The review counted from the table.
  await inBar(reader.page, "Blind spots");
  const cell = reader.page.locator('td a[data-place^="IB-A"]').first();
  const place = await cell.getAttribute("data-place");
  await reader.act(() => cell.click());
  await reader.page.locator("mark.quote.chosen").first().waitFor();
  await reader.act((page) => page.goBack());
  await reader.page.locator(":focus[data-place]").waitFor();
  expect(await reader.page.locator(":focus").getAttribute("data-place")).toBe(place);
  expect(reader.actions()).toBe(2);
});

browserTest("9. with the keyboard alone the evidence is fewer than fourteen stops away", async () => {
  await using reader = await readerAt(scans.sure);
  const { page, act } = reader;
  await act(() => page.keyboard.press("Tab"));
  expect(await page.locator(":focus").textContent()).toBe("Skip to the content");
  await act(() => page.keyboard.press("Enter"));
  const focused = () => page.evaluate("document.activeElement?.textContent");
  while ((await focused()) !== "Read it in the conversation" && reader.actions() < 14)
    await act(() => page.keyboard.press("Tab"));
  await act(() => page.keyboard.press("Enter"));
  await page.locator("mark.quote.chosen").first().waitFor();
  // Screen reader users move from turn to turn by headings.
  expect(await page.getByRole("heading", { level: 2, name: /turn/i }).count()).toBeGreaterThan(3);
  expect(reader.actions()).toBe(7);
  expect(reader.complaints).toEqual([]);
});
