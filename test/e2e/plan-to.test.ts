import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CostReport } from "../../src/schema/run/manifest.ts";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const FILES = ["cost_report.json", "scan_plan.json"];

const readJson = async (...path: readonly string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(...path), "utf8"));

test("a dry run writes plan and price where it is told, and no command takes them for a scan", async () => {
  await using folder = await evaluatedRun();
  const out = ["--out", folder.path];
  const before = await readdir(join(folder.path, "all"), { recursive: true });
  const plans = join(folder.path, "plans");

  const said = await succeed("scan", "all", "--profile", "full", "--dry-run", "--plan-to", plans, ...out);
  expect(said).toContain(`The plan and its price are in ${plans}; no model was asked.`);
  expect(await readdir(plans)).toEqual(FILES);
  expect(await readdir(join(folder.path, "all"), { recursive: true })).toEqual(before);
  const plan = ScanPlan.parse(await readJson(plans, "scan_plan.json"));
  expect(plan).toMatchObject({ profile: "full", judge: { model_id: "sim/judge" } });
  const costs = CostReport.parse(await readJson(plans, "cost_report.json"));
  expect(costs).toMatchObject({ estimated_calls: plan.planned_llm_calls, actual: null });
  expect(costs.scan_id).toMatch(/^full-[0-9a-f]{12}$/);

  for (const command of ["gate", "report", "explain", "verify"]) {
    const { exitCode, stderr } = await runCli([command, plans, ...out]);
    expect({ command, exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("IB_NO_SUCH_SCAN"),
    });
  }
  expect(await succeed("list", "runs", ...out)).not.toContain("plans");
  // The next plan goes into the same folder.
  await succeed("scan", "all", "--profile", "smoke", "--dry-run", "--plan-to", plans, ...out);
  expect(ScanPlan.parse(await readJson(plans, "scan_plan.json")).profile).toBe("smoke");
});

test("an eval's dry run plans its judging there, before there is a conversation", async () => {
  await using folder = await evaluatedRun();
  const plans = join(folder.path, "plans");
  const named = [...THREE_SCENARIOS, "--model", "sim/careful", "--run-id", "next", "--out", folder.path];
  await succeed("eval", ...named, "--dry-run", "--plan-to", plans);
  expect(await readdir(plans)).toEqual(FILES);
  const plan = ScanPlan.parse(await readJson(plans, "scan_plan.json"));
  expect(plan.transcripts).toHaveLength(3);
  expect(await readdir(folder.path)).toEqual(expect.not.arrayContaining(["next"]));
});

test("the seed's run-scan writes both files without being told where", async () => {
  await using folder = await evaluatedRun();
  const script = join(import.meta.dirname, "../../scripts/run-scan.ts");
  const args = [script, "all", "--dry-run", "--profile", "publish", "--out", folder.path];
  await promisify(execFile)(process.execPath, args, { cwd: folder.path });
  expect(await readdir(join(folder.path, "plans"))).toEqual(FILES);
});

test("a pack's plans lie below the core's, and that of its own checks below them", async () => {
  await using folder = await evaluatedRun();
  const plans = join(folder.path, "plans");
  const pack = join(import.meta.dirname, "../../examples/acme");
  const named = ["--pack", pack, "--model", "sim/careful", "--out", folder.path];
  await succeed("eval", ...named, "--dry-run", "--plan-to", plans);
  expect(await readdir(plans)).toEqual(["acme", ...FILES]);
  expect(await readdir(join(plans, "acme"))).toEqual([...FILES, "own-checks"].toSorted());
  expect(await readdir(join(plans, "acme/own-checks"))).toEqual(FILES);
});

test("a folder that is a run's or a scan's is refused, and so is a plan of work that is done", async () => {
  await using folder = await evaluatedRun();
  const run = join(folder.path, "all");
  const apart = join(folder.path, "apart");
  await mkdir(apart);
  await writeFile(join(apart, "scan_plan.json"), "{}");
  await writeFile(join(apart, "verdicts.jsonl"), "");
  const scan = await scanFolder(run);
  await symlink(run, join(folder.path, "link"));
  const before = await readdir(folder.path, { recursive: true });
  const inRun = [run, scan, join(run, "scans"), join(run, "plans"), join(folder.path, "link/plans")];
  for (const place of [...inRun, join(folder.path, "scans/x"), apart]) {
    const { exitCode, stderr } = await runCli(["scan", run, "--dry-run", "--plan-to", place]);
    expect({ place, exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("IB_PLAN_FOLDER"),
    });
  }
  const done = await runCli(["scan", run, "--profile", "smoke", "--plan-to", join(folder.path, "plans")]);
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain("IB_PLAN_WITHOUT_DRY_RUN");
  expect(await readdir(folder.path, { recursive: true })).toEqual(before);
});
