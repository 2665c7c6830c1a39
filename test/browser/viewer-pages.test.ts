import { expect } from "vitest";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

async function atScan(): Promise<string> {
  const { scans } = await viewed.index();
  return `${viewed.url}#/s/${scans[0]?.scan}`;
}

browserTest("the board compares all assistants before anything has to be scrolled for", async () => {
  await using watched = await watchPage(viewed.url, { viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto(await atScan());
  await waitForHeading(page);
  const glance = await page.locator(".at-a-glance").boundingBox();
  expect((glance?.y ?? 0) + (glance?.height ?? 900)).toBeLessThan(900);
  const { scans } = await viewed.index();
  for (const { model_id } of scans[0]?.models ?? [])
    await page.locator(".at-a-glance").getByText(model_id, { exact: true }).waitFor();
});

browserTest("the page of an assistant draws the others behind it", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  const [model, ...others] = scans[0]?.models ?? [];
  await page.goto(`${await atScan()}/models/${model?.slug}`);
  await waitForHeading(page);
  await page.getByText(`grey rings are the ${others.length} other assistants`).waitFor();
  await page.getByText("Quality, lines aside").waitFor();
  expect(watched.complaints).toEqual([]);
});

browserTest("a conversation has a heading for each turn, and keeps its name in sight", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans, scenarios } = await viewed.index();
  const [model] = scans[0]?.models ?? [];
  const scenario = scenarios.find(({ scenario_id }) => scenario_id === "safety_crisis_bin_days_001");
  await page.goto(`${await atScan()}/conversations/${model?.slug}__${scenario?.scenario_id}.r1`);
  await waitForHeading(page);
  const turns = await page.getByRole("heading", { level: 2, name: /^Turn \d+$/ }).count();
  expect(turns).toBe(scenario?.turns);
  await page.evaluate("window.scrollTo(0, document.body.scrollHeight / 2)");
  const bar = await page.getByRole("navigation", { name: "Findings" }).boundingBox();
  expect(Math.abs(bar?.y ?? 99)).toBeLessThan(2);
  const words = await page.getByRole("navigation", { name: "Findings" }).textContent();
  expect(words).toContain(`${model?.model_id} · ${scenario?.title}`);
});

browserTest("on a phone the bar shows the page one is on", async () => {
  await using watched = await watchPage(viewed.url, { viewport: { width: 320, height: 700 } });
  const { page } = watched;
  await page.goto(`${viewed.url}#/methods`);
  await waitForHeading(page);
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Methods" });
  const right = async () => {
    const box = await link.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 999);
  };
  await expect.poll(right).toBeLessThanOrEqual(320);
});

browserTest("paper says which scan it is of and when, and shows what is folded away", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  await page.goto(`${await atScan()}/models/${scans[0]?.models[0]?.slug}`);
  await waitForHeading(page);
  const findings = page.locator("article.finding");
  const folded = await findings.count();
  await page.emulateMedia({ media: "print" });
  await page.locator(".print-only", { hasText: /Scan .* of \d+ \w+ \d{4}/ }).waitFor();
  await expect.poll(() => findings.count()).toBeGreaterThan(folded);
  expect(await findings.last().isVisible()).toBe(true);
});

browserTest("a run in the list says who judged it and how often a line was crossed", async () => {
  await using watched = await watchPage(viewed.url);
  const { page } = watched;
  const { scans } = await viewed.index();
  const { k, n } = scans[0]?.crossed ?? { k: -1, n: -1 };
  await page.goto(`${viewed.url}#/runs`);
  await page.getByRole("link", { name: `${k} of ${n}`, exact: true }).click();
  await page.waitForURL(/#\/s\//);
  expect(watched.complaints).toEqual([]);
});
