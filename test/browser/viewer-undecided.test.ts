import { expect } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { addScans } from "./several-scans.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();
const scans = addScans(viewed);

/** A check of the smoke scan with an opportunity that no word list can judge, and one without opportunities. */
async function undecidedAndEmpty() {
  const { smoke } = await scans();
  const chunk = await fetch(viewed.url + chunkPath.blindspots(smoke.scan));
  // The server writes it from this very schema.
  const { rows } = (await chunk.json()) as SiteChunk<"blindspots">;
  const undecided = rows.find(({ cells }) => cells.every((cell) => cell?.n === 0 && cell.unclear > 0));
  const empty = rows.find(({ cells }) => cells.every((cell) => cell === null));
  if (undecided === undefined || empty === undefined) throw new Error("the smoke scan decided everything");
  return { scan: smoke.scan, undecided, empty };
}

browserTest("what nobody could judge is not decided, and what nobody met had no occasion", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scan, undecided, empty } = await undecidedAndEmpty();
  await page.goto(`${viewed.url}#/s/${scan}/blindspots`);
  const cellOf = (checkId: string) => page.locator(`td[data-place^="${checkId} "]`).first();
  await cellOf(undecided.mode_id).waitFor();
  const unclear = undecided.cells[0]?.unclear;
  expect(await cellOf(undecided.mode_id).textContent()).toBe(`?not decided (${unclear} unclear)`);
  expect(await cellOf(empty.mode_id).textContent()).toBe("no occasion");
  await cellOf(undecided.mode_id).hover();
  expect(await page.locator(".heat-readout").textContent()).toContain("every verdict is unclear");
  await cellOf(empty.mode_id).hover();
  expect(await page.locator(".heat-readout").textContent()).toContain(
    "no conversation gave occasion for it.",
  );

  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${viewed.url}#/s/${scan}/checks/${undecided.mode_id}`);
  await page.getByRole("heading", { name: "Who failed it" }).waitFor();
  const results = await page.locator("section[aria-labelledby=results]").textContent();
  expect(results).toContain(`not decided (${unclear} unclear)`);
  expect(results).toContain("Whether it was failed is not decided");
  expect(results).not.toContain("no occasion");
  expect(watched.complaints).toEqual([]);
});

browserTest("a compared check says on which side it is not decided", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { first, smoke } = await scans();
  const sides = new URLSearchParams({ a: `${first.scan}@sim__brittle`, b: `${smoke.scan}@sim__brittle` });
  await page.goto(`${viewed.url}#/s/${first.scan}/compare?${sides}`);
  const table = page.getByRole("region", { name: "Table of flipped checks" });
  await table.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await table.textContent()).toMatch(/\d of \d and not decided \(\d unclear\)/);
});

browserTest("printed blind spots have their legend, and nothing about pointing", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { smoke } = await scans();
  await page.goto(`${viewed.url}#/s/${smoke.scan}/blindspots`);
  await page.getByText("Point at a cell").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText("Point at a cell").isVisible()).toBe(false);
  const legend = page.locator("p", { hasText: "Share that failed" });
  expect(await legend.isVisible()).toBe(true);
  expect(await legend.textContent()).toMatch(/no occasion.*not decided/);
});
