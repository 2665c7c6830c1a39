import { expect } from "vitest";
import { CRISIS } from "../../src/report/report-transcripts.fixture.ts";
import { briefAddress } from "../../src/schema/site-paths.ts";
import { SCAN } from "../../src/site/site.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { EARLIER, hostileSite } from "./hostile-site.fixture.ts";
import { pageAddresses } from "./page-addresses.fixture.ts";
import { serveSite } from "./served-site.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 320, height: 700 };
const LOOKS = [
  ...[WIDE, PHONE].map((viewport) => ({ viewport, media: "screen", colorScheme: "light" }) as const),
  // Colours are those of any width, and so is what a narrow page folds away.
  ...[WIDE, SMALL_PHONE].map((viewport) => ({ viewport, media: "screen", colorScheme: "dark" }) as const),
  { viewport: WIDE, media: "print", colorScheme: "light" } as const,
];

/** Axe's findings on some pages in every look, each with the page's name. */
async function violationsOn(url: string, addresses: Readonly<Record<string, string>>) {
  await using watched = await watchPage(url);
  const found: string[] = [];
  await watched.visitAll(Object.keys(addresses), async (page, name) => {
    // Through an empty page, so that no heading of the page before is taken for this one's.
    await page.goto("about:blank");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    await page.goto(`${url}${addresses[name]}`);
    await waitForHeading(page);
    await page.waitForLoadState("networkidle");
    for (const { viewport, media, colorScheme } of LOOKS) {
      await page.emulateMedia({ media, colorScheme });
      await page.setViewportSize(viewport);
      // Elements that observe their own size update in the next frames.
      await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
        setTimeout(resolve, 50))))`);
      // The style sheet alone knows dark from light: no other element, and none of another size.
      const violations = await axeViolations(page, colorScheme === "dark" ? "colours" : "everything");
      found.push(...violations.map((it) => `${name}, ${media}, ${colorScheme}, ${viewport.width}: ${it}`));
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      if (isWide === true) found.push(`${name} is wider than ${viewport.width}, ${media}`);
    }
  });
  expect(watched.complaints).toEqual([]);
  return found;
}

browserTest(
  "axe finds nothing on any page, light and dark, wide, on a phone, on the narrowest and on paper",
  async () => {
    const [scan] = (await viewed.index()).scans;
    // A page of its own, without the bar of the others.
    const addresses = { ...(await pageAddresses(viewed)), brief: briefAddress(scan?.scan ?? "") };
    expect(await violationsOn(viewed.url, addresses)).toEqual([]);
  },
);

browserTest(
  "nor on those of a run under way, of two releases, and of labels that nobody has applied",
  async () => {
    await using served = await serveSite(hostileSite("Don’t worry so much."));
    const { url } = served;
    const conversation = `conversations/sim-breezy__${CRISIS}.r1`;
    const found = await violationsOn(url, {
      "contested by labels": `#/s/${SCAN}/contested`,
      "a verdict with labels": `#/s/${SCAN}/${conversation}?check=IB-A1`,
      "a verdict of people": `#/s/${EARLIER}/${conversation}?check=IB-A1`,
      "searched words": `#/s/${SCAN}/${conversation}?turn=1&set=words%3Dworry`,
      "two releases": "#/line/sim-breezy",
      runs: "#/runs",
      "a run under way": "#/runs/demo",
      "a conversation of it": `#/runs/demo/${conversation}`,
    });
    expect(found).toEqual([]);
  },
);
