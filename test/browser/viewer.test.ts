import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { browserTest } from "./chromium.fixture.ts";
import { quotesInView } from "./quote-in-view.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

browserTest("from the board over a heat map cell to the quote, highlighted and in view", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(viewed.url);
  await waitForHeading(page);
  await page.getByRole("link", { name: "Blind spots" }).first().click();
  const cell = page.locator("td[class^=heat-] a").first();
  await cell.waitFor();
  await cell.click();
  await page.waitForURL(/#\/s\/[^/]+\/conversations\/[^?]+\?check=IB-/);

  const { searchParams, pathname } = new URL(page.url().replace("/#/", "/"));
  const [, , scan = "", , conversation = ""] = pathname.split("/");
  const chunk = await fetch(viewed.url + chunkPath.conversation(decodeURIComponent(scan), conversation));
  // The server writes it from this very schema.
  const { lanes } = (await chunk.json()) as SiteChunk<"conversation">;
  const lane = lanes.find(({ mode_id }) => mode_id === searchParams.get("check"));
  expect(lane?.verdict).toBe("FAIL");
  expect(await quotesInView(page)).toContain(lane?.evidence[0]?.quote);
  expect(watched.complaints).toEqual([]);
});

browserTest("the next finding is one key away, and the address names it", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(viewed.url);
  await page.locator('a[href*="/conversations/"]').first().click();
  await page.locator("mark.quote.chosen").first().waitFor();
  const placeOf = (address: string) => /conversations\/[^?]+\?check=[^&]+/.exec(address)?.[0];
  const first = placeOf(page.url());
  await page.keyboard.press("n");
  await page.waitForURL((url) => placeOf(url.href) !== first);
  expect(await quotesInView(page)).not.toBe("");
  await page.keyboard.press("p");
  await page.waitForURL((url) => placeOf(url.href) === first);
  expect(watched.complaints).toEqual([]);
});

browserTest("two models stand side by side, and one conversation in two columns", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  const [a, b] = scans[0]?.models ?? [];
  if (a === undefined || b === undefined) throw new Error("there are not two models to compare");
  const sides = new URLSearchParams({ a: `${a.scan}@${a.slug}`, b: `${b.scan}@${b.slug}` });
  await page.goto(`${viewed.url}#/s/${a.scan}/compare?${sides}`);
  await waitForHeading(page);
  await page.getByText("Lines crossed").first().waitFor();
  const text = await page.locator("main").textContent();
  expect(text).toContain(a.model_id);
  expect(text).toContain(b.model_id);
  expect(text).toContain("Numbers of conversations");
  expect(watched.complaints).toEqual([]);
});

browserTest("what is not there is said, not left blank", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(`${viewed.url}#/s/nothing`);
  await waitForHeading(page);
  expect(await page.locator("main").textContent()).not.toBe("");
});

browserTest("what could not be loaded is asked for again, by “Try again” and by coming back", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(viewed.url);
  await waitForHeading(page);
  let failing = 1;
  await page.route("**/blindspots.json", (route) => {
    failing -= 1;
    return failing >= 0 ? route.abort() : route.continue();
  });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("link", { name: "Blind spots" }).first().click();
  await heading("This could not be shown");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("td[class^=heat-]").first().waitFor();

  failing = 1;
  await page.reload();
  await heading("This could not be shown");
  await page.getByRole("link", { name: "Methods", exact: true }).first().click();
  await page.getByRole("link", { name: "Blind spots" }).first().click();
  await page.locator("td[class^=heat-]").first().waitFor();
});

browserTest("where even the index could not be loaded, “Try again” leads to the board", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  let failing = 1;
  await page.route("**/index.json", (route) => {
    failing -= 1;
    return failing >= 0 ? route.abort() : route.continue();
  });
  await page.goto(viewed.url);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "All assistants" }).waitFor();
});

browserTest("what the server says is wrong is shown", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.route("**/board.json", (route) =>
    route.fulfill({ status: 500, json: { error: "verdicts.jsonl:1: not JSON" } }),
  );
  await page.goto(viewed.url);
  await page.getByText("verdicts.jsonl:1: not JSON").waitFor();
});

browserTest("a run that came meanwhile is in the list of runs, and its scan among the scans", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(viewed.url);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.getByText("1 run, newest first").waitFor();
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await page.getByRole("heading", { name: "All assistants" }).waitFor();
  await cp(join(viewed.results, "all"), join(viewed.results, "later"), { recursive: true });
  try {
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByText("2 runs, newest first").waitFor();
    await page.getByRole("link", { name: "later" }).click();
    await page.getByRole("link", { name: "What was found" }).click();
    await page.waitForURL(/#\/s\/later~/);
    await page.getByRole("heading", { name: "All assistants" }).waitFor();
    expect(watched.complaints).toEqual([]);
  } finally {
    await rm(join(viewed.results, "later"), { recursive: true });
  }
});
