import { expect } from "vitest";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { pageAddresses } from "./page-addresses.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

const SCREENS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ colorScheme, viewport })),
);

browserTest(
  "axe finds nothing on any page, light and dark, wide and on a phone",
  { timeout: 180_000 },
  async () => {
    await using watched = await watchPage(viewed.url);
    const found: string[] = [];
    const addresses = await pageAddresses(viewed);
    await watched.visitAll(Object.keys(addresses), async (page, name) => {
      // Through an empty page, so that no heading of the page before is taken for this one's.
      await page.goto("about:blank");
      await page.goto(`${viewed.url}${addresses[name]}`);
      await waitForHeading(page);
      await page.waitForLoadState("networkidle");
      for (const { colorScheme, viewport } of SCREENS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        // What watches its own size answers in the next frames.
        await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
          setTimeout(resolve, 50))))`);
        // The style sheet alone knows dark from light: no other element, and none of another size.
        const violations = await axeViolations(page, colorScheme === "dark" ? "colours" : "everything");
        found.push(
          ...violations.map((violation) => `${name}, ${colorScheme}, ${viewport.width}: ${violation}`),
        );
      }
    });
    expect(found).toEqual([]);
    expect(watched.complaints).toEqual([]);
  },
);
