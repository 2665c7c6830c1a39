import type { Page } from "playwright-core";
import { becomesTrue } from "./watched-page.fixture.ts";

/** The chosen lane is that of the check in the address. */
const IS_SHOWN = `document.querySelector(".lane.chosen")?.title
  .startsWith(new URLSearchParams(location.hash.split("?")[1]).get("check") + " ")`;
const IN_VIEW = `[...document.querySelectorAll("mark.quote.chosen")].filter((quote) => {
  const { top, bottom } = quote.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
})`;

/** The text of the marked quotes of the chosen check that are on the screen, as soon as one is. */
export async function quotesInView(page: Page): Promise<string> {
  // The address is another before the page is: until then it shows the quotes of the finding before.
  await becomesTrue(page, `${IS_SHOWN} && ${IN_VIEW}.length > 0`);
  return String(await page.evaluate(`${IN_VIEW}.map((quote) => quote.textContent).join("")`));
}
