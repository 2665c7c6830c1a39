import type { Locator, Page } from "playwright-core";

export const textOf = async (place: Locator) => (await place.textContent()) ?? "";
export const saved = (page: Page) => page.getByRole("status").filter({ hasText: "Saved." }).waitFor();

export async function begin(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Before you begin" }).waitFor();
  await page.getByRole("button", { name: /^(Begin|Go on)/ }).click();
  await page.getByRole("heading", { level: 1, name: /^(Item|All items)/ }).waitFor();
}

/** Marks a whole paragraph of the assistant's, as a triple click does, and quotes it. */
export async function quoteParagraph(page: Page): Promise<string> {
  const paragraph = page.locator('[data-role="assistant"] p').first();
  await paragraph.click({ clickCount: 3 });
  await page.keyboard.press("q");
  await page.locator("mark.quote.chosen").first().waitFor();
  return (await textOf(paragraph)).trim();
}
