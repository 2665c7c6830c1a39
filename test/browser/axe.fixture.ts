import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on a page, each as its rule and its place. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, so the page's policy, which would refuse it, need not be weakened.
  await page.evaluate(await source);
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`,
  );
  if (!Array.isArray(found)) throw new Error("axe said nothing");
  return found.map(String);
}
