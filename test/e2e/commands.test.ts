import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Scorecard } from "../../src/schema/scorecard.ts";
import { VerdictRow } from "../../src/schema/verdict.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { type CliResult, runCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { journalPaths, readJournal } from "./journal-lines.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const ESCAPE = "\u001b";
let evaluated: TemporaryFolder;
let summaryTable: CliResult;

beforeAll(async () => {
  evaluated = await temporaryFolder();
  summaryTable = await runCli(["eval", "--run-id", "all", "--out", evaluated.path, ...THREE_SCENARIOS]);
});
afterAll(() => evaluated[Symbol.asyncDispose]());

async function succeed(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args);
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

/** The one scan of a run. */
async function scanFolder(runDirectory: string): Promise<string> {
  const names = await readdir(join(runDirectory, "scans"));
  expect(names).toHaveLength(1);
  return join(runDirectory, "scans", ...names);
}

async function readRows(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

test("eval prints a table, the worst blind spots, the report's path and a next command that works", async () => {
  const { exitCode, stdout, stderr } = summaryTable;
  expect(exitCode).toBe(0);
  for (const model of ["sim/attached", "sim/brittle", "sim/careful"]) {
    expect(stdout).toMatch(new RegExp(`^${model} .*\\d%`, "m"));
  }
  expect(stdout).toMatch(/^Simulated: /);
  expect(stdout).toContain("Worst blind spots:");
  expect(stderr).toBe("9/9 conversations\n9/9 transcripts judged\n");
  const report = /^Report: (.+)$/m.exec(stdout)?.[1] ?? "";
  expect(await readFile(report, "utf8")).toMatch(/^<!doctype html>/i);
  const next = /^Next: +invisiblebench (.+)$/m.exec(stdout)?.[1] ?? "";
  expect(await succeed(...next.split(" ").map((word) => word.replaceAll("'", "")))).toContain("Caregiver");
});

test("run and scan, one after the other, give the bytes of eval", async () => {
  await using folder = await temporaryFolder();
  const ran = await succeed("run", "--run-id", "all", "--out", folder.path, ...THREE_SCENARIOS);
  expect(ran).toContain(`Next: invisiblebench scan all --out ${folder.path}`);
  await succeed("scan", "all", "--profile", "publish", "--out", folder.path);
  expect(await artefactHashes(join(folder.path, "all"))).toEqual(
    await artefactHashes(join(evaluated.path, "all")),
  );
});

test("scans with other settings stand side by side, and a command that means one asks which", async () => {
  await using folder = await temporaryFolder();
  await succeed("run", "--run-id", "r", "--model", "sim/careful", ...THREE_SCENARIOS, "--out", folder.path);
  await succeed("scan", "r", "--profile", "dev", "--out", folder.path);
  await succeed("scan", join(folder.path, "r"), "--profile", "smoke");
  await succeed("scan", "r", "--profile", "dev", "--out", folder.path);
  const scans = await readdir(join(folder.path, "r", "scans"));
  expect(scans.map((name) => name.split("-")[0])).toEqual(["dev", "smoke"]);
  const ambiguous = await runCli(["report", "r", "--out", folder.path]);
  expect(ambiguous.stderr).toContain("IB_AMBIGUOUS_SCAN");
  await succeed("report", `r/${scans[0]}`, "--out", folder.path);
});

test.for([
  ["scenarios", "safety_crisis_bin_days_001"],
  ["checks", "IB-A1"],
  ["lexicons", "passive_ideation"],
  ["rules", "federal"],
  ["models", "sim/noisy-judge"],
  ["runs", "all"],
] as const)("list %s names what there is, as a table and as JSON", async ([kind, name]) => {
  const table = await succeed("list", kind, "--out", evaluated.path);
  const rows = JSON.parse(await succeed("list", kind, "--out", evaluated.path, "--json"));
  expect(table).toContain(name);
  expect(table.trimEnd().split("\n")).toHaveLength(rows.length + 2);
  expect(rows.map((row: object) => Object.values(row)[0])).toContain(name);
});

test("list runs of a folder that is not there says that there are none", async () => {
  expect(await succeed("list", "runs", "--out", join(evaluated.path, "nothing"))).toBe(
    "There are no runs.\n",
  );
});

test.for([
  ["scenario", "safety_crisis_night_001", "scenario_id: safety_crisis_night_001"],
  ["check", "IB-A1", "fail_rule:"],
  ["lexicon", "passive_ideation", "role: user"],
  ["rules", "federal", "cadence_minutes"],
  ["card", "IB-B1-001", "kind: clear_fail"],
  ["fact", "TEST-LINE", "claim:"],
] as const)("show prints a whole %s", async ([kind, id, said]) => {
  expect(await succeed("show", id, "--corpus", VALID_CORPUS)).toContain(said);
  expect(JSON.parse(await succeed("show", id, "--corpus", VALID_CORPUS, "--json"))).toMatchObject({ kind });
});

test.for([
  ["html", /\/report\/index\.html$/],
  ["md", /^#/],
  ["json", /^\{\n {2}"schema_version": 1,/],
  ["csv", /^[a-z_]+,/],
  ["junit", /^<\?xml/],
] as const)("report --format %s renders a finished scan again", async ([format, looks]) => {
  const before = await artefactHashes(evaluated.path);
  expect((await succeed("report", "all", "--out", evaluated.path, "--format", format)).trim()).toMatch(looks);
  expect(await artefactHashes(evaluated.path)).toEqual(before);
});

test("explain shows the conversation, the window, the votes, the quote and the rule of a failure", async () => {
  const text = await succeed("explain", "all", "sim__brittle/*bin_days*", "IB-A1", "--out", evaluated.path);
  expect(text).toMatch(/^sim__brittle\/safety_crisis_bin_days_001\.r1 {2}\(simulated\)\n/);
  expect(text).toMatch(/^IB-A1 misses_passive_ideation {2}FAIL$/m);
  expect(text).toMatch(/^ {2}Fails when: /m);
  expect(text).toMatch(/^ {2}Window 0: event_window, turns 5 to 5, cue in turn 5 \(anchor\): FAIL$/m);
  expect(text).toMatch(/^ {2}Vote 1 on window 0: FAIL\. /m);
  const quote = /^ {2}Turn 5, assistant, exact: "(.+)"$/m.exec(text)?.[1] ?? "";
  expect(text.split("IB-A1 misses")[0]).toContain(quote);

  const unknown = await runCli(["explain", "all", "nobody*", "--out", evaluated.path]);
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain("IB_NOTHING_TO_EXPLAIN");
});

test("explain strips terminal escapes from what a model said", async () => {
  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const transcript = join(folder.path, "all/transcripts/sim__careful/safety_crisis_bin_days_001.r1.jsonl");
  const [header = "", ...lines] = (await readFile(transcript, "utf8")).split("\n");
  const planted = `${ESCAPE}]0;owned\u0007${ESCAPE}[2J${ESCAPE}[31mstill here\r\u009b1A`;
  const damaged = lines.map((line) =>
    line === "" ? line : JSON.stringify({ ...JSON.parse(line), content: planted }),
  );
  await writeFile(transcript, [header, ...damaged].join("\n"));
  const explain = ["explain", "all", "sim__careful/*bin_days*", "--out", folder.path];
  const text = await succeed(...explain);
  expect(text).toContain("still here");
  expect(text).not.toContain("owned");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through.
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
  expect(await succeed(...explain, "--json")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test("doctor finds nothing wrong here, names keys without their values, and finds a broken corpus", async () => {
  const secret = { env: { OPENAI_API_KEY: "not-a-real-value", HTTPS_PROXY: "" } };
  const healthy = await runCli(["doctor", "--out", evaluated.path], secret);
  expect(healthy.exitCode).toBe(0);
  expect(healthy.stdout).toMatch(/^corpus +ok +/m);
  expect(healthy.stdout).toMatch(/^keys +ok +OPENAI_API_KEY/m);
  expect(healthy.stdout).not.toContain("not-a-real-value");
  const broken = await runCli(["doctor", "--corpus", join(evaluated.path, "nothing"), "--json"]);
  expect(broken.exitCode).toBe(1);
  expect(JSON.parse(broken.stdout)).toContainEqual(
    expect.objectContaining({ topic: "corpus", state: "problem" }),
  );
});

test.for([
  ["eval", "--model", "sim/careful", ...THREE_SCENARIOS],
  ["eval", "--model", "sim/careful", "--dry-run"],
  ["run", "--model", "sim/careful", ...THREE_SCENARIOS],
  ["run", "--dry-run"],
  ["scan", "all"],
  ["scan", "all", "--dry-run"],
  ["report", "all", "--format", "md"],
  ["explain", "all", "*"],
  ["lint"],
  ["list", "checks"],
  ["show", "IB-A1"],
  ["doctor"],
])("--json prints one document and nothing else: %s", async (args) => {
  await using folder = await temporaryFolder();
  const results = join(folder.path, "results");
  await cp(evaluated.path, results, { recursive: true });
  const { exitCode, stdout } = await runCli([...args, "--json"], { cwd: folder.path });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toBeTypeOf("object");
});

test("nothing is coloured or redrawn where nobody looks, even if colour is asked for", async () => {
  const env = { FORCE_COLOR: "1", NO_COLOR: "" };
  const commands = [
    ["--help"],
    ["eval", "--help"],
    ["lint"],
    ["list", "checks"],
    ["explain", "all", "*", "--out", evaluated.path],
    ["report", "all", "--format", "md", "--out", evaluated.path],
    ["scan", "all", "--out", evaluated.path, "--profile", "publish"],
    ["scan", "missing"],
  ];
  for (const args of commands) {
    const { stdout, stderr } = await runCli(args, { env });
    expect(`${args}: ${stdout}${stderr}`).not.toContain(ESCAPE);
  }
  expect(`${summaryTable.stdout}${summaryTable.stderr}`).not.toContain(ESCAPE);
});

test("--quiet keeps stderr empty", async () => {
  await using folder = await temporaryFolder();
  const { exitCode, stderr } = await runCli([
    "eval",
    "--quiet",
    "--model",
    "sim/careful",
    "--out",
    folder.path,
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});

test("a dry run writes its plan and asks no model", async () => {
  await using folder = await temporaryFolder();
  for (const command of ["run", "eval"]) {
    const said = await succeed(
      command,
      "--dry-run",
      "--run-id",
      command,
      "--out",
      folder.path,
      ...THREE_SCENARIOS,
    );
    expect(said).toContain("no model was asked");
    expect(await readdir(join(folder.path, command))).toEqual(["run_plan.json"]);
  }
  await succeed("run", "--resume", "run", "--out", folder.path, ...THREE_SCENARIOS);
  const planned = await succeed("scan", "run", "--dry-run", "--profile", "publish", "--out", folder.path);
  expect(planned).toMatch(/^Judge calls +\d+ expected \(\d+ to \d+\)$/m);
  expect(planned).toContain("no model was asked");
  const scan = await scanFolder(join(folder.path, "run"));
  expect((await readdir(scan)).sort()).toEqual(["cost_report.json", "scan_plan.json"]);
  const [runJournal = "", scanJournal = ""] = await journalPaths(join(folder.path, "run"));
  expect((await readJournal(runJournal)).some((line) => line.event === "sent")).toBe(true);
  expect(await readJournal(scanJournal)).toEqual([]);

  await succeed("scan", "run", "--profile", "publish", "--out", folder.path);
  expect(await artefactHashes(join(folder.path, "run"))).toEqual(
    await artefactHashes(join(evaluated.path, "all")),
  );
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
  expect(rows.filter((row) => row.mode_id === "IB-F4" && row.verdict === "FAIL")).not.toEqual([]);
  const cards = (await readRows(join(scan, "scorecards.jsonl"))).map((card) => Scorecard.parse(card));
  expect(cards.map((card) => card.gate_status.safety)).toEqual(cards.map(() => "not_established"));
  expect(await readFile(join(scan, "scan_plan.json"), "utf8")).toContain('"judge": null');
});

test("every transcript has one row for every check, eligible or not", async () => {
  const scan = await scanFolder(join(evaluated.path, "all"));
  const rows = (await readRows(join(scan, "verdicts.jsonl"))).map((row) => VerdictRow.parse(row));
  const checks: { id: string }[] = JSON.parse(await succeed("list", "checks", "--json"));
  const transcripts = [...new Set(rows.map((row) => row.transcript_id))];
  expect(transcripts).toHaveLength(9);
  expect(transcripts).toEqual(transcripts.toSorted());
  expect(rows.map((row) => `${row.transcript_id}#${row.mode_id}`)).toEqual(
    transcripts.flatMap((transcript) => checks.map((check) => `${transcript}#${check.id}`)),
  );
});
