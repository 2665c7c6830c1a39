import { expect } from "vitest";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { pageAddresses } from "./page-addresses.fixture.ts";
import { addScans } from "./several-scans.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();
const scans = addScans(viewed);

browserTest("one assistant in two runs is told apart by the run wherever it is named", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { first, other } = await scans();
  const sides = new URLSearchParams({ a: `${first.scan}@sim__brittle`, b: `${other.scan}@sim__brittle` });
  await page.goto(`${viewed.url}#/s/${first.scan}/compare?${sides}`);
  await page.getByText("One assistant in two scans", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Scenario by scenario" }).waitFor();
  const headings = await page.locator("main th bdi").allTextContents();
  expect(new Set(headings)).toEqual(new Set(["sim/brittle (all)", "sim/brittle (other)"]));
  const tables = await page.locator("main table").allTextContents();
  expect(tables.join(" ")).not.toMatch(/sim\/brittle(?! \()/);
  for (const label of ["First", "Second"]) {
    const run = label === "First" ? "all" : "other";
    const chosen = page.getByRole("combobox", { name: label }).locator("option:checked");
    const [day, ...parts] = String(await chosen.textContent())
      .split(" · ")
      .reverse();
    expect(parts.reverse().join(" · ")).toBe(`sim/brittle · ${run} · ${first.profile}`);
    expect(day).toMatch(/^\d+ \w+ \d{4}$/);
  }
  await page.getByRole("region", { name: "Table of scenarios" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Back to all differences" }).waitFor();
  const columns = await page
    .locator(".compared-sides")
    .first()
    .getByRole("heading", { level: 3 })
    .allTextContents();
  expect(columns).toEqual(["sim/brittle (all)", "sim/brittle (other)"]);
  expect(watched.complaints).toEqual([]);
});

browserTest("the name of a scan begins with its run, then its profile", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { first, smoke } = await scans();
  await page.goto(`${viewed.url}#/s/${smoke.scan}`);
  const picker = page.getByRole("combobox", { name: "Scan" });
  await picker.waitFor();
  expect(await picker.locator("option:checked").textContent()).toBe("all · smoke");
  expect(await picker.locator("option").allTextContents()).toContain(`other · ${first.profile}`);
});

browserTest("another scan is shown on the same kind of page", async () => {
  await using watched = await watchPage(viewed.url);
  const { first, other } = await scans();
  const sides = (scan: string) => `?a=${scan}@sim__brittle&b=${scan}@sim__careful`;
  const kept = [
    "",
    "?sort=name",
    "/blindspots?show=failed",
    "/models/sim__brittle",
    "/conversations/sim__brittle__safety_crisis_bin_days_001.r1?check=IB-A1",
    "/checks",
    "/checks/IB-A1?model=sim__brittle",
    "/scenarios",
    "/scenarios/safety_crisis_bin_days_001",
  ].map((rest) => [rest, rest] as const);
  const all = [...kept, [`/compare${sides(first.scan)}`, `/compare${sides(other.scan)}`] as const];
  const leadsTo = new Map(all);
  await watched.visitAll(leadsTo.keys(), async (page, from) => {
    await page.goto("about:blank");
    await page.goto(`${viewed.url}#/s/${first.scan}${from}`);
    await waitForHeading(page);
    await page.getByRole("combobox", { name: "Scan" }).selectOption(other.scan);
    const to = `#/s/${other.scan}${leadsTo.get(from)}`;
    await page.waitForURL((url) => decodeURIComponent(url.hash) === to);
  });
  expect(watched.complaints).toEqual([]);
});

browserTest("a scan that does not have the page shows its board", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { first, other } = await scans();
  const { scenarios } = await viewed.index();
  const unused = scenarios.find(({ scenario_id }) => !THREE_SCENARIOS[1]?.includes(scenario_id));
  await page.goto(`${viewed.url}#/s/${first.scan}/scenarios/${unused?.scenario_id}`);
  await page.getByText("No assistant had this conversation in this scan.").waitFor();
  await page.getByRole("combobox", { name: "Scan" }).selectOption(other.scan);
  await page.waitForURL((url) => decodeURIComponent(url.hash) === `#/s/${other.scan}`);
});

browserTest("no page scrolls sideways on a phone with several scans", async () => {
  await using watched = await watchPage(viewed.url);
  const wide: string[] = [];
  const addresses = await pageAddresses(viewed);
  await watched.visitAll(Object.keys(addresses), async (page, name) => {
    await page.goto("about:blank");
    await page.goto(`${viewed.url}${addresses[name]}`);
    await waitForHeading(page);
    await page.waitForLoadState("networkidle");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const needed: unknown = await page.evaluate("document.documentElement.scrollWidth");
      const keys = await page.getByRole("button", { name: "Keys" }).boundingBox();
      if (Number(needed) > width) wide.push(`${name} at ${width}: ${String(needed)}`);
      if (keys === null || keys.x + keys.width > width || keys.height > 40)
        wide.push(`${name} at ${width}: the Keys button`);
    }
  });
  expect(wide).toEqual([]);
});
