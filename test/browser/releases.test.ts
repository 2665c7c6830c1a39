import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { succeed } from "../e2e/evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { serveFiles } from "./file-server.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

let folder: TemporaryFolder;
const results = () => join(folder.path, "results");
const stopped = new AbortController();

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [run, label, seed] of [
    ["first", "v1.0", "1"],
    ["second", "v1.1", "2"],
  ] as const) {
    const named = ["--run-id", run, "--label", label, "--seed", seed, "--repeat", "2"];
    await succeed("eval", ...named, "--model", "sim/brittle", "--out", results(), ...THREE_SCENARIOS);
  }
});
afterAll(async () => {
  stopped.abort();
  await folder[Symbol.asyncDispose]();
});

/**
 * Follows the steps of a reader after a release: new failures, their words, and the earlier replies. Returns the number
 * of actions.
 */
async function seeWhatChanged(page: Page, home: string): Promise<number> {
  let actions = 0;
  await page.goto(home);
  await waitForHeading(page);
  await page.locator('main a[href*="#/line/"]').first().click();
  actions += 1;
  await page.getByRole("heading", { name: "What changed" }).waitFor();
  await page.getByText(/^From v1\.0 to v1\.1: /).waitFor();
  for (const name of [/^New: \d/, /^Still there: \d/, /^Gone/])
    await page.getByRole("heading", { level: 3, name }).waitFor();
  const [first] = await page.locator("article").all();
  expect(await first?.textContent()).toMatch(/v1\.0.*v1\.1/s);
  expect(await axeViolations(page)).toEqual([]);
  // Both conversations side by side, with every turn.
  await page.locator('article a[href*="/compare?"]').first().click();
  actions += 1;
  await page.getByRole("region", { name: "Turn 1" }).or(page.getByLabel("Turn 1")).first().waitFor();
  return actions;
}

browserTest(
  "what changed since the last release is seen in five actions at most, in the viewer",
  async () => {
    const { url } = await createBench({ results: results() }).view({ signal: stopped.signal });
    await using watched = await watchPage(url);
    expect(await seeWhatChanged(watched.page, url)).toBeLessThanOrEqual(5);
    expect(watched.complaints).toEqual([]);
  },
);

browserTest("and on a site without a server, where several releases were published", async () => {
  const site = join(folder.path, "site");
  await succeed("publish", site, "first", "second", "--out", results());
  await using server = await serveFiles(site);
  await using watched = await watchPage(server.url);
  await watched.page.goto(server.url);
  await watched.page.getByText("Of an assistant with several releases the newest is shown.").waitFor();
  expect(await watched.page.getByRole("link", { name: "sim/brittle", exact: true }).count()).toBeGreaterThan(
    0,
  );
  expect(await seeWhatChanged(watched.page, server.url)).toBeLessThanOrEqual(5);
  expect(watched.complaints).toEqual([]);
});
