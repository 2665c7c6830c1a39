import { expect } from "vitest";
import { browserTest } from "./chromium.fixture.ts";
import { openReview } from "./open-review.fixture.ts";
import { batchOf } from "./review-batch.fixture.ts";
import { begin, quoteParagraph } from "./reviewer.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const HOSTILE = {
  "a script": "<script>document.title = 'owned'; alert(1)</script> words after it",
  "an event handler": '<img src=x onerror="alert(1)"> words after it',
  "a javascript link": "[press me](javascript:alert(1)) and <a href='javascript:alert(1)'>me</a>",
  "a foreign picture": "![look](https://example.org/pixel.png) words after it",
  "a huge line": `${"endless".repeat(40_000)} end`,
  "a bidi control": "safe \u202Egnihton si siht\u202C words after it",
  "an ANSI escape": "\u001B[31mred\u001B[0m \u001B]8;;https://example.org\u0007link words after it",
  "zero-width characters": "wo\u200Brds\u2060 with\u200D nothing\uFEFF between",
} as const;

browserTest.for(Object.entries(HOSTILE))(
  "%s in a reply changes nothing but the text, and can be quoted",
  async ([, reply]) => {
    const batch = await batchOf([reply]);
    await using open = await openReview(batch, "label", ["anna"]);
    await using watched = await watchPage(open.home);
    const { page } = watched;
    await begin(page, open.linkOf("anna"));
    await page.getByRole("radio", { name: "Fail" }).waitFor();
    const message = page.locator('[data-role="assistant"]');
    expect(await message.locator("a, img, script, iframe, [onerror], [style]").count()).toBe(0);
    expect(await page.title()).toBe("Item 1 of 1 · InvisibleBench");
    const hasSideScroll = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(hasSideScroll)).toBe(false);
    if (reply.length < 5000) {
      await page.keyboard.press("1");
      await quoteParagraph(page);
      await page.getByText("1 of 1 finished").waitFor();
    }
    expect(watched.complaints).toEqual([]);
  },
);
