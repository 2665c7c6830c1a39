import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules of axe's colour category that are on by default. */
const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Axe's findings on a page, each as its rule and its place. `"colours"` checks colours only, for a page that was
 * already checked completely in another colour scheme.
 */
export async function axeViolations(
  page: Page,
  about: "everything" | "colours" = "everything",
): Promise<readonly string[]> {
  // Evaluated by the debugger, so the page's policy, which would refuse it, need not be weakened.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(await source);
  const only = about === "colours" ? `, runOnly: ${JSON.stringify(ABOUT_COLOURS)}` : "";
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"]${only} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`,
  );
  if (!Array.isArray(found)) throw new Error("axe said nothing");
  return found.map(String);
}
