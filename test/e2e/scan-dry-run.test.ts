import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CostReport } from "../../src/schema/run/manifest.ts";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { spawnCli } from "./cli.fixture.ts";
import { scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const NO_SOCKETS = `--import=${new URL("forbid-sockets.mjs", import.meta.url).href}`;

test("a dry scan of all scenarios prints the plan and its price with no key and no socket", async () => {
  await using folder = await temporaryFolder();
  await succeed("run", "--run-id", "all", "--model", "sim/careful", "--out", folder.path);
  const flags = ["--dry-run", "--judge", "openai/gpt-5-mini", "--profile", "publish", "--out", folder.path];
  const { exitCode, stdout, stderr } = await spawnCli(["scan", "all", ...flags], {
    env: { NODE_OPTIONS: NO_SOCKETS, OPENAI_API_KEY: "" },
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toMatch(/^Judge calls +\d+ expected \(\d+ to \d+\)$/m);
  expect(stdout).toMatch(/^Tokens +\d+ of shared prefix, \d+ of questions, \d+ of output/m);
  expect(stdout).toMatch(/^Price +\$[\d.]+ \(\$[\d.]+ to \$[\d.]+\)/m);
  expect(stdout).toMatch(/uncached \$[\d.]+, cache write \$[\d.]+, cache read \$[\d.]+, output \$[\d.]+$/m);

  const scan = await scanFolder(join(folder.path, "all"));
  expect((await readdir(scan)).sort()).toEqual(["cost_report.json", "scan_plan.json"]);
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(scan, name), "utf8"));
  const plan = ScanPlan.parse(await read("scan_plan.json"));
  expect(plan.transcripts).toHaveLength(63);
  expect(plan.pricing).toMatchObject({ known: true });
  const report = CostReport.parse(await read("cost_report.json"));
  expect(report).toMatchObject({
    estimated_cost_usd: plan.estimated_cost_usd?.expected,
    actual: null,
  });
});
