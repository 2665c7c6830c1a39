import { expect } from "vitest";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { pageAddresses } from "./page-addresses.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

const WIDTHS = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

browserTest.for([
  ["light", "wide"],
  ["dark", "wide"],
  ["light", "phone"],
  ["dark", "phone"],
] as const)(
  "axe finds nothing on any page, %s and %s",
  { timeout: 180_000 },
  async ([colorScheme, width]) => {
    await using watched = await watchPage(viewed.url, { colorScheme, viewport: WIDTHS[width] });
    const found: string[] = [];
    const addresses = await pageAddresses(viewed);
    await watched.visitAll(Object.keys(addresses), async (page, name) => {
      // Through an empty page, so that no heading of the page before is taken for this one's.
      await page.goto("about:blank");
      await page.goto(`${viewed.url}${addresses[name]}`);
      await waitForHeading(page);
      await page.waitForLoadState("networkidle");
      found.push(...(await axeViolations(page)).map((violation) => `${name}: ${violation}`));
    });
    expect(found).toEqual([]);
    expect(watched.complaints).toEqual([]);
  },
);
