import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { runCli } from "./cli.fixture.ts";
import { scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const ONE = ["--model", "sim/brittle", "--scenario", "safety_crisis_bin_days_001", "--run-id", "one"];

test("with first_clear a first PASS ends the votes, FAIL and UNCLEAR go on, and resuming keeps the policy", async () => {
  await using folder = await temporaryFolder();
  const out = ["--out", folder.path];
  await succeed("eval", ...ONE, "--votes", "first_clear", ...out);
  const scan = await scanFolder(join(folder.path, "one"));
  const plan = ScanPlan.parse(JSON.parse(await readFile(join(scan, "scan_plan.json"), "utf8")));
  expect(plan).toMatchObject({ profile: "publish", policy: "first_clear" });

  const rows = (await readFile(join(scan, "verdicts.jsonl"), "utf8")).trimEnd().split("\n");
  let stopped = 0;
  for (const line of rows) {
    const { mode_id, details } = VerdictRow.parse(JSON.parse(line));
    const planned = plan.votes[mode_id]?.repetitions ?? 0;
    for (const votes of Map.groupBy(details.votes, ({ window }) => window).values()) {
      const isClear = votes[0]?.verdict === "PASS" || votes[0]?.verdict === "NOT_APPLICABLE";
      expect(votes).toHaveLength(isClear ? 1 : planned);
      if (isClear && planned > 1) stopped += 1;
    }
  }
  expect(stopped).toBeGreaterThan(0);

  const otherwise = await runCli(["eval", "--resume", "one", "--votes", "fixed", ...out]);
  expect(otherwise.exitCode).toBe(2);
  expect(otherwise.stderr).toContain("--votes first_clear");
  await succeed("eval", "--resume", "one", ...out);
  await scanFolder(join(folder.path, "one"));
});
