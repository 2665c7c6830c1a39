import { expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { startCli } from "../e2e/cli.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

browserTest("progress is seen while a run works, and its end", { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const controller = new AbortController();
  const { url, closed } = await createBench({ results: folder.path }).view({}, controller.signal);
  const run = startCli(["eval", "--run-id", "live", "--out", folder.path, ...THREE_SCENARIOS], {
    env: { INVISIBLEBENCH_SIM_LATENCY_MS: "150" },
  });
  try {
    await using watched = await watchPage(url);
    const { page } = watched;
    const planned = async () => (await fetch(`${url}data/runs/live.json`)).status === 200;
    await expect.poll(planned, { timeout: 60_000 }).toBe(true);
    await page.goto(`${url}#/runs/live`);
    await page
      .getByText(/running/i)
      .first()
      .waitFor({ timeout: 30_000 });
    const shown = () => page.locator("main").textContent();
    const early = await shown();
    await expect.poll(shown, { timeout: 30_000 }).not.toBe(early);
    expect((await run.finished).exitCode).toBe(0);
    await page
      .getByText(/finished/i)
      .first()
      .waitFor({ timeout: 30_000 });
    expect(watched.complaints).toEqual([]);
  } finally {
    run.kill("SIGTERM");
    await run.finished;
    controller.abort();
    await closed;
  }
});
