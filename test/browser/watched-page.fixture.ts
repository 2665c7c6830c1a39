import type { BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "./chromium.fixture.ts";

export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Console errors, uncaught errors, dialogs, and requests to any other place than where the page came from. */
  readonly complaints: readonly string[];
}

/** A page that remembers everything it should not have done. `home` is where it may load from. */
export async function watchPage(home: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await (await launchBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !url.startsWith("data:") && url !== "about:blank")
      complaints.push(`request: ${url}`);
  });
  page.setDefaultTimeout(60_000);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

const LONGEST_WAIT_MS = 30_000;

/**
 * Whether something becomes true on a page, told in the frame in which it does. A locator looks at growing intervals and
 * comes half a second late, some two hundred times in these tests; and a function that waits is `eval`, which the
 * page's policy refuses.
 */
export async function becomesTrue(page: Page, expression: string): Promise<boolean> {
  const isTrue: unknown = await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + ${LONGEST_WAIT_MS};
    const look = () => {
      if (${expression}) resolve(true);
      else if (performance.now() > end) resolve(false);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  return isTrue === true;
}

export async function waitForHeading(page: Page): Promise<void> {
  const isThere = await becomesTrue(page, "document.querySelector('h1')?.checkVisibility() === true");
  if (!isThere) throw new Error(`${page.url()} has no heading`);
}
