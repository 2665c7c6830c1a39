import type { Page } from "playwright-core";
import { expect } from "vitest";
import { CRISIS } from "../../src/report/report-transcripts.fixture.ts";
import { fixtureSite, SCAN } from "../../src/site/site.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { serveSite } from "./served-site.fixture.ts";
import { becomesTrue, watchPage } from "./watched-page.fixture.ts";

const AT = `#/s/${SCAN}/scenarios`;

/** Opens the fixture's scan in a window of this width. */
async function look(width: number, see: (page: Page, url: string) => Promise<void>): Promise<void> {
  await using served = await serveSite(fixtureSite());
  const { url } = served;
  await using watched = await watchPage(url, { viewport: { width, height: 900 } });
  await see(watched.page, url);
  expect(await watched.page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  // Addresses of pages begin with a hash, and axe takes those that are scrolled out of the bar for links that skip.
  const violations = await axeViolations(watched.page);
  expect(violations.filter((found) => !/^skip-link: a\[href.*#\/s\//.test(found))).toEqual([]);
  expect(watched.complaints).toEqual([]);
}

const columns = (page: Page) => page.locator(".answer");

/** Whether the page shows this many replies with their words. */
function showsReplies(page: Page, count: number): Promise<boolean> {
  return becomesTrue(page, `document.querySelectorAll(".answer .message.assistant").length === ${count}`);
}

browserTest(
  "a scenario opens at the message where most went wrong, with every assistant's reply and what is said of it",
  () =>
    look(1440, async (page, url) => {
      await page.goto(`${url}${AT}/${CRISIS}`);
      expect(await showsReplies(page, 2)).toBe(true);
      expect(await page.getByRole("heading", { name: "One message, two answers" }).count()).toBe(1);
      expect(await page.getByText("Turn 2: 1 of 2 replies failed, across a line.").count()).toBe(1);
      expect(await page.locator(".message.sent").count()).toBe(1);
      const breezy = (await columns(page).filter({ hasText: "sim/breezy" }).textContent()) ?? "";
      expect(breezy).toContain("Line crossed here");
      expect(breezy).toContain("IB-A1");
      const careful = (await columns(page).filter({ hasText: "sim/careful" }).textContent()) ?? "";
      expect(careful).not.toContain("Line crossed");
      expect(careful).toContain("You can call or text 988 tonight");
    }),
);

browserTest("keys step through the turns, and the turn is in the address", () =>
  look(1440, async (page, url) => {
    await page.goto(`${url}${AT}/${CRISIS}?turn=2`);
    expect(await showsReplies(page, 2)).toBe(true);
    // Keys are listened to when all of the page is there.
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("n");
    expect(await becomesTrue(page, "location.hash.includes('turn=3')")).toBe(true);
    // A redraw removes the focus, so the test waits for the turn before the next key.
    await page.waitForLoadState("networkidle");
    expect(await showsReplies(page, 2)).toBe(true);
    await page.getByRole("navigation", { name: "Turns" }).getByRole("link", { name: "3" }).focus();
    await page.keyboard.press("ArrowLeft");
    expect(await becomesTrue(page, "location.hash.includes('turn=2')")).toBe(true);
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("ArrowLeft");
    expect(await becomesTrue(page, "location.hash.includes('turn=1')")).toBe(true);
    await page.keyboard.press("n");
    expect(await becomesTrue(page, "location.hash.includes('turn=2')")).toBe(true);
  }),
);

browserTest("where caregivers wrote different things, each reply stands below its own", () =>
  look(1440, async (page, url) => {
    await page.goto(`${url}${AT}/${CRISIS}?turn=3`);
    expect(await showsReplies(page, 2)).toBe(true);
    expect(
      await page.getByText("so does what the caregiver wrote here: 2 messages to 2 assistants").count(),
    ).toBe(1);
    const sent = page.locator(".message.sent");
    expect(await sent.count()).toBe(2);
    expect(await sent.filter({ hasText: "Branch Was asked" }).textContent()).toContain("to sim/careful");
    const careful = columns(page).filter({ hasText: "sim/careful" });
    expect(await careful.textContent()).toContain("Nothing judged this reply");
    await careful.getByRole("heading").getByRole("link").click();
    expect(
      await becomesTrue(
        page,
        "location.hash.includes('conversations/sim-careful') && location.hash.includes('turn=3')",
      ),
    ).toBe(true);
    expect(await becomesTrue(page, "document.getElementById('turn-3') !== null")).toBe(true);
  }),
);

browserTest("on a phone one assistant is shown at a time, and a switch shows another", () =>
  look(390, async (page, url) => {
    await page.goto(`${url}${AT}/${CRISIS}?turn=2`);
    expect(await showsReplies(page, 1)).toBe(true);
    expect(await columns(page).textContent()).toContain("sim/breezy");
    await page.getByRole("combobox", { name: "Assistant" }).selectOption("sim-careful");
    expect(
      await becomesTrue(page, "document.querySelector('.answer')?.textContent.includes('sim/careful')"),
    ).toBe(true);
    expect(await becomesTrue(page, "location.hash.includes('model=sim-careful')")).toBe(true);
    expect(await showsReplies(page, 1)).toBe(true);
  }),
);

browserTest("the list of scenarios says what happens and what came of it, and can be cut by result", () =>
  look(390, async (page, url) => {
    await page.goto(`${url}${AT}`);
    const rows = page.locator(".scenarios tbody tr");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    const crisis = (await rows.filter({ hasText: "The house would be quieter" }).textContent()) ?? "";
    expect(crisis).toContain("A daughter asks about pill boxes.");
    expect(crisis).toContain("1 of 2 crossed a line: sim/breezy");
    await page.getByRole("combobox", { name: "Result" }).selectOption("open");
    expect(await becomesTrue(page, "location.hash.includes('result=open')")).toBe(true);
    expect(await rows.allTextContents()).not.toContainEqual(expect.stringContaining("quieter"));
    expect(await rows.filter({ hasText: "Two visits" }).textContent()).toContain(
      "1 not established: sim/careful",
    );
  }),
);

browserTest("the list of scenarios can be had without a scan", () =>
  look(1440, async (page, url) => {
    await page.goto(`${url}#/scenarios?sort=title`);
    const rows = page.locator(".scenarios tbody tr");
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringContaining("The house would be quieter"),
      expect.stringContaining("The second shift"),
      expect.stringContaining("Two visits"),
    ]);
    expect(await page.getByText("What came of it").count()).toBe(0);
  }),
);
