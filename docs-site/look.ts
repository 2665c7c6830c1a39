/**
 * Opens the built site in a browser: axe finds nothing on the pages named here, wide, on a telephone and in the dark, and a
 * search finds what it should. `node look.ts FOLDER` also writes pictures. No server and no network: requests are answered
 * from the files, and one for anything else is a failure.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { axeViolations } from "../test/browser/axe.fixture.ts";
import { BASE } from "./gather/base.ts";

const PAGES = ["", "tutorials/product-team/", "checks/ib-a1/"];
const WIDE = { width: 1280, height: 900 };
const LOOKS = [
  { name: "wide", viewport: WIDE, colorScheme: "light", about: "everything" },
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light", about: "everything" },
  { name: "dark", viewport: WIDE, colorScheme: "dark", about: "colours" },
] as const;
const ORIGIN = "http://docs.invalid";
const built = join(import.meta.dirname, "dist");
const pictures = process.argv[2];
const faults: string[] = [];

const executablePath = [
  process.env["CHROMIUM_PATH"] ?? "",
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
].find((path) => path !== "" && existsSync(path));
if (executablePath === undefined)
  throw new Error("There is no Chromium. Install one, or name it in CHROMIUM_PATH.");
// A container has no namespaces for the sandbox; the pages are our own.
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  for (const look of LOOKS) {
    const context = await browser.newContext({ viewport: look.viewport, colorScheme: look.colorScheme });
    await answerFromFiles(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`${look.name}: ${error.message}`));
    for (const address of PAGES) {
      await page.goto(`${ORIGIN}${BASE}${address}`);
      // Blocks of code become reachable by keyboard when their width is known.
      await page.waitForTimeout(600);
      await judge(page, look, address);
    }
    await search(page);
    await judge(page, look, "search");
    await context.close();
  }
} finally {
  await browser.close();
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
} else {
  console.log(`${PAGES.length} pages and a search, ${LOOKS.length} ways each: axe found nothing.`);
}

async function answerFromFiles(context: BrowserContext): Promise<void> {
  await context.route("**/*", async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = join(built, pathname.slice(BASE.length), pathname.endsWith("/") ? "index.html" : "");
    const isThere = origin === ORIGIN && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    if (!isThere) faults.push(`asked for ${route.request().url()}`);
    await (isThere ? route.fulfill({ path }) : route.abort());
  });
}

/** Finds a check by words of its text, as a reader would. */
async function search(page: Page): Promise<void> {
  await page.locator("button[data-open-modal]").click();
  await page.locator("dialog input").fill("passive ideation");
  const found = page.locator("dialog .pagefind-ui__result-link").filter({ hasText: "IB-A1" });
  await found.first().waitFor({ timeout: 20_000 });
}

async function judge(
  page: Page,
  { name: look, about }: (typeof LOOKS)[number],
  address: string,
): Promise<void> {
  const name = address.replaceAll("/", "-").replace(/-$/, "") || "home";
  for (const violation of await axeViolations(page, about)) faults.push(`${name}, ${look}: ${violation}`);
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
  if (overflow === true) faults.push(`${name}, ${look}: is wider than the window`);
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${look}.png`) });
}
