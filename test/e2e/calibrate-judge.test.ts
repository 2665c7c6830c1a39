import { access, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed, succeedWide } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

test("a judge on golden cards gets its confusion matrix per check and overall", async () => {
  await using folder = await temporaryFolder();
  const command = ["calibrate", "golden", "--judge", "sim/judge", "--check", "IB-A1", "--out", folder.path];
  const { judgement } = JSON.parse(await succeed(...command, "--json", "--quiet"));
  expect(judgement.checks).toHaveLength(1);
  expect(judgement.overall).toMatchObject({ precision: { rate: 1 } });
  expect(judgement.overall.items).toBeGreaterThanOrEqual(20);
  // The simulated judge knows the clear cards, and no others.
  expect(judgement.clear).toMatchObject({
    items: 10,
    recall: { k: 5, n: 5 },
    unclear: { k: 0 },
    kappa: { value: 1 },
  });
  const table = await succeedWide(...command, "--quiet");
  expect(table).toMatch(new RegExp(`^IB-A1 +${judgement.overall.items} +5/`, "m"));
  expect(table).toContain("no validation by people");
});

test("a dry run of a judge on cards has a plan and asks nobody", async () => {
  await using folder = await temporaryFolder();
  const args = ["calibrate", "golden", "--judge", "openai/gpt-5-mini", "--check", "IB-A1", "--dry-run"];
  const { judgement, plan } = JSON.parse(await succeed(...args, "--json", "--out", folder.path));
  expect(judgement).toBeNull();
  expect(plan).toMatchObject({ checks: ["IB-A1"], judge: { model_id: "openai/gpt-5-mini" } });
  expect(plan.eligible_checks).toBeGreaterThanOrEqual(20);
});

test("a judge that says what it said shows no drift, one that lost its failures does, with exit code 100", async () => {
  await using folder = await temporaryFolder();
  const baseline = join(folder.path, "baseline.json");
  const drift = ["calibrate", "drift", "--judge", "sim/judge", "--quiet", "--out", folder.path];
  expect(await succeed(...drift, "--size", "20", "--write", baseline)).toContain(
    "judged 20 cards, 10 as FAIL",
  );
  expect(await succeed(...drift, "--baseline", baseline)).toContain("No drift shown: exact McNemar p = 1.0");

  const set = JSON.parse(await readFile(baseline, "utf8"));
  const turned = set.verdicts.map((row: object) => ({ ...row, verdict: "FAIL" }));
  await writeFile(baseline, JSON.stringify({ ...set, verdicts: turned }));
  const result = await runCli([...drift, "--baseline", baseline]);
  expect(result).toMatchObject({ exitCode: 100 });
  expect(result.stdout).toContain("10 verdicts of 20 changed since the baseline; 10 FAIL lost, 0 new.");
});

test("a scan repeated with a judge without chance flips nothing, and one without a judge is refused", async () => {
  await using run = await evaluatedRun();
  const { flips, conversations } = JSON.parse(
    await succeed("calibrate", "aa", "all", "--share", "0.5", "--json", "--quiet", "--out", run.path),
  );
  expect(conversations).toBeGreaterThan(1);
  expect(flips.overall).toMatchObject({ flipped: 0, rate: 0, interval: null });
  expect(flips.overall.verdicts).toBeGreaterThan(10);

  const scan = await succeed("scan", "all", "--profile", "smoke", "--json", "--quiet", "--out", run.path);
  const refused = await runCli(["calibrate", "aa", JSON.parse(scan).directory, "--out", run.path]);
  expect(refused.stderr).toContain("IB_SCORING_CHANGED");
  expect(refused.stderr).toContain("it asked no judge");
});

test("what a repeated scan copied of a run is deleted with it", async () => {
  await using run = await evaluatedRun();
  const bench = createBench({ results: run.path });
  const { directory, plan } = await bench.calibrate.repeat("all", { share: 0.5 });
  expect(plan.runs).toMatchObject([{ run_id: "all" }]);
  const quotes = async () =>
    [...(await readFile(join(directory, "verdicts.jsonl"), "utf8")).matchAll(/"quote":"([^"]+)/g)].map(
      ([, quote]) => quote,
    );
  expect(await quotes()).not.toEqual([]);
  await bench.runs.delete("all");
  await expect(access(directory)).rejects.toMatchObject({ code: "ENOENT" });
});

test("no check is claim-ready while there are no people's labels, and what is missing is said", async () => {
  const { judge, checks } = JSON.parse(await succeed("calibrate", "status", "--json"));
  expect(judge).toBeNull();
  expect(checks).toHaveLength(53);
  expect(
    checks.every(
      ({ claim_ready, missing }: { claim_ready: boolean; missing: string[] }) =>
        !claim_ready && missing.length > 0,
    ),
  ).toBe(true);
  expect(await succeed("calibrate", "status")).toContain("0 of 53 checks may be claimed");
  expect(await succeed("show", "IB-A1")).toContain("80 labelled items");
});
