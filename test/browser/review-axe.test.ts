import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { openReview } from "./open-review.fixture.ts";
import { batchOf } from "./review-batch.fixture.ts";
import { begin, quoteParagraph, saved } from "./reviewer.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

browserTest.for([1280, 390])("axe finds nothing on any page, light and dark, at %i pixels", async (width) => {
  const batch = await batchOf([`**Call** somebody now.\n\n- one\n- two\n\nAt ${width}.`, "Never mind then."]);
  const found: string[] = [];
  const look = async (page: Page, name: string) => {
    await waitForHeading(page);
    // The style sheet alone knows dark from light: no other element, and none of another size.
    for (const [colorScheme, about] of [
      ["dark", "colours"],
      ["light", "everything"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await axeViolations(page, about);
      found.push(...violations.map((violation) => `${name}, ${colorScheme}: ${violation}`));
    }
  };
  const viewport = { width, height: 844 };
  {
    await using open = await openReview(batch, "label", ["anna", "ben"]);
    await using anna = await watchPage(open.home, { viewport });
    const { page } = anna;
    await page.goto(open.linkOf("anna"));
    await page.getByRole("button", { name: /^Begin/ }).waitFor();
    await look(page, "content note");
    await page.getByRole("button", { name: /^Begin/ }).click();
    await page.getByRole("radio", { name: "Fail" }).waitFor();
    await look(page, "item");
    await page.keyboard.press("1");
    await quoteParagraph(page);
    for (const summary of await page.locator("summary").all()) await summary.click();
    await look(page, "labelled item");
    await page.getByRole("button", { name: "Keys" }).click();
    await look(page, "keys");
    await page.keyboard.press("Escape");
    for (const place of ["overview", "pause"]) {
      await page.goto(`${open.home}#/${place}`);
      await look(page, place);
    }
    await using ben = await watchPage(open.home);
    await begin(ben.page, open.linkOf("ben"));
    for (const number of [1, 2]) {
      await ben.page.getByRole("heading", { name: `Item ${number} of 2` }).waitFor();
      await ben.page.getByRole("radio", { name: "Pass" }).waitFor();
      await ben.page.keyboard.press("2");
      await saved(ben.page);
      await ben.page.keyboard.press("n");
    }
    expect([...anna.complaints, ...ben.complaints]).toEqual([]);
  }
  await using open = await openReview(batch, "adjudicate", ["chris"]);
  await using chris = await watchPage(open.home, { viewport });
  await begin(chris.page, open.linkOf("chris"));
  await chris.page.getByRole("radio", { name: "Pass" }).waitFor();
  await look(chris.page, "adjudication");
  expect(found).toEqual([]);
  expect(chris.complaints).toEqual([]);
});
