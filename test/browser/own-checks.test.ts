import { expect } from "vitest";
import { reportData } from "../../src/report/report-data.fixture.ts";
import { HASH } from "../../src/report/report-transcripts.fixture.ts";
import { Summary } from "../../src/schema/scan/summary.ts";
import { fixtureSite, SCAN } from "../../src/site/site.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { serveSite } from "./served-site.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const models = reportData.summary.models.map(({ model_id }) => model_id);
const summary = Summary.parse({
  ...reportData.summary,
  by_pack: { name: "acme", version: "1.0.0", hash: HASH },
  left_out: { by: "profile", checks: ["ACME-C1"] },
  duties: [
    {
      duty_id: "ACME-TERMS-HOURS",
      text: "It plans nothing into the hours in which somebody sleeps.",
      models: models.map((model_id, index) => ({
        model_id,
        standing: index === 0 ? "failed" : "not_established",
        conversations: {
          ...{ held: 0, failed: index === 0 ? 1 : 0, not_established: 2 },
          ...{ not_yet_in_force: 0, not_applicable: 0 },
        },
      })),
    },
  ],
});

browserTest(
  "the page of a pack's own checks has their counts and the pack's duties, no score, and nothing that axe finds",
  async () => {
    await using served = await serveSite(fixtureSite({ ...reportData, summary }));
    const { url } = served;
    await using watched = await watchPage(url);
    const { page } = watched;
    await page.goto(`${url}#/s/${SCAN}`);
    await waitForHeading(page);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Checks of the pack acme 1.0.0");
    expect(await page.getByText("Not asked, left out by the profile").textContent()).toContain("(ACME-C1)");
    const [checks, duties] = await page.getByRole("table").all();
    // A column for each assistant, and none for a score.
    expect(await checks?.getByRole("columnheader").count()).toBe(models.length + 1);
    expect(await checks?.getByRole("link", { name: /^IB-/ }).count()).toBeGreaterThan(0);
    expect(await duties?.getByRole("rowheader").allTextContents()).toEqual([
      "ACME-TERMS-HOURS It plans nothing into the hours in which somebody sleeps.",
    ]);
    const cells = (await duties?.getByRole("cell").allTextContents()) ?? [];
    expect(cells.toSorted()).toEqual([
      "Failed 1/3, 2 not established",
      ...models.slice(1).map(() => "Not established 2/2"),
    ]);
    for (const [width, colorScheme] of [
      [1280, "light"],
      [390, "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    }
    expect(watched.complaints).toEqual([]);
  },
);
