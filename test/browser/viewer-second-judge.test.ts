import { expect } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { VISITS } from "../../src/report/report-transcripts.fixture.ts";
import { serveOnLoopback } from "../../src/server/serve.ts";
import { createViewerApp } from "../../src/server/viewer-app.ts";
import { fixtureSite, SCAN } from "../../src/site/site.fixture.ts";
import { readPageFiles } from "../../src/store/site-folder.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

browserTest(
  "a conversation shows what a second judge said, by name, with its reason and its words",
  { timeout: 60_000 },
  async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onError = (error: unknown) => {
      throw error;
    };
    const page = await readPageFiles();
    const app = createViewerApp({ site: fixtureSite(), page, clock: systemClock, onError, signal });
    const { url, closed } = await serveOnLoopback(app, 0, signal);
    try {
      await using watched = await watchPage(url);
      await watched.page.goto(`${url}#/s/${SCAN}/conversations/sim-breezy__${VISITS}.r1?check=IB-B7`);
      await watched.page.getByText("1 fail; second judge: 1 fail").click();
      const row = watched.page.getByRole("listitem").filter({ hasText: "second judge, sim/second" }).last();
      const text = (await row.textContent()) ?? "";
      expect(text).toContain("Fail");
      expect(text).toContain("A licence that no software has.");
      expect(text).toContain("“licensed swallowing therapist”");
      expect(await axeViolations(watched.page)).toEqual([]);
      expect(watched.complaints).toEqual([]);
    } finally {
      controller.abort();
      await closed;
    }
  },
);
