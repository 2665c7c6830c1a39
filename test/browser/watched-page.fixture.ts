import type { BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "./chromium.fixture.ts";

export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Console errors, uncaught errors, dialogs, and requests to other origins. */
  readonly complaints: readonly string[];
  /** Visits addresses in several tabs at once, since a page mostly waits. Each tab is watched like the first. */
  visitAll(addresses: Iterable<string>, visit: (page: Page, address: string) => Promise<void>): Promise<void>;
}

const TABS = 4;

/** Opens a page and records everything that it must not do. `home` is the origin it may load from. */
export async function watchPage(home: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await (await launchBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const complaints: string[] = [];
  const openTab = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    complainTo(complaints, page, home);
    return page;
  };
  const page = await openTab();
  return {
    page,
    complaints,
    visitAll: async (addresses, visit) => {
      // One queue for all tabs: each takes the next address when it is done with its own.
      const queue = addresses[Symbol.iterator]();
      const visitNext = async (tab: Page) => {
        for (let next = queue.next(); !next.done; next = queue.next()) await visit(tab, next.value);
      };
      const others = Array.from({ length: TABS - 1 }, async () => visitNext(await openTab()));
      await Promise.all([visitNext(page), ...others]);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

function complainTo(complaints: string[], page: Page, home: string): void {
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
}

const LONGEST_WAIT_MS = 30_000;

/**
 * Waits until an expression is true on a page, checked in every frame. Locators poll at growing intervals and return
 * half a second late, some two hundred times in these tests. A waiting function uses `eval`, which the page's policy
 * refuses.
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
