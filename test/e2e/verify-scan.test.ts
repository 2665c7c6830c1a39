import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { runCli } from "./cli.fixture.ts";
import { corpusCopy } from "./corpus-copy.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

let evaluated: Awaited<ReturnType<typeof evaluatedRun>>;

beforeAll(async () => {
  evaluated = await evaluatedRun();
});
afterAll(() => evaluated[Symbol.asyncDispose]());

async function firstDifference(run: string, results: string) {
  const { differences } = await createBench({ results }).verifyScan(run);
  return differences[0];
}

/** Output of `verify` for a copy of the scan with one changed file. */
async function verifyTampered(file: string, change: (lines: string[], row: number) => number) {
  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const path = join(await scanFolder(join(folder.path, "all")), file);
  const lines = (await readFile(path, "utf8")).split("\n");
  const row = change(lines, 0);
  await writeFile(path, lines.join("\n"));
  return { row, first: await firstDifference("all", folder.path) };
}

/** Changes the first verdict row that fits, and returns its number. */
function changeRow(fits: (row: VerdictRow) => boolean, change: (row: VerdictRow) => void) {
  return (lines: string[]) => {
    const index = lines.findIndex((line) => line !== "" && fits(VerdictRow.parse(JSON.parse(line))));
    const row = VerdictRow.parse(JSON.parse(lines[index] ?? ""));
    change(row);
    lines[index] = JSON.stringify(row);
    return index + 1;
  };
}

test("an untouched scan is verified, and nothing in it is changed by that", async () => {
  expect(await succeed("verify", "all", "--out", evaluated.path)).toMatch(
    /^Verified: 15 transcripts, \d+ verdicts, \d+ votes; every byte is as recomputed\.\nRecomputed: .+ As sealed: .+\nNot looked at, .+: report\//m,
  );
});

test("what a process wrote that had lost the scan to another decides nothing: the same scan counts it, and is verified", async () => {
  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const directory = await scanFolder(join(folder.path, "all"));
  const path = join(directory, "journal.jsonl");
  const before = await readFile(join(directory, "verdicts.jsonl"), "utf8");
  const lines = (await readJournal(path)).filter(({ event }) => event === "opened" || event === "replied");
  const [opened, ...replies] = lines;
  const late = replies.map((reply) => ({ ...reply, content: "PASS, whatever was asked.", fence: 1 }));
  for (const line of [{ ...opened, fence: 2 }, ...late]) await appendFile(path, `${JSON.stringify(line)}\n`);

  const scanned = await succeed("scan", "all", "--profile", "publish", "--out", folder.path);
  expect(scanned).toContain(`${late.length} lines left out of a process that had lost the run to another`);
  expect(await scanFolder(join(folder.path, "all"))).toBe(directory);
  expect(await readFile(join(directory, "verdicts.jsonl"), "utf8")).toBe(before);
  expect(await succeed("verify", "all", "--out", folder.path)).toContain("every byte is as recomputed");
});

test("a changed vote is found and named", async () => {
  const { row, first } = await verifyTampered(
    "verdicts.jsonl",
    changeRow(
      (each) => each.details.votes.length > 1,
      ({ details }) => {
        const [vote] = details.votes;
        if (vote !== undefined) vote.rationale = "Something else.";
      },
    ),
  );
  expect(first).toMatchObject({
    file: "verdicts.jsonl",
    row,
    field: "details.votes.0.rationale",
    found: "Something else.",
  });
});

test("a changed verdict is found and named", async () => {
  const { row, first } = await verifyTampered(
    "verdicts.jsonl",
    changeRow(
      (each) => each.eligible && each.verdict === "FAIL",
      (each) => {
        each.verdict = "PASS";
      },
    ),
  );
  expect(first).toMatchObject({
    file: "verdicts.jsonl",
    row,
    field: "verdict",
    found: "PASS",
    expected: "FAIL",
  });
});

test("a changed prompt hash is found and named", async () => {
  const { row, first } = await verifyTampered(
    "verdicts.jsonl",
    changeRow(
      (each) => each.prompt_hash !== null,
      (each) => {
        each.prompt_hash = "0".repeat(64);
      },
    ),
  );
  expect(first).toMatchObject({ file: "verdicts.jsonl", row, field: "prompt_hash" });
});

test("a changed score is found and named", async () => {
  const { row, first } = await verifyTampered("scorecards.jsonl", (lines) => {
    const index = lines.findIndex((line) => line.includes('"overall_score":'));
    lines[index] = (lines[index] ?? "").replace(/"quality_score":[^,]+/, '"quality_score":0.123');
    return index + 1;
  });
  expect(first).toMatchObject({ file: "scorecards.jsonl", row, field: "quality_score", found: 0.123 });
});

test("a changed summary, a changed transcript and a lost reply are found and named", async () => {
  const summary = await verifyTampered("summary.json", (lines) => {
    const index = lines.findIndex((line) => line.includes('"incomplete": 0'));
    lines[index] = (lines[index] ?? "").replace("0", "1");
    return index;
  });
  expect(summary.first).toMatchObject({ file: "summary.json", row: null, field: "models.0.incomplete" });

  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const scan = await scanFolder(join(folder.path, "all"));
  const journal = join(scan, "journal.jsonl");
  const lines = (await readFile(journal, "utf8")).split("\n");
  await writeFile(journal, lines.filter((line) => !line.includes('"replied"')).join("\n"));
  const lost = await runCli(["verify", "all", "--out", folder.path]);
  expect(lost.exitCode).toBe(1);
  expect(lost.stdout).toMatch(/^journal\.jsonl, .+ is not what was recomputed:/m);

  const plan = JSON.parse(await readFile(join(scan, "scan_plan.json"), "utf8"));
  const transcript = join(folder.path, "all", "transcripts", `${plan.transcripts[4].transcript_id}.jsonl`);
  const said = await readFile(transcript, "utf8");
  await writeFile(transcript, said.replace(/"content":"[^"]{5}/, '"content":"Other'));
  expect(await firstDifference("all", folder.path)).toMatchObject({
    file: "scan_plan.json",
    field: "transcripts.4.transcript_hash",
  });
});

test.each([
  ["summary.md", /summary\.md is not as it was sealed: it was changed/],
  ["cost_report.json", /cost_report\.json is not as it was sealed: it was changed/],
  ["../../run_plan.json", /run_plan\.json is not as it was sealed: it was changed/],
  ["../../journal.jsonl", /journal\.jsonl is not as it was sealed: it was changed/],
])("one digit of %s is found, although nothing recomputes it", async (file, said) => {
  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const path = join(await scanFolder(join(folder.path, "all")), file);
  const text = await readFile(path, "utf8");
  const at = text.search(/\d(?=\D*$)/);
  await writeFile(path, `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`);
  const { exitCode, stdout } = await runCli(["verify", "all", "--out", folder.path]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(said);
});

test("a seal that counts otherwise than what it seals is found, and one that is gone leaves nothing verified", async () => {
  const { first } = await verifyTampered("seal.json", (lines) => {
    const index = lines.findIndex((line) => line.includes('"FAIL"'));
    lines[index] = (lines[index] ?? "").replace(/\d+/, "0");
    return index;
  });
  expect(first).toMatchObject({ file: "seal.json", field: "verdicts.FAIL", found: 0 });

  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  await rm(join(await scanFolder(join(folder.path, "all")), "seal.json"));
  const { exitCode, stderr } = await runCli(["verify", "all", "--out", folder.path]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining("IB_SCAN_UNSEALED"),
  });
});

test("where the corpus has moved on, its parts are named, and what needs no corpus is proved all the same", async () => {
  await using corpus = await corpusCopy();
  await using folder = await temporaryFolder();
  const flags = ["--corpus", corpus.path, "--out", folder.path];
  await succeed("eval", "--run-id", "r", "--model", "sim/careful", ...flags);
  await succeed("verify", "r", ...flags);
  await corpus.edit("checks/IB-A1.yaml", (text) => text.replace(/^prompt: "/m, 'prompt: "Be kind. '));

  const moved = await runCli(["verify", "r", ...flags]);
  expect(moved.exitCode).toBe(3);
  expect(moved.stdout).toMatch(
    /^The corpus here is another: .+ was named\.\nNot recomputed: what is here differs in checks from what the scan was made with/,
  );
  expect(moved.stdout).toMatch(
    /the seal is whole, \d+ transcripts? and \d+ verdicts are as they were sealed, \d+ votes? say/,
  );
  expect(moved.stdout).toContain("The scores follow from the verdicts.");

  const report = await runCli(["report", "r", "--format", "md", ...flags]);
  expect(report.exitCode).toBe(0);
  expect(report.stderr).toMatch(/not what this was judged with \(corpus [\d.]+\): it differs in checks\./);
  expect(report.stdout).toContain("it differs in checks");

  const journal = join(await scanFolder(join(folder.path, "r")), "journal.jsonl");
  const text = await readFile(journal, "utf8");
  await writeFile(
    journal,
    text.replace(/\\"verdict\\":\\"(?:PASS|UNCLEAR)\\"/, String.raw`\"verdict\":\"FAIL\"`),
  );
  const tampered = await runCli(["verify", "r", ...flags]);
  expect(tampered.exitCode).toBe(1);
  expect(tampered.stdout).toContain("journal.jsonl");
});
