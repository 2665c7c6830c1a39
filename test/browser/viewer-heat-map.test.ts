import type { Page } from "playwright-core";
import { expect } from "vitest";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

/** The focused cell, and whether it is fully visible: no other element covers its corners. */
const LOOK = `(() => {
  const cell = document.activeElement;
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const corners = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
  const isClear = corners.every(([x, y]) => cell.closest("td")?.contains(document.elementFromPoint(x, y)) ?? false);
  return { place: cell.dataset.place ?? null, isClear };
})()`;

async function look(page: Page): Promise<{ readonly place: string | null; readonly isClear: boolean }> {
  // The type of the expression above.
  return (await page.evaluate(LOOK)) as { readonly place: string | null; readonly isClear: boolean };
}

async function openHeatMap(page: Page): Promise<void> {
  const { scans } = await viewed.index();
  await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/blindspots`);
  await page.locator('[data-place][tabindex="0"]').focus();
}

browserTest.for([
  [1280, 700],
  [800, 700],
  [390, 844],
] as const)(
  "the arrow keys never lead behind the head, the first column or the words, %i pixels wide",
  async ([width, height]) => {
    await using watched = await watchPage(viewed.url, { viewport: { width, height } });
    const { page } = watched;
    await openHeatMap(page);
    const hidden: string[] = [];
    const walk = async (key: string, steps: number) => {
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press(key);
        const { place, isClear } = await look(page);
        if (!isClear) hidden.push(`${key} to ${place}`);
      }
    };
    await walk("ArrowDown", 30);
    await walk("ArrowRight", 4);
    await walk("ArrowUp", 12);
    await walk("ArrowLeft", 4);
    await walk("ArrowUp", 25);
    expect(hidden).toEqual([]);
  },
);

browserTest("going back leads to the cell one came from, where it was", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await openHeatMap(page);
  // A place one has to scroll to, and a cell there that opens something.
  const far = page.locator('td a[data-place^="IB-F"], td a[data-place^="IB-D"]').first();
  await far.focus();
  const { place } = await look(page);
  const scrolled = () => page.evaluate("window.scrollY");
  const before = await scrolled();
  expect(before).toBeGreaterThan(300);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/conversations\//);
  await page.locator("mark.quote.chosen").first().waitFor();
  await page.goBack();
  await page.locator(":focus[data-place]").waitFor();
  expect(await look(page)).toEqual({ place, isClear: true });
  expect(await scrolled()).toBe(before);
  // The Tab key enters the table there too.
  expect(await page.locator('[data-place][tabindex="0"]').getAttribute("data-place")).toBe(place);
  expect(watched.complaints).toEqual([]);
});

/** The distance of the assistants' names from the top of the window, and whether they are uncovered. */
const HEADS = `(() => {
  const { left, top, bottom } = document.querySelector(".heat .model-name").getBoundingClientRect();
  const seen = document.elementFromPoint(left + 3, (top + bottom) / 2);
  return { top: Math.round(top), isSeen: seen?.closest(".model-name") !== null };
})()`;

browserTest.for([
  [1280, 700],
  [390, 844],
  [200, 844],
] as const)("the names of the assistants stay in sight, %i pixels wide", async ([width, height]) => {
  await using watched = await watchPage(viewed.url, { viewport: { width, height } });
  const { page } = watched;
  await openHeatMap(page);
  await page.evaluate("window.scrollTo(0, 1500)");
  await expect
    .poll(() => page.evaluate(HEADS))
    .toEqual({ top: expect.toSatisfy((top) => Math.abs(top) <= 6), isSeen: true });
});

browserTest("a finger reads a cell first, with its quote, and opens it second", async () => {
  await using watched = await watchPage(viewed.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page } = watched;
  const { scans } = await viewed.index();
  await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/blindspots`);
  const cell = page.locator("td a[data-place]").first();
  await cell.tap();
  await page
    .locator(".heat-readout")
    .getByRole("link", { name: /Read it in the conversation/ })
    .waitFor();
  expect(page.url()).toMatch(/\/blindspots$/);
  await cell.tap();
  await page.waitForURL(/\/conversations\//);
  expect(watched.complaints).toEqual([]);
});

browserTest("a new page still begins at its heading", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  await openHeatMap(page);
  await page.getByRole("link", { name: "Checks", exact: true }).click();
  await page.waitForURL(/\/checks$/);
  await page.locator("h1:focus").waitFor();
});
