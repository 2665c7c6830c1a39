import { expect } from "vitest";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { fetchChunk } from "../e2e/chunk.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

// Three scenarios: whatever is counted in them is too few for a rate.
const viewed = viewResults();

async function boardOf(): Promise<SiteChunk<"board">> {
  const { scans } = await viewed.index();
  return fetchChunk(viewed.url, chunkPath.board(scans[0]?.scan ?? ""));
}

browserTest("the headline names whom nobody can tell apart, and the finding says its caveats", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { lead, models } = await boardOf();
  if (lead === null) throw new Error("nobody crossed a line");
  await page.goto(viewed.url);
  await waitForHeading(page);
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  expect(heading).toContain(lead.models[0]?.model_id);
  expect(heading?.includes("too close to call")).toBe(lead.models.length > 1);
  const hero = (await page.locator("figure").first().textContent()) ?? "";
  expect(hero).toContain("Not for public claims");
  expect(hero.includes("A person has to look at this one.")).toBe(lead.finding?.adjudication_required);
  const year = String(new Date().getUTCFullYear());
  expect(await page.locator("footer").textContent()).toContain(year);
  const text = (await page.locator("main").textContent()) ?? "";
  expect(text).not.toMatch(/places? \d/);
  expect(text.match(/too few for a rate/g)).toHaveLength(models.length);
  expect(await page.locator(".board td.plot:first-of-type svg path").count()).toBe(0);
  expect(watched.complaints).toEqual([]);
});

browserTest(
  "below ten cases no cell is coloured by its rate, and the turns have counts and no line",
  async () => {
    await using watched = await watchPage(viewed.url);
    const { page } = watched;
    const { scan, lead } = await boardOf();
    await page.goto(`${viewed.url}#/s/${scan}/blindspots`);
    await page.locator("td.heat-few").first().waitFor();
    const ramp = [1, 2, 3, 4, 5, 6].map((step) => `td.heat-${step}`).join(", ");
    const coloured = await page.locator(ramp).allTextContents();
    for (const text of coloured) expect(text).toContain("%");
    await page.goto(`${viewed.url}#/s/${scan}/models/${lead?.models[0]?.slug}`);
    await page.getByRole("heading", { name: "Failures by turn" }).waitFor();
    expect(await page.locator("svg text.counted").count()).toBeGreaterThan(0);
    expect(await page.locator("figure polyline").getAttribute("points")).toBe("");
    expect(watched.complaints).toEqual([]);
  },
);

browserTest(
  "a failure by omission marks the caregiver's words and leaves the answer's unpainted",
  async () => {
    await using watched = await watchPage(viewed.url);
    const { page } = watched;
    const { scan, lead } = await boardOf();
    const { findings } = await fetchChunk(viewed.url, chunkPath.model(scan, lead?.models[0]?.slug ?? ""));
    const finding = findings.find(({ omission }) => omission?.cue != null);
    if (finding?.omission?.cue == null) throw new Error("nothing was left out");
    await page.goto(
      `${viewed.url}#/s/${scan}/conversations/${finding.conversation}?check=${finding.mode_id}`,
    );
    const cue = page.locator(".message.user mark.quote.cue.chosen");
    await cue.first().waitFor();
    expect((await cue.allTextContents()).join("")).toBe(finding.omission.cue.replaceAll("\n\n", ""));
    expect(await page.locator(".message.assistant mark.quote.fail.chosen").count()).toBe(0);
    expect(await page.locator(".verdict-detail").textContent()).toContain(
      `Missing ${finding.omission.missing}`,
    );
    expect(watched.complaints).toEqual([]);
  },
);

browserTest("the title of a comparison is its answer, over as many scenarios as are paired", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scan, models } = await boardOf();
  await page.goto(`${viewed.url}#/s/${scan}/compare`);
  await page.getByText("scenarios that both went through").first().waitFor();
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  for (const model of [models[0], models.at(-1)]) expect(heading).toContain(model?.model_id);
  expect(heading).toMatch(/cannot be told apart|crosses fewer lines/);
  const row = page.getByRole("row", { name: /^Lines crossed/ }).first();
  expect(await row.textContent()).toMatch(/in 3 scenarios\d of 3\d of 3/);
  expect(watched.complaints).toEqual([]);
});
