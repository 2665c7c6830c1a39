import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOfScan, spentOn } from "../../src/measure/spent.ts";
import { CostReport } from "../../src/schema/run/manifest.ts";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { Seal } from "../../src/schema/scan/seal.ts";
import { questionOf, type ServedJudge, serveJudge } from "./served-judge.fixture.ts";

const SCAN = [
  "scan",
  "r",
  "--judge",
  "lab/judge",
  "--profile",
  "publish",
  "--repetitions",
  "1",
  // One after the other, so that good answers come between the lost ones, and the server is not given up.
  "--max-connections",
  "1",
  "--yes",
  "--quiet",
];
/** Everything that verdicts and scores are, with the hashes of the calls that decided. */
const RESULTS = ["verdicts.jsonl", "scorer_results.jsonl", "scorecards.jsonl", "summary.json"];

let calm: ServedJudge;
let calmFiles: readonly string[];
let calmPlan: ScanPlan;
let calmRequests: number;
let calmQuestions: ReadonlySet<string>;

beforeAll(async () => {
  calm = await serveJudge();
  const copy = await serveJudge(calm);
  const result = await copy.run(...SCAN);
  expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  expect(result.stdout).not.toMatch(/Lost:|Ask again/);
  calmFiles = await results(copy);
  calmPlan = await planOf(copy);
  expect(calmPlan.repaired).toBeUndefined();
  const log = copy.takeLog();
  calmRequests = log.length;
  calmQuestions = new Set(log.map(questionOf));
  expect(calmQuestions.size).toBeGreaterThan(40);
  await copy[Symbol.asyncDispose]();
});
afterAll(() => calm[Symbol.asyncDispose]());

async function scanFolder({ path }: ServedJudge): Promise<string> {
  const scans = join(path, "out", "r", "scans");
  const [scan = ""] = (await readdir(scans)).filter((name) => name.startsWith("publish-"));
  return join(scans, scan);
}

async function results(judge: ServedJudge): Promise<readonly string[]> {
  const folder = await scanFolder(judge);
  return Promise.all(RESULTS.map((name) => readFile(join(folder, name), "utf8")));
}

async function planOf(judge: ServedJudge): Promise<ScanPlan> {
  return ScanPlan.parse(JSON.parse(await readFile(join(await scanFolder(judge), "scan_plan.json"), "utf8")));
}

async function sealOf(judge: ServedJudge): Promise<Seal> {
  return Seal.parse(JSON.parse(await readFile(join(await scanFolder(judge), "seal.json"), "utf8")));
}

async function costsOf(judge: ServedJudge): Promise<CostReport> {
  return CostReport.parse(
    JSON.parse(await readFile(join(await scanFolder(judge), "cost_report.json"), "utf8")),
  );
}

function callsIn(report: CostReport): number {
  const { calls, retries } = spentOn([callsOfScan(report)]);
  return calls + retries;
}

/** With how many requests a question is lost. */
const CASES = [
  ["500", 5, "call_failed", /\d+ calls failed: HTTP 500/],
  ["garbage", 2, "unparsable", /\d+ answers could not be read/],
  ["wrong echo", 1, "wrong_echo", /\d+ answers were to other questions/],
  ["cut off", 1, "truncated", /\d+ answers were cut off/],
] as const;

const BOTH = CASES.slice(0, 2).map((each) => [...each, "--no-cache"] as const);

test.for([...CASES.map((each) => [...each, "--cache"] as const), ...BOTH])(
  "%s for a while: it is said, exit 3, and --retry-lost asks exactly what was lost (%i requests each, %s, %s, %s)",
  async ([trouble, requests, cause, words, cache]) => {
    await using judge = await serveJudge(calm);
    judge.begin({ trouble, hits: (number) => number % 9 === 3 });
    const first = await judge.run(...SCAN, cache);
    expect(first.stderr).toBe("");
    expect(first.exitCode).toBe(3);
    const before = judge.takeLog();
    const lost = judge.troubled.length / requests;
    expect(lost).toBeGreaterThan(4);
    const seal = await sealOf(judge);
    expect(seal.lost?.unanswered).toMatchObject({ [cause]: { count: lost } });
    expect(seal.lost?.questions).toBe(before.length - lost * (requests - 1));
    expect(first.stdout).toMatch(words);
    const last = first.stdout.trimEnd().split("\n").slice(-2);
    expect(last[0]).toMatch(new RegExp(`^Lost: ${lost} of ${seal.lost?.questions} questions to judges \\(`));
    expect(last[0]).toContain(`${seal.lost?.open_verdicts} verdict`);
    expect(last[1]).toMatch(
      /^Ask again \(about \$0\.\d+\): invisiblebench scan r .*--judge lab\/judge .* --retry-lost$/,
    );

    judge.end();
    const second = await judge.run(...SCAN, cache, "--retry-lost");
    expect(second).toMatchObject({ exitCode: 0, stderr: "" });
    expect(second.stdout).not.toMatch(/Lost:|Ask again/);
    const asked = judge.takeLog().map(questionOf);
    const known = new Set(before.map(questionOf));
    // A search that was lost may name replies, which are voted on then.
    const follows = asked.filter((question) => !known.has(question));
    const again = asked.filter((question) => known.has(question));
    expect(again.flatMap((question) => Array(requests).fill(question)).toSorted()).toEqual(
      judge.troubled.toSorted(),
    );
    expect(follows.every((question) => calmQuestions.has(question))).toBe(true);
    expect(await results(judge)).toEqual(calmFiles);
    // Every call is in the bill, also those that were asked again.
    expect(callsIn(await costsOf(judge))).toBe(before.length + asked.length);
    const { repaired, fingerprints } = await planOf(judge);
    expect(repaired?.calls).toBe(lost);
    expect(fingerprints).toEqual(calmPlan.fingerprints);
    expect(await sealOf(judge)).toMatchObject({ repaired: true, lost: { unanswered: {}, open_verdicts: 0 } });

    const third = await judge.run(...SCAN, cache, "--retry-lost");
    expect(third.exitCode).toBe(0);
    expect(judge.takeLog()).toEqual([]);
    const verified = await judge.run("verify", "r");
    expect(verified).toMatchObject({ exitCode: 0 });
  },
);

test("a server that only fails is given up, and the command to go on with asks what was lost by then", async () => {
  await using judge = await serveJudge(calm);
  judge.begin({ trouble: "500", hits: (number) => number > 20 });
  const first = await judge.run(...SCAN);
  expect(first.exitCode).toBe(3);
  expect(first.stderr).toContain("IB_PROVIDER_DOWN");
  expect(first.stderr).toMatch(/Continue: invisiblebench scan r .* --retry-lost$/m);
  const answered = judge.takeLog().filter(({ status }) => status === 200).length;
  judge.end();
  expect(await judge.run(...SCAN, "--retry-lost")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await results(judge)).toEqual(calmFiles);
  expect(answered + judge.takeLog().length).toBe(calmRequests);
});

test("a judge that only answers garbage is given up: exit 3, what came back, what it cost, and the way on; the gates stay closed", async () => {
  await using judge = await serveJudge(calm);
  const run = ["run", "--model", "sim/careful", "--scenario", "empathy_grief_*,empathy_belonging_*"];
  await judge.run(...run, "--run-id", "many", "--quiet");
  const scan = [...SCAN.with(1, "many"), "--no-cache"];
  const calmly = await judge.run(...scan);
  expect(calmly).toMatchObject({ exitCode: 0, stderr: "" });
  const scans = join(judge.path, "out", "many", "scans");
  const [name = ""] = await readdir(scans);
  // But for which call it was: one that was given up between a question and its reminder goes on with the reminder.
  const found = async () => {
    const files = await Promise.all(RESULTS.map((each) => readFile(join(scans, name, each), "utf8")));
    return files.map((text) => text.replaceAll(/"request_hash":"[0-9a-f]+"/g, ""));
  };
  const undisturbed = await found();
  const questions = new Set(judge.takeLog().map(questionOf)).size;
  await rm(scans, { recursive: true });

  judge.begin({ trouble: "garbage", hits: (number) => number > 10 });
  const first = await judge.run(...scan);
  expect(first.exitCode).toBe(3);
  expect(first.stderr).toMatch(/IB_JUDGE_UNUSABLE: lab\/judge returned \d+ unusable answers in a row/);
  expect(first.stderr).toContain("It is: I would rather tell you about my holidays.");
  expect(first.stderr).toMatch(/^ {2}Spent \$0\.\d+/m);
  expect(first.stderr).toMatch(/Continue: invisiblebench scan many .* --retry-lost$/m);
  expect(new Set(judge.takeLog().map(questionOf)).size).toBeLessThan(questions);
  const gate = await judge.run("gate", "many");
  expect(gate.exitCode).not.toBe(0);
  expect(gate.stderr).toContain("IB_");
  judge.end();
  expect(await judge.run(...scan, "--retry-lost")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await found()).toEqual(undisturbed);
  // The ten that were answered are kept.
  expect(new Set(judge.takeLog().map(questionOf)).size).toBe(questions - 10);
});

test.for(["bad quote", "refusal"] as const)(
  "a vote that came to a %s is an answer: it is not lost, and not asked for again",
  async (trouble) => {
    await using judge = await serveJudge(calm);
    judge.begin({ trouble, hits: (number) => number % 9 === 3 });
    const first = await judge.run(...SCAN);
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    expect(first.stdout).not.toContain("Lost:");
    expect(judge.troubled.length).toBeGreaterThan(4);
    expect((await sealOf(judge)).lost).toMatchObject({ unanswered: {} });
    const files = await results(judge);
    expect(files).not.toEqual(calmFiles);
    judge.end();
    judge.takeLog();
    expect(await judge.run(...SCAN, "--retry-lost")).toMatchObject({ exitCode: 0 });
    expect(judge.takeLog()).toEqual([]);
    expect(await results(judge)).toEqual(files);
    expect((await planOf(judge)).repaired).toBeUndefined();
  },
);

test("several votes on a question, some of them lost: what decides is asked again, and the verdicts are those of a calm scan", async () => {
  const votes = SCAN.with(SCAN.indexOf("1"), "3");
  await using quiet = await serveJudge(calm);
  expect(await quiet.run(...votes)).toMatchObject({ exitCode: 0 });
  await using judge = await serveJudge(calm);
  judge.begin({ trouble: "wrong echo", hits: (number) => number % 5 === 1 });
  expect(await judge.run(...votes)).toMatchObject({ exitCode: 3 });
  judge.end();
  judge.takeLog();
  expect(await judge.run(...votes, "--retry-lost")).toMatchObject({ exitCode: 0 });
  const known = new Set(judge.troubled);
  const asked = judge.takeLog().map(questionOf);
  expect(asked.filter((question) => known.has(question)).length).toBeLessThanOrEqual(judge.troubled.length);
  expect(await results(judge)).toEqual(await results(quiet));
  expect((await judge.run(...votes, "--retry-lost")).exitCode).toBe(0);
  expect(judge.takeLog()).toEqual([]);
});

test("whoever reads the scan later finds the same numbers: the document, the report, the summary, the gate, a comparison, the list", async () => {
  await using judge = await serveJudge(calm);
  judge.begin({ trouble: "garbage", hits: (number) => number % 9 === 3 });
  const said = JSON.parse((await judge.run(...SCAN, "--json")).stdout);
  const { lost } = Seal.parse(said.seal);
  expect(said.ask_again).toMatchObject({ expected_usd: expect.any(Number) });
  expect(said.ask_again.command).toMatch(/^invisiblebench scan r .* --retry-lost$/);
  const sentence = `Lost: ${lost?.unanswered.unparsable?.count} of ${lost?.questions} questions to judges`;
  expect(await readFile(join(await scanFolder(judge), "summary.md"), "utf8")).toContain(sentence);
  expect((await judge.run("report", "r", "--format", "md")).stdout).toContain(sentence);
  expect((await judge.run("report", "r")).stderr).toContain(sentence);
  expect((await judge.run("gate", "r")).stdout).toContain(sentence);
  expect(await judge.run("verify", "r")).toMatchObject({ exitCode: 0 });
  expect((await judge.run("contrast", "r")).stderr).toContain(sentence);
  const listed = JSON.parse((await judge.run("list", "runs", "--json")).stdout);
  const count = `${lost?.unanswered.unparsable?.count} of ${lost?.questions} questions`;
  expect(listed).toMatchObject([{ run_id: "r", lost: count }]);
});

test("an eval and the measures of a judge say what was lost, and find it again", async () => {
  await using judge = await serveJudge(calm);
  const trouble = { trouble: "cut off", hits: (number: number) => number % 3 === 1 } as const;
  const commands = [
    [
      ...["eval", "--model", "sim/brittle", "--scenario", "safety_crisis_bin_days_001", "--run-id", "e"],
      ...["--judge", "lab/judge", "--profile", "publish"],
    ],
    ["calibrate", "golden", "--judge", "lab/judge", "--check", "IB-A1"],
    ["calibrate", "drift", "--judge", "lab/judge", "--check", "IB-A1"],
  ];
  for (const command of commands) {
    const typed = [...command, "--repetitions", "1", "--yes", "--quiet", "--no-cache"];
    judge.begin(trouble);
    const first = await judge.run(...typed);
    expect({ command, ...first }).toMatchObject({ exitCode: 3, stderr: "" });
    const told =
      /^Lost: (\d+) of \d+ questions to judges .*\nAsk again \(about [^)]*\): invisiblebench (.*)$/m;
    const asks = told.exec(first.stdout);
    judge.end();
    judge.takeLog();
    const again = await runWords(judge, asks?.[2] ?? "");
    expect({ command, ...again }).toMatchObject({ exitCode: 0, stderr: "" });
    expect({ command, asked: judge.takeLog().length }).toEqual({ command, asked: Number(asks?.[1]) });
  }
});

/** A printed command as typed words; it already contains the results folder. */
async function runWords(judge: ServedJudge, line: string) {
  const words = line.split(" ").map((word) => word.replaceAll("'", ""));
  return judge.run(...words.slice(0, words.indexOf("--out")), ...words.slice(words.indexOf("--out") + 2));
}
