import { expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { succeed } from "../e2e/evaluated-run.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

browserTest("a search value that nothing knows is as good as none", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  await page.goto(`${viewed.url}#/s/${scans[0]?.scan}?sort=zzz&gate=zzz`);
  await page.getByRole("heading", { name: "All assistants" }).waitFor();
  expect(await page.getByLabel("Order").inputValue()).toBe("least_safe");
  expect(await page.locator("main tbody tr").count()).toBe(scans[0]?.models.length);
  await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/checks/IB-A1?model=zzz`);
  await page.getByRole("heading", { name: "Who failed it" }).waitFor();
  expect(await page.getByLabel("Findings of").inputValue()).toBe("");
  expect(watched.complaints).toEqual([]);
});

browserTest("an unknown scan is named, what there is is linked, and every link works", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  await page.goto(`${viewed.url}#/s/nope/blindspots`);
  await page.getByRole("heading", { name: "There is no scan “nope” here" }).waitFor();
  expect(await page.title()).toBe("No such scan · InvisibleBench");
  const links = await page
    .locator("nav a, main a")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(links.filter((href) => href?.includes("nope"))).toEqual([]);
  await page.locator("main").getByRole("link").first().click();
  await page.waitForURL((url) => decodeURIComponent(url.hash) === `#/s/${scans[0]?.scan}`);
  await page.getByRole("heading", { name: "All assistants" }).waitFor();
  expect(watched.complaints).toEqual([]);
});

browserTest("an unknown side of a comparison is named, and no other pair is shown in its place", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  const at = `${viewed.url}#/s/${scans[0]?.scan}/compare`;
  const known = `${scans[0]?.scan}@sim__careful`;
  await page.goto(`${at}?a=nope&b=${known}`);
  await page.getByText("The first side in the address, “nope”, is not here.").waitFor();
  expect(await page.getByText("The second side").count()).toBe(0);
  expect(await page.locator("main table").count()).toBe(0);
  await page.getByRole("combobox", { name: "First" }).selectOption(`${scans[0]?.scan}@sim__brittle`);
  await page.getByRole("heading", { name: "Differences, paired by scenario" }).waitFor();
  expect(watched.complaints).toEqual([]);
});

browserTest("an empty folder says that it is empty and how to fill it", async () => {
  await using folder = await temporaryFolder();
  const controller = new AbortController();
  const { url } = await createBench({ results: folder.path }).view({ signal: controller.signal });
  try {
    await using watched = await watchPage(url);
    const { page } = watched;
    await page.goto(url);
    await page.getByRole("heading", { name: "There are no results here yet" }).waitFor();
    expect(await page.locator("main code").first().textContent()).toBe("invisiblebench eval");
    await succeed("eval", "--out", folder.path, ...THREE_SCENARIOS);
    await page.getByRole("button", { name: "Look again" }).click();
    await page.getByRole("heading", { name: "All assistants" }).waitFor();
    expect(watched.complaints).toEqual([]);
  } finally {
    controller.abort();
  }
});

browserTest(
  "a script says what memory should hold, and nothing about a reply that is not there",
  async () => {
    await using watched = await watchPage(viewed.url);
    const { page } = watched;
    const { scans } = await viewed.index();
    await page.goto(`${viewed.url}#/s/${scans[0]?.scan}/scenarios/continuity_trust_bottle_bank_003`);
    await page.getByText("Memory probe").first().waitFor();
    expect(await page.locator("main").textContent()).not.toContain("Nobody looked");
  },
);
