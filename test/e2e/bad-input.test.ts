import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliResult, runCli } from "./cli.fixture.ts";
import { corpusCopy } from "./corpus-copy.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

let finished: TemporaryFolder;

beforeAll(async () => {
  finished = await temporaryFolder();
  const begin = ["run", "--run-id", "done", "--out", finished.path, ...THREE_SCENARIOS];
  expect(await runCli(begin)).toMatchObject({ exitCode: 0 });
});
afterAll(() => finished[Symbol.asyncDispose]());

/** A copy of a finished run called `done`, to be damaged. */
async function finishedRun() {
  const folder = await temporaryFolder();
  await cp(finished.path, folder.path, { recursive: true });
  const run = join(folder.path, "done");
  const edit = async (file: string, change: (text: string) => string) => {
    const text = await readFile(join(run, file), "utf8");
    const changed = change(text);
    expect(changed).not.toBe(text);
    await writeFile(join(run, file), changed);
  };
  const transcripts = async () => {
    const files = await readdir(join(run, "transcripts"), { recursive: true });
    return files.filter((file) => file.endsWith(".jsonl")).map((file) => join("transcripts", file));
  };
  return { ...folder, run, edit, transcripts };
}

/** A mistake is explained on stderr with its code, and nothing else happens. */
function expectRefusal(result: CliResult, exitCode: number, code: string, ...said: readonly string[]): void {
  expect(result).toMatchObject({ exitCode, stdout: "" });
  const errors = result.stderr.split("\n").filter((line) => /^IB_/.test(line));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(new RegExp(`^${code}: `));
  for (const words of said) expect(result.stderr).toContain(words);
  expectNoStack(result);
}

function expectNoStack({ stderr }: CliResult): void {
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain("This is a bug");
}

test.for([
  [["evaluate"], "No command registered for `evaluate`"],
  [["eval", "--modle", "sim/careful"], "No flag registered for --modle"],
  [["eval", "--repeat", "0"], '"0" is not a whole number from 1'],
  [["eval", "--repeat", "1.5"], '"1.5" is not a whole number from 1'],
  [["eval", "--repeat", "many"], "Cannot convert many to a number"],
  [["eval", "--temperature", "3"], '"3" is not between 0 and 2'],
  [["eval", "--max-connections", "0"], '"0" is not a whole number from 1'],
  [["scan"], "Expected at least 1 argument(s) for run"],
  [["list", "things"], "things is not one of"],
] as const)("bad usage is exit code 2: %s", async ([args, said]) => {
  const result = await runCli(args);
  expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  expect(result.stderr).toContain(said);
  expectNoStack(result);
});

test.for([
  [["eval", "--model", "sim/nobody"], 2, "IB_UNKNOWN_MODEL", "sim/careful"],
  [["eval", "--judge", "nobody/gpt-99"], 2, "IB_UNKNOWN_MODEL", "sim/judge"],
  [["eval", "--profile", "dev", "--judge", "sim/nobody"], 2, "IB_UNKNOWN_MODEL", "sim/judge"],
  [["eval", "--scenario", "safety_moon_*"], 3, "IB_NOTHING_SELECTED", '"safety_moon_*"'],
  [["run", "--category", "empathy", "--scenario", "safety_*"], 3, "IB_NOTHING_SELECTED", "list scenarios"],
  [["eval", "--run-id", "../escape"], 2, "IB_BAD_RUN_ID", "letters, digits"],
  [["eval", "--run-id", ""], 2, "IB_BAD_RUN_ID", "letters, digits"],
  [["eval", "--run-id", "Con.night"], 2, "IB_BAD_RUN_ID", "Windows"],
  [["eval", "--run-id", "night."], 2, "IB_BAD_RUN_ID", "not ending with a dot"],
  [["eval", "--label", "v2\u202e3"], 2, "IB_BAD_RELEASE_LABEL", "such as v2.3"],
  [["eval", "--run-id", "scans"], 2, "IB_RESERVED_RUN_ID", "scans"],
  [["eval", "--resume", "never-begun"], 2, "IB_NO_SUCH_RUN", "list runs"],
  [["eval", "--corpus", "/nowhere/at/all"], 2, "IB_NO_CORPUS", "/nowhere/at/all"],
  [["scan", "never-begun"], 2, "IB_NO_SUCH_RUN", "never-begun"],
  [["report", "never-begun"], 2, "IB_NO_SUCH_SCAN", "never-begun"],
  [["explain", "never-begun", "*"], 2, "IB_NO_SUCH_SCAN", "never-begun"],
  [["show", "IB-Z9"], 2, "IB_UNKNOWN_ID", "list checks"],
  [["show", "moon"], 2, "IB_UNKNOWN_ID", "list scenarios"],
  [["run", "--tag", "passive_ideaton"], 3, "IB_NOTHING_SELECTED", "list tags"],
] as const)("a wrong name is refused: %s", async ([args, exitCode, code, said]) => {
  await using folder = await temporaryFolder();
  // From within the folder, because not every command takes --out.
  expectRefusal(await runCli(args, { cwd: folder.path }), exitCode, code, said);
});

test.for([
  ["--model", "sim/nobody", "IB_UNKNOWN_MODEL"],
  ["--judge", "sim/nobody", "IB_UNKNOWN_MODEL"],
  ["--adjudicator", "sim/nobody", "IB_UNKNOWN_MODEL"],
  ["--check", "IB-Z*", "IB_UNKNOWN_CHECK"],
] as const)("eval %s %s is refused before a run is begun", async ([flag, value, code]) => {
  await using folder = await temporaryFolder();
  const result = await runCli(["eval", flag, value, "--out", folder.path]);
  expectRefusal(result, 2, code, value);
  expect(await readdir(folder.path)).toEqual([]);
});

test("a check that does not exist is refused with the ones there are", async () => {
  const scan = await runCli(["scan", "done", "--check", "IB-Z*", "--out", finished.path]);
  expectRefusal(scan, 2, "IB_UNKNOWN_CHECK", '"IB-Z*"', "IB-A1");
  const elsewhere = await runCli(["scan", "done", "--judge", "sim/nobody", "--out", finished.path]);
  expectRefusal(elsewhere, 2, "IB_UNKNOWN_MODEL", "sim/judge");
});

test("a name that is taken is refused with the way to continue it", async () => {
  const result = await runCli(["eval", "--run-id", "done", "--out", finished.path]);
  expectRefusal(result, 2, "IB_RUN_EXISTS", "--resume done");
});

test.for([
  ["--temperature", "0.1", "`--temperature 0.7`"],
  ["--model", "sim/careful", "`--model sim/"],
  ["--repeat", "2", "`--repeat 1`"],
  ["--scenario", "safety_*", "`--scenario continuity_trust_bottle_bank_003,safety_crisis_bin_days_001,"],
  ["--status", "all", "`--status active`"],
  ["--harness", "http/json", "`--harness llm/raw`"],
  ["--seed", "7", "no `--seed`"],
  ["--tag", "venting", "no `--tag`"],
  ["--category", "safety", "no `--category`"],
] as const)("a run resumed with another %s is refused with both values", async ([flag, value, planned]) => {
  const result = await runCli(["run", "--resume", "done", "--out", finished.path, flag, value]);
  expectRefusal(result, 2, "IB_RESUMED_OTHERWISE", `The plan has ${planned}`);
  expect(result.stderr).toMatch(new RegExp(`and \`${flag} '?${value.replace("*", "\\*")}'?\` was given`));
});

test("a run goes on with its own system prompt, and another one that is given is refused", async () => {
  await using folder = await temporaryFolder();
  await using corpus = await corpusCopy();
  const where = ["--corpus", corpus.path, "--out", folder.path];
  expect(await runCli(["run", "--run-id", "mine", ...where, "--model", "sim/careful"])).toMatchObject({
    exitCode: 0,
  });
  await corpus.edit("configs/system-prompt.txt", (text) => `Be brief. ${text}`);
  expect(await runCli(["run", "--resume", "mine", ...where])).toMatchObject({ exitCode: 0 });
  const given = ["--system-prompt", join(corpus.path, "configs/system-prompt.txt")];
  const result = await runCli(["run", "--resume", "mine", ...where, ...given]);
  expectRefusal(result, 2, "IB_RESUMED_OTHERWISE", "The plan has `--system-prompt ");
});

test("a run whose scenarios changed since is refused, and the part is named", async () => {
  await using folder = await temporaryFolder();
  await using corpus = await corpusCopy();
  const where = ["--corpus", corpus.path, "--out", folder.path];
  await runCli(["run", "--run-id", "mine", ...where, "--model", "sim/careful"]);
  const [scenario = ""] = (await readdir(join(corpus.path, "scenarios"), { recursive: true })).filter(
    (name) => name.endsWith(".json"),
  );
  await corpus.edit(join("scenarios", scenario), (text) =>
    text.replace('"user_message": "', '"user_message": "So. '),
  );
  const result = await runCli(["run", "--resume", "mine", ...where]);
  expectRefusal(result, 2, "IB_PLAN_CHANGED", "was planned differently: scenarios changed since", "--run-id");
});

test("a run that stopped before it had a plan is continued with settings alone", async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "bare"));
  const resume = ["run", "--resume", "bare", "--out", folder.path];
  expectRefusal(await runCli(resume), 2, "IB_NOTHING_TO_RESUME", "nothing was asked", "--model");
  const settings = ["--model", "sim/careful", ...THREE_SCENARIOS];
  expect(await runCli([...resume, ...settings])).toMatchObject({ exitCode: 0 });
  expect(await runCli(resume)).toMatchObject({ exitCode: 0 });
});

test("an empty corpus says what it lacks", async () => {
  await using folder = await temporaryFolder();
  const empty = join(folder.path, "empty");
  await mkdir(empty);
  for (const command of ["eval", "lint"]) {
    expectRefusal(await runCli([command, "--corpus", empty]), 2, "IB_EMPTY_CORPUS", "has no scenarios");
  }
  const file = join(folder.path, "file");
  await writeFile(file, "");
  expectRefusal(await runCli(["lint", "--corpus", file]), 2, "IB_NO_CORPUS", "is not a folder");
});

test("a corpus with malformed files names them all, with line and column, and nothing is begun", async () => {
  await using folder = await temporaryFolder();
  await using corpus = await corpusCopy();
  await corpus.edit("scenarios/safety/crisis/night.json", (text) => text.replace('"version":', '"version"'));
  await corpus.edit("checks/IB-A1.yaml", (text) => text.replace(/^name: .*$/m, "name: [unclosed"));
  await corpus.edit("configs/scoring.yaml", (text) => `${text}surprise: 1\n`);
  const results = join(folder.path, "results");
  const result = await runCli(["eval", "--corpus", corpus.path, "--out", results]);
  expectRefusal(result, 2, "IB_BAD_CORPUS", "invisiblebench lint");
  for (const file of ["scenarios/safety/crisis/night.json", "checks/IB-A1.yaml", "configs/scoring.yaml"]) {
    expect(result.stderr).toMatch(new RegExp(`^${file}:\\d+:\\d+  error  `, "m"));
  }
  expect(await readdir(folder.path)).toEqual([]);
});

test.for(["lexicons", "cues"])(
  "calibrate %s on no examples, or on what cannot be read, gives no figure",
  async (what) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "examples.jsonl");
    const measure = () => runCli(["calibrate", what, file]);
    expectRefusal(await measure(), 2, "IB_NO_SUCH_FILE", file);
    await writeFile(file, "");
    expectRefusal(await measure(), 2, "IB_NO_EXAMPLES", file);
    await writeFile(file, "not JSON\n");
    expectRefusal(await measure(), 2, "IB_BAD_ARTIFACT", `${file}:1`);
  },
);

test("a results folder that is a file is refused", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "results");
  await writeFile(file, "");
  expectRefusal(await runCli(["eval", "--out", file]), 1, "IB_CANNOT_WRITE", file, "name another");
});

test("garbage in the middle of a journal is refused with its line; a torn end is not garbage", async () => {
  await using run = await finishedRun();
  await run.edit("journal.jsonl", (text) => text.trimEnd().slice(0, -20));
  const resume = ["run", "--resume", "done", "--out", run.path];
  expect(await runCli(resume)).toMatchObject({ exitCode: 0 });
  await run.edit("journal.jsonl", (text) => text.split("\n").with(4, '{"event":"se').join("\n"));
  expectRefusal(await runCli(resume), 2, "IB_JOURNAL_CORRUPT", "journal.jsonl:5");
});

test("a run directory of a newer InvisibleBench is refused", async () => {
  await using run = await finishedRun();
  await run.edit("run_plan.json", (text) => text.replace('"schema_version": 1', '"schema_version": 99'));
  for (const command of [
    ["run", "--resume", "done"],
    ["scan", "done"],
  ]) {
    const result = await runCli([...command, "--out", run.path]);
    expectRefusal(result, 2, "IB_NEWER_SCHEMA", "schema_version 99", "Upgrade");
  }
});

test("a scan of a run that lacks a transcript is incomplete, and says how to get the rest", async () => {
  await using run = await finishedRun();
  const [first = ""] = await run.transcripts();
  await rm(join(run.run, first));
  const scan = ["scan", "done", "--out", run.path];
  expectRefusal(await runCli(scan), 3, "IB_RUN_INCOMPLETE", "--resume done");
  const resume = ["run", "--resume", "done", "--out", run.path];
  expect(await runCli(resume)).toMatchObject({ exitCode: 0 });
  expect(await runCli(scan)).toMatchObject({ exitCode: 0 });
});

test("a damaged transcript is refused with its place", async () => {
  await using run = await finishedRun();
  const [first = ""] = await run.transcripts();
  await run.edit(first, (text) => text.replace('"role":"user"', '"role":"nurse"'));
  expectRefusal(
    await runCli(["scan", "done", "--out", run.path]),
    2,
    "IB_BAD_ARTIFACT",
    `${first}:2`,
    "role",
  );
});

test("the simulated judge refuses a transcript that is not simulated, and a real one needs a judge", async () => {
  await using run = await finishedRun();
  for (const file of await run.transcripts()) {
    await run.edit(file, (text) => text.replace('"simulated":true', '"simulated":false'));
  }
  const scan = ["scan", "done", "--out", run.path];
  expectRefusal(await runCli([...scan, "--judge", "sim/judge"]), 2, "IB_SIMULATED_JUDGE", "not simulated");

  await run.edit("run_plan.json", (text) => text.replaceAll('"simulated": true', '"simulated": false'));
  for (const profile of ["dev", "full", "publish"]) {
    expectRefusal(
      await runCli([...scan, "--profile", profile]),
      2,
      "IB_NO_JUDGE",
      profile,
      "--profile smoke",
    );
  }
  expect(await runCli([...scan, "--profile", "smoke"])).toMatchObject({ exitCode: 0 });
  expect(await readdir(join(run.run, "scans"))).toHaveLength(1);
});

test("a flag that is like none is not guessed at, and one that is near is", async () => {
  expect((await runCli(["eval", "--foo"])).stderr).toBe("No flag registered for --foo\n");
  expect((await runCli(["eval", "--modle", "a"])).stderr).toContain("did you mean --model?");
});

test("where there is no board, what makes one is named", async () => {
  await using folder = await temporaryFolder();
  for (const args of [
    ["check", folder.path],
    ["diff", folder.path, folder.path],
  ])
    expect((await runCli(["leaderboard", ...args])).stderr).toContain("`invisiblebench leaderboard build ");
});
