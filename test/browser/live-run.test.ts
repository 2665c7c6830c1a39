import { expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { startCli } from "../e2e/cli.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

browserTest(
  "a run is followed from its conversations over its judging to its board, without a reload",
  async () => {
    await using folder = await temporaryFolder();
    const controller = new AbortController();
    const { url, closed } = await createBench({ results: folder.path }).view({ signal: controller.signal });
    const run = startCli(["eval", "--run-id", "live", "--out", folder.path, ...THREE_SCENARIOS], {
      env: { INVISIBLEBENCH_SIM_LATENCY_MS: "80" },
    });
    try {
      await using watched = await watchPage(url);
      const { page } = watched;
      const planned = async () => (await fetch(`${url}data/runs/live.json`)).status === 200;
      await expect.poll(planned).toBe(true);
      await page.goto(`${url}#/runs/live`);
      const state = page.getByRole("status").first();
      const stateIs = (text: string) => expect.poll(() => state.textContent()).toContain(text);
      await stateIs("Running.");
      // There is no scan yet that could say so.
      await page.getByRole("complementary", { name: "Simulated results" }).waitFor();
      const shown = () => page.locator("main").textContent();
      const early = await shown();
      await expect.poll(shown).not.toBe(early);

      // Finished conversations can be read before they are judged.
      const readable = page.getByRole("region", { name: "Conversations to read" });
      await readable.waitFor({ timeout: 60_000 });
      await readable.locator("summary").first().click();
      await readable.getByRole("link").first().click();
      await page.waitForURL(/#\/runs\/live\/conversations\//);
      await page.locator(".message.assistant").first().waitFor();
      await page.getByText(/^No verdicts/).waitFor();
      await page.getByRole("complementary", { name: "Simulated results" }).waitFor();
      await page.goBack();
      await stateIs("Running.");

      const judging = page.locator("section", { has: page.getByRole("heading", { name: /^Judging/ }) });
      await judging.getByText(/^running/).waitFor({ timeout: 60_000 });
      await stateIs("Running.");
      await stateIs("Finished.");
      expect((await run.finished).exitCode).toBe(0);
      await judging.getByText(/^finished/).waitFor();
      await judging.getByRole("link", { name: "What was found" }).click();
      await page.waitForURL(/#\/s\/live~/);
      await page.getByRole("heading", { name: "All assistants" }).waitFor();
      expect(watched.complaints).toEqual([]);
    } finally {
      run.kill("SIGTERM");
      await run.finished;
      controller.abort();
      await closed;
    }
  },
);
