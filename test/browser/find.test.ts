import { expect } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { becomesTrue, waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

async function findChunk(): Promise<SiteChunk<"find">> {
  const { scans } = await viewed.index();
  const model = scans[0]?.models[0];
  if (model === undefined) throw new Error("there is nothing to search");
  // The server writes it from this very schema.
  return (await (
    await fetch(viewed.url + chunkPath.find(model.scan, model.slug))
  ).json()) as SiteChunk<"find">;
}

browserTest(
  "a sentence that somebody said is two actions away, and a click leads to where it stands",
  async () => {
    const { conversations, model_id } = await findChunk();
    const reply = conversations[0]?.messages.find(({ role }) => role === "assistant")?.content ?? "";
    const words = reply.split(/\s+/).slice(1, 6).join(" ").replaceAll('"', "");
    await using watched = await watchPage(viewed.url);
    const { page } = watched;
    await page.goto(viewed.url);
    await waitForHeading(page);

    await page.keyboard.press("/");
    await page.locator("#find-words:focus").waitFor();
    await page.keyboard.type(`"${words}"`);
    const row = page.locator(".found-row", { has: page.locator("mark.found") }).filter({ hasText: model_id });
    await row.first().waitFor();
    expect(decodeURIComponent(page.url())).toContain("words=");

    // More rows arrive, and a row that moves away under the pointer is not opened.
    await page.waitForLoadState("networkidle");
    await row.first().locator("a[data-place]").click();
    await page.getByText(/^1?\d+ of \d+ in your search$/).waitFor();
    expect(page.url()).toContain("/conversations/");
    // The match is marked in its place, differently from a quote, and is visible first.
    const [, turn] = /[?&]turn=(\d+)/.exec(page.url()) ?? [];
    const first = page.locator(`#turn-${turn} .message.assistant mark.found`).first();
    expect(words).toContain(((await first.textContent()) ?? "").split(/\s+/)[0] ?? "nothing");
    await becomesTrue(
      page,
      `(() => {
        const { top, bottom } = document.querySelector("#turn-${turn} .message.assistant mark.found").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      })()`,
    );
    expect(watched.complaints).toEqual([]);
  },
);

browserTest("all failures of a check over all assistants are a set that n and p walk through", async () => {
  const { scans } = await viewed.index();
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/find?verdict=FAIL`);
  const rows = page.locator(".found-row");
  await rows.first().waitFor();
  await becomesTrue(page, `!document.querySelector("main").textContent.includes("so far")`);
  const places = await rows
    .locator("a[data-place]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("data-place")));
  expect(places.length).toBeGreaterThan(2);

  await rows.nth(1).locator("a[data-place]").click();
  await page.getByText(`2 of ${places.length} in your search`).waitFor();
  await page.keyboard.press("n");
  await page.getByText(`3 of ${places.length} in your search`).waitFor();
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await page.getByText(`1 of ${places.length} in your search`).waitFor();
  await page.goBack();
  await rows.first().waitFor();
  await becomesTrue(
    page,
    `document.activeElement?.getAttribute("data-place") === ${JSON.stringify(places[1])}`,
  );
  expect(watched.complaints).toEqual([]);
});

browserTest("facets narrow a search down, and the address says so", async () => {
  const { scans } = await viewed.index();
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/find`);
  const facet = page.locator("section[aria-labelledby=facet-check] .facet").first();
  await facet.waitFor();
  await becomesTrue(page, `!document.querySelector("main").textContent.includes("so far")`);
  const [count = ""] = /\d+$/.exec((await facet.textContent()) ?? "") ?? [];
  await facet.click();
  await page.waitForURL(/check=IB-/);
  await page.getByText(`${count} row`, { exact: false }).first().waitFor();
  expect(await page.locator(".found-row").count()).toBe(Number(count));
  expect(watched.complaints).toEqual([]);
});

browserTest("whatever is typed is looked for as words and runs as nothing", async () => {
  const { scans } = await viewed.index();
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  for (const typed of [
    "<img src=x onerror=alert(1)>",
    '"(unclosed [',
    "\\",
    "javascript:alert(1)",
    "\u202E\u0000",
  ]) {
    await page.goto("about:blank");
    await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/find?words=${encodeURIComponent(typed)}`);
    await page.getByText("Nothing here is like that.").waitFor();
    expect(await page.locator("main img, main script").count()).toBe(0);
  }
  expect(watched.complaints).toEqual([]);
});
