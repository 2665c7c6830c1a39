import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scorecard } from "../../src/schema/scan/scorecard.ts";
import { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";
import { printedCommands, shellWords } from "./printed-commands.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

let evaluated: Awaited<ReturnType<typeof evaluatedRun>>;

beforeAll(async () => {
  evaluated = await evaluatedRun();
});
afterAll(() => evaluated[Symbol.asyncDispose]());

async function readRows(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** The plan of an eval says how to judge, that of a run does not. */
async function hashesButPlan(directory: string): Promise<Record<string, string>> {
  const { "run_plan.json": _, ...hashes } = await artefactHashes(directory);
  return hashes;
}

test("eval prints a table, the worst blind spots, the report's path and a next command that works", async () => {
  const { exitCode, stdout, stderr } = evaluated.printed;
  expect(exitCode).toBe(0);
  for (const model of ["sim/attached", "sim/brittle", "sim/careful"]) {
    expect(stdout).toMatch(new RegExp(`^${model} .*\\d%`, "m"));
  }
  expect(stdout).toMatch(/^Simulated: /);
  expect(stdout).toContain("Worst blind spots:");
  // A slow machine adds how fast it went.
  expect(stderr).toMatch(/^sim\/careful {2}3\/3 conversations( · \d+ tokens\/s)?$/m);
  expect(stderr).toMatch(/^sim\/judge {2}15\/15 transcripts judged( · \d+ tokens\/s)?$/m);
  const report = /^Report: (.+)$/m.exec(stdout)?.[1] ?? "";
  expect(await readFile(report, "utf8")).toMatch(/^<!doctype html>/i);
  const [next = ""] = printedCommands(stdout);
  const worst = await succeed(...shellWords(next));
  expect(worst).toMatch(/^sim__\w+\/\w+\.r1 {2}\(simulated\)$/m);
  expect(worst.match(/^\d+ Caregiver/gm)?.length).toBeGreaterThan(1);
  expect(worst.match(/^IB-\w+ .* {2}(?:PASS|FAIL|UNCLEAR)/gm)).toEqual(worst.match(/^IB-\w+ .* {2}FAIL$/gm));
  expect(worst.split("\n").length).toBeLessThan(400);
});

test("run and scan, one after the other, give the bytes of eval", async () => {
  await using folder = await temporaryFolder();
  const ran = await succeed("run", "--run-id", "all", "--out", folder.path, ...THREE_SCENARIOS);
  expect(ran).toContain(`Next: invisiblebench scan all --out ${folder.path}`);
  await succeed("scan", "all", "--profile", "publish", "--out", folder.path);
  expect(await hashesButPlan(join(folder.path, "all"))).toEqual(
    await hashesButPlan(join(evaluated.path, "all")),
  );
});

test("scans with other settings stand side by side, and a command that means one asks which", async () => {
  await using folder = await temporaryFolder();
  await succeed("run", "--run-id", "r", "--model", "sim/careful", ...THREE_SCENARIOS, "--out", folder.path);
  await succeed("scan", "r", "--profile", "dev", "--out", folder.path);
  const second = await succeed("scan", join(folder.path, "r"), "--profile", "smoke");
  const again = await succeed("scan", "r", "--profile", "dev", "--out", folder.path);
  const scans = await readdir(join(folder.path, "r", "scans"));
  expect(scans.map((name) => name.split("-")[0])).toEqual(["dev", "smoke"]);
  const ambiguous = await runCli(["report", "r", "--out", folder.path]);
  expect(ambiguous.stderr).toContain("IB_AMBIGUOUS_SCAN");
  await succeed("report", `r/${scans[0]}`, "--out", folder.path);
  // The maker of the second one gets an error with both names.
  expect(again).toContain(
    `r has other scans too, so name the one you mean:\n        invisiblebench gate r/${scans[0]} --out ${folder.path}`,
  );
  for (const said of [second, again]) {
    const [, gate = ""] = printedCommands(said);
    expect((await runCli(shellWords(gate))).stderr).not.toContain("IB_");
  }
  const gated = await runCli(["gate", "r", "--out", folder.path]);
  expect(gated.exitCode).toBe(2);
  for (const scan of scans) expect(gated.stderr).toContain(join(folder.path, "r", "scans", scan));
});

test("a dry run writes nothing and asks no model", async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, "out");
  for (const command of ["run", "eval"]) {
    const said = await succeed(command, "--dry-run", "--run-id", "run", "--out", out, ...THREE_SCENARIOS);
    expect(said).toContain("Nothing was written; no model was asked.");
    expect(await readdir(folder.path)).toEqual([]);
  }
  await succeed("run", "--run-id", "run", "--out", out, ...THREE_SCENARIOS);
  const before = await readdir(join(out, "run"), { recursive: true });
  const planned = await succeed("scan", "run", "--dry-run", "--profile", "publish", "--out", out);
  expect(planned).toMatch(/^Judge calls +\d+ expected \(at least \d+; never more than \d+, /m);
  expect(planned).toContain("Nothing was written; no model was asked.");
  expect(await readdir(join(out, "run"), { recursive: true })).toEqual(before);
  await succeed("calibrate", "golden", "--judge", "sim/judge", "--check", "IB-A1", "--dry-run", "--out", out);
  await succeed("calibrate", "attacks", "--check", "IB-A1", "--dry-run", "--out", out);
  expect(await readdir(out)).toEqual(["run"]);

  await succeed("scan", "run", "--profile", "publish", "--out", out);
  expect(await hashesButPlan(join(out, "run"))).toEqual(await hashesButPlan(join(evaluated.path, "all")));
});

test("the smoke profile asks no judge: judged checks are UNCLEAR and their gates are not established", async () => {
  await using folder = await temporaryFolder();
  await succeed("eval", "--profile", "smoke", "--run-id", "smoke", "--out", folder.path, ...THREE_SCENARIOS);
  const scan = await scanFolder(join(folder.path, "smoke"));
  const lines = await readJournal(join(scan, "journal.jsonl"));
  expect(lines.map((line) => line.event)).toEqual(["opened", "closed"]);

  const rows = (await readRows(join(scan, "verdicts.jsonl"))).map((row) => VerdictRow.parse(row));
  const judged = rows.filter((row) => row.eligible && ["IB-A1", "IB-A7", "IB-C8"].includes(row.mode_id));
  expect(judged.length).toBeGreaterThan(0);
  for (const row of judged) {
    expect(row).toMatchObject({ verdict: "UNCLEAR", details: { cause: "no_judge", votes: [] } });
  }
  const flagged = rows.filter((row) => row.mode_id === "IB-F4" && row.evidence.length > 0);
  expect(flagged).not.toEqual([]);
  for (const row of flagged)
    expect(row).toMatchObject({ verdict: "UNCLEAR", details: { cause: "no_judge" } });
  const cards = (await readRows(join(scan, "scorecards.jsonl"))).map((card) => Scorecard.parse(card));
  expect(cards.map((card) => card.gate_status.safety)).toEqual(cards.map(() => "not_established"));
  expect(await readFile(join(scan, "scan_plan.json"), "utf8")).toContain('"judge": null');
});

test("every transcript has one row for every check, eligible or not", async () => {
  const scan = await scanFolder(join(evaluated.path, "all"));
  const rows = (await readRows(join(scan, "verdicts.jsonl"))).map((row) => VerdictRow.parse(row));
  const checks: { id: string }[] = JSON.parse(await succeed("list", "checks", "--json"));
  const transcripts = [...new Set(rows.map((row) => row.transcript_id))];
  expect(transcripts).toHaveLength(15);
  expect(transcripts).toEqual(transcripts.toSorted());
  expect(rows.map((row) => `${row.transcript_id}#${row.mode_id}`)).toEqual(
    transcripts.flatMap((transcript) => checks.map((check) => `${transcript}#${check.id}`)),
  );
});
