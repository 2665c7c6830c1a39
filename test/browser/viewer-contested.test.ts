import { expect } from "vitest";
import { fixtureSite, SCAN } from "../../src/site/site.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { serveSite } from "./served-site.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

browserTest(
  "what did the judge say, and who disagreed: three presses from the board; a batch and a dispute two more",
  async () => {
    await using served = await serveSite(fixtureSite());
    const { url } = served;
    await using watched = await watchPage(url);
    const { page } = watched;
    await page.goto(`${url}#/s/${SCAN}`);
    await page.getByRole("link", { name: "Contested" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "IB-C2 " }).first();
    expect(await row.getByRole("list", { name: "Who decided" }).textContent()).toContain("vote 2: pass");
    await row.getByRole("button", { name: /^Put into the next review batch/ }).click();
    const command = await page.getByLabel("Command").inputValue();
    expect(command).toBe(
      "invisiblebench review export demo/publish-1 --verdict 'sim-breezy/empathy_strain_second_shift_002.r1#IB-C2'",
    );
    await row.getByText("Dispute it").click();
    const text = await row.getByLabel(/^Text of a dispute/).inputValue();
    expect(text).toContain("Disputed verdict: sim-breezy/empathy_strain_second_shift_002.r1#IB-C2");
    expect(text).toContain("Against it: vote 2 said pass.");
    expect(await axeViolations(page)).toEqual([]);

    await row.getByRole("link", { name: /, turn 1$/ }).click();
    const strip = page.getByRole("list", { name: "Who decided" }).first();
    await strip.getByRole("button", { name: "vote 2: pass" }).click();
    expect(await strip.getByRole("button", { expanded: true }).count()).toBe(1);
    await page.goBack();
    // A verdict that was put aside is still there.
    expect(await page.getByLabel("Command").inputValue()).toBe(command);
    expect(watched.complaints).toEqual([]);
  },
);
