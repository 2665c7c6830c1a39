import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { spawnCli } from "./cli.fixture.ts";
import { succeed } from "./evaluated-run.fixture.ts";
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
  expect(stdout).toMatch(
    /^Judge calls +\d+ expected \(at least \d+; never more than \d+, if every possible question .+\)$/m,
  );
  expect(stdout).toMatch(/^Tokens +\d+ of shared prefix, \d+ of questions, \d+ of output/m);
  expect(stdout).toMatch(/^Price +\$[\d.]+ \(\$[\d.]+–\$[\d.]+\)/m);
  expect(stdout).toMatch(/uncached \$[\d.]+, cache write \$[\d.]+, cache read \$[\d.]+, output \$[\d.]+$/m);

  expect(stdout).toMatch(/^Total +\$[\d.]+ \(\$[\d.]+–\$[\d.]+\)$/m);
  expect(await readdir(join(folder.path, "all"))).not.toContain("scans");

  const asJson = await succeed("scan", "all", ...flags, "--json");
  const { scan_plan, estimate } = JSON.parse(asJson);
  const plan = ScanPlan.parse(scan_plan);
  expect(plan.transcripts).toHaveLength(63);
  expect(plan.pricing).toMatchObject({ known: true });
  expect(estimate).toMatchObject({ cost_usd: plan.estimated_cost_usd, unpriced: [] });
});
