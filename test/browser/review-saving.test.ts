import { expect } from "vitest";
import { LONGEST_QUOTE } from "../../src/schema/review/label-limits.ts";
import { browserTest } from "./chromium.fixture.ts";
import { openReview } from "./open-review.fixture.ts";
import { batchOf } from "./review-batch.fixture.ts";
import { begin, saved } from "./reviewer.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const NOT_YET = "Not saved yet: the server cannot be reached.";

browserTest(
  "what is said while the server is away is kept over pause and other items, and saved when it is back",
  async () => {
    const batch = await batchOf(["A reply while offline.", "Another reply."]);
    await using open = await openReview(batch, "label", ["anna"]);
    await using watched = await watchPage(open.home);
    const { page } = watched;
    await begin(page, open.linkOf("anna"));
    await page.getByRole("radio", { name: "Pass" }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press("2");
    await page.getByText(NOT_YET).waitFor();
    await page.keyboard.press("z");
    await page.getByText("What you did on 1 item is not saved yet.").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { name: "This could not be shown" }).waitFor();
    await page.getByText("988").first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await page.getByRole("radio", { name: "Pass" }).isChecked()).toBe(true);
    await page.getByText("1 of 2 finished").waitFor();
  },
);

browserTest("after a restart of the server the new link saves what the old one could not", async () => {
  const batch = await batchOf(["A reply before the restart."]);
  const first = await openReview(batch, "label", ["anna"]);
  const port = Number(new URL(first.home).port);
  await using watched = await watchPage(first.home);
  const { page } = watched;
  await begin(page, first.linkOf("anna"));
  await page.getByRole("radio", { name: "Fail" }).waitFor();
  await first[Symbol.asyncDispose]();
  await page.getByLabel("Note: why").fill("Written while nobody listened.");
  await page.getByText(NOT_YET).waitFor();
  await using second = await openReview(batch, "label", ["anna"], port);
  await page.getByText("your link has ended").waitFor();
  await begin(page, second.linkOf("anna"));
  await page.getByRole("radio", { name: "Fail" }).waitFor();
  expect(await page.getByLabel("Note: why").inputValue()).toBe("Written while nobody listened.");
  await page.getByText("A verdict is missing.").waitFor();
  expect(page.url()).not.toContain("token");
});

browserTest("another person's link in the same tab is that person's session", async () => {
  const batch = await batchOf(["A reply for two."]);
  await using open = await openReview(batch, "label", ["anna", "ben"]);
  await using watched = await watchPage(open.home);
  const { page } = watched;
  await begin(page, open.linkOf("anna"));
  await page.getByText("finished, as anna").waitFor();
  await begin(page, open.linkOf("ben"));
  await page.getByText("finished, as ben").waitFor();
  expect(page.url()).not.toContain("token");
});

browserTest("a second window does not write over what the first one said", async () => {
  const batch = await batchOf(["A reply in two windows."]);
  await using open = await openReview(batch, "label", ["anna"]);
  await using first = await watchPage(open.home);
  await using second = await watchPage(open.home);
  for (const { page } of [first, second]) {
    await begin(page, open.linkOf("anna"));
    await page.getByRole("radio", { name: "Unclear" }).waitFor();
  }
  await first.page.keyboard.press("1");
  await saved(first.page);
  await second.page.keyboard.press("3");
  await second.page.getByText("changed in another window").waitFor();
  await second.page.getByRole("button", { name: "Show what the other window saved" }).click();
  expect(await second.page.getByRole("radio", { name: "Fail" }).isChecked()).toBe(true);
});

browserTest("too many words are refused by themselves, and a verdict can be taken back", async () => {
  const batch = await batchOf([`${"Many words. ".repeat(LONGEST_QUOTE / 8)}The end.`]);
  await using open = await openReview(batch, "label", ["anna"]);
  await using watched = await watchPage(open.home);
  const { page } = watched;
  await begin(page, open.linkOf("anna"));
  await page.getByRole("radio", { name: "Pass" }).waitFor();
  await page.keyboard.press("q");
  await page.getByText("Mark words within one message first.").waitFor();
  await page.locator('[data-role="assistant"] p').first().click({ clickCount: 3 });
  await page.keyboard.press("q");
  await page.getByText(`more than ${LONGEST_QUOTE} characters`).waitFor();
  await page.keyboard.press("2");
  await saved(page);
  await page.getByText("1 of 1 finished").waitFor();
  await page.keyboard.press("2");
  await page.getByText("0 of 1 finished").waitFor();
  await page.keyboard.press("4");
  await page.getByText("1 of 1 finished").waitFor();
  await page.getByRole("button", { name: "Clear the verdict" }).click();
  await page.getByText("0 of 1 finished").waitFor();
  expect(watched.complaints).toEqual([]);
});
