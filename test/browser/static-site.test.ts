import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { scanFolder, succeed } from "../e2e/evaluated-run.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { serveFiles } from "./file-server.fixture.ts";
import { quotesInView } from "./quote-in-view.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { becomesTrue, type WatchedPage, waitForHeading, watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

/** The first task of every reader: the least safe assistant, and the sentence that proves it. */
async function readTheProof({ page, complaints }: WatchedPage, address: string): Promise<void> {
  await page.goto(address);
  await waitForHeading(page);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("sim/brittle");
  expect(await page.locator("body").textContent()).toContain("Simulated");
  await page.locator('main a[href*="/conversations/"]').first().click();
  expect(await quotesInView(page)).not.toBe("");
  for (const name of ["Blind spots", "Find", "Compare", "Checks", "Scenarios", "Methods"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await waitForHeading(page);
  }
  await page.keyboard.press("/");
  await page.locator("#find-words:focus").waitFor();
  await page.keyboard.type("you");
  await page.locator(".found-row mark.found").first().waitFor();
  expect(complaints).toEqual([]);
}

browserTest.for(["/", "/boards/2026/"])(
  "the static site works below %s on a plain file server",
  async (below) => {
    await using folder = await temporaryFolder();
    await succeed("publish", join(folder.path, "site"), "all", "--out", viewed.results);
    await using server = await serveFiles(join(folder.path, "site"), below);
    await using watched = await watchPage(server.url);
    await readTheProof(watched, server.url);
  },
);

browserTest("from a board of several scans each link leads to a page", async () => {
  await using folder = await temporaryFolder();
  const out = ["--out", join(folder.path, "results")];
  for (const name of ["brittle", "careful"])
    await succeed("eval", "--run-id", name, "--model", `sim/${name}`, ...out, ...THREE_SCENARIOS);
  await succeed("publish", join(folder.path, "site"), "brittle", "careful", ...out);
  await using server = await serveFiles(join(folder.path, "site"));
  await using watched = await watchPage(server.url);
  await readTheProof(watched, server.url);

  const { page, complaints } = watched;
  const board = page.getByRole("link", { name: "Board", exact: true });
  for (const model of ["sim/brittle", "sim/careful"]) {
    await page.goto(server.url);
    await page.getByRole("row").getByRole("link", { name: model, exact: true }).click();
    await page.waitForURL(/\/models\//);
    await page.getByRole("heading", { level: 1, name: model }).waitFor();
    await board.click();
  }
  await page.goto(`${server.url}#/s/board/compare`);
  await page.getByText("Lines crossed").first().waitFor();
  expect(complaints).toEqual([]);
});

browserTest("a mailed report is searched, and a row leads to the conversation it stands in", async () => {
  const report = join(await scanFolder(join(viewed.results, "all")), "report", "index.html");
  const { scans } = await viewed.index();
  const address = pathToFileURL(report).href;
  await using watched = await watchPage(address);
  const { page, complaints } = watched;
  await page.goto(`${address}#/s/${scans[0]?.scan_id}/find?words=you&verdict=reply`);
  const row = page.locator(".found-row").first();
  await row.locator("mark.found").first().waitFor();
  await becomesTrue(page, `!document.querySelector("main [role=status]").textContent.includes("so far")`);
  const count = Number(/\d+/.exec((await page.getByRole("status").first().textContent()) ?? "")?.[0]);
  expect(count).toBeGreaterThan(scans[0]?.models.length ?? 0);
  // Every assistant of the scan was searched, although none was selected.
  expect(await page.locator("section[aria-labelledby=facet-model] .facet").count()).toBe(
    scans[0]?.models.length,
  );
  const words = (await row.locator(".found-words").first().textContent()) ?? "";

  await row.locator("a[data-place]").click();
  await page.getByText(`1 of ${count} in your search`).waitFor();
  const said = await page.locator(".message.assistant").allTextContents();
  const middle = words.replaceAll("…", "").trim().split(/\s+/).slice(2, 6).join(" ");
  expect(said.join(" ").replaceAll(/\s+/g, " ")).toContain(middle);
  expect(complaints).toEqual([]);
});

browserTest("the report opens from disk, is under 3 MB, and asks nobody for anything", async () => {
  const report = join(await scanFolder(join(viewed.results, "all")), "report", "index.html");
  expect((await stat(report)).size).toBeLessThan(3_000_000);
  const address = pathToFileURL(report).href;
  await using watched = await watchPage(address);
  await readTheProof(watched, address);

  // A link that was copied from `view` leads to the same page here.
  const { scans } = await viewed.index();
  const { page } = watched;
  await page.goto("about:blank");
  await page.goto(`${address}#/s/${scans[0]?.scan}/blindspots`);
  await page.getByRole("heading", { level: 1, name: /^Blind spots/ }).waitFor();
  expect(page.url()).toContain(`#/s/${scans[0]?.scan_id}/blindspots`);
});
