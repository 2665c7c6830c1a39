import { systemClock } from "../../src/kernel/clock.ts";
import { serveOnLoopback } from "../../src/server/serve.ts";
import { createViewerApp } from "../../src/server/viewer-app.ts";
import { readPageFiles } from "../../src/store/site-folder.ts";

type ViewedSite = Parameters<typeof createViewerApp>[0]["site"];

/** Serves a site like `view`, until it is disposed of; a server error fails the test. */
export async function serveSite(site: ViewedSite) {
  const controller = new AbortController();
  const { signal } = controller;
  const onError = (error: unknown) => {
    throw error;
  };
  const app = createViewerApp({ site, page: await readPageFiles(), clock: systemClock, onError, signal });
  const { url, closed } = await serveOnLoopback(app, 0, signal);
  return {
    url,
    async [Symbol.asyncDispose]() {
      controller.abort();
      await closed;
    },
  };
}
