import type { Page } from "playwright-core";

/** The text of the marked quotes of the chosen check that are on the screen. */
export async function quotesInView(page: Page): Promise<string> {
  const quotes = page.locator("mark.quote.chosen");
  await quotes.first().waitFor();
  const height = page.viewportSize()?.height ?? 0;
  let text = "";
  for (const quote of await quotes.all()) {
    const box = await quote.boundingBox();
    if (box !== null && box.y + box.height > 0 && box.y < height) text += await quote.textContent();
  }
  return text;
}
