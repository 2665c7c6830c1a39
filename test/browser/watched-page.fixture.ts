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
