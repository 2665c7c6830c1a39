import { expect } from "vitest";
import { chunkPath, type SiteChunk } from "../../src/schema/site-data.ts";
import { browserTest } from "./chromium.fixture.ts";
import { quotesInView } from "./quote-in-view.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

browserTest("from the board over a heat map cell to the quote, highlighted and in view", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(viewed.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
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
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("Hard fails").first().waitFor();
  const text = await page.locator("main").textContent();
  expect(text).toContain(a.model_id);
  expect(text).toContain(b.model_id);
  expect(watched.complaints).toEqual([]);
});

browserTest("what is not there is said, not left blank", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(`${viewed.url}#/s/nothing`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("main").textContent()).not.toBe("");
});
