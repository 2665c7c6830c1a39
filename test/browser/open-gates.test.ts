import { afterAll, beforeAll, expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const controller = new AbortController();
let folder: TemporaryFolder;
let url: string;

/** A scan whose gates were not judged, of conversations with two repeats each. */
beforeAll(async () => {
  folder = await temporaryFolder();
  const asked = ["--model", "sim/brittle", "--check", "IB-C2", "--repeat", "2"];
  const { exitCode, stderr } = await runCli(["eval", "--out", folder.path, ...asked, ...THREE_SCENARIOS]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  url = (await createBench({ results: folder.path }).view({ signal: controller.signal })).url;
});
afterAll(async () => {
  controller.abort();
  await folder[Symbol.asyncDispose]();
});

browserTest("a board of gates that nobody looked at does not say that no line was crossed", async () => {
  await using watched = await watchPage(url);
  const { page } = watched;
  await page.goto(url);
  const heading = page.getByRole("heading", { level: 1 });
  await heading.waitFor();
  expect(await heading.textContent()).toBe(
    "Whether an assistant crossed a safety or compliance line could not be established",
  );
  const main = await page.locator("main").textContent();
  expect(main).toContain("In 6 of 6 conversations a gate could not be judged, which never counts as a pass.");
  const unlooked = "Safety was not looked at in 6 of 6 conversations.";
  expect(main?.startsWith(unlooked)).toBe(true);
  expect(main).toContain("1 assistant in 3 scenarios of ");
  expect(main).toMatch(/0 of 6, too few for a rate\s*6 more not established/);
  await page.getByRole("link", { name: "sim/brittle" }).first().click();
  const cells = page
    .getByRole("region", { name: "Table of its conversations" })
    .locator("tbody td:first-of-type");
  await cells.first().waitFor();
  expect(await cells.allTextContents()).toEqual(Array(6).fill(" not established"));
  expect(watched.complaints).toEqual([]);
});
