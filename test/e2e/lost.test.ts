import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
let calmQuestions: ReadonlySet<string>;

beforeAll(async () => {
  calm = await serveJudge();
  const copy = await serveJudge(calm);
  const result = await copy.run(...SCAN);
  expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  expect(result.stdout).not.toMatch(/Lost:|Ask again:/);
  calmFiles = await results(copy);
  calmQuestions = new Set(copy.takeLog().map(questionOf));
  expect(calmQuestions.size).toBeGreaterThan(50);
  await copy[Symbol.asyncDispose]();
}, 120_000);
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

async function sealOf(judge: ServedJudge): Promise<Seal> {
  return Seal.parse(JSON.parse(await readFile(join(await scanFolder(judge), "seal.json"), "utf8")));
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
  { timeout: 60_000 },
  async ([trouble, requests, cause, words, cache]) => {
    await using judge = await serveJudge(calm);
    judge.begin({ trouble, hits: (number) => number % 9 === 3 });
    const first = await judge.run(...SCAN, cache);
    expect(first.stderr).toBe("");
    expect(first.exitCode).toBe(3);
    const before = judge.takeLog();
    const lost = judge.troubled.length / requests;
    expect(lost).toBeGreaterThan(5);
    const seal = await sealOf(judge);
    expect(seal.lost?.unanswered).toMatchObject({ [cause]: { count: lost } });
    expect(seal.lost?.questions).toBe(before.length - lost * (requests - 1));
    expect(first.stdout).toMatch(words);
    const last = first.stdout.trimEnd().split("\n").slice(-2);
    expect(last[0]).toMatch(new RegExp(`^Lost: ${lost} of ${seal.lost?.questions} questions to judges \\(`));
    expect(last[0]).toContain(`${seal.lost?.open_verdicts} verdict`);
    expect(last[1]).toMatch(
      /^Ask again: invisiblebench scan r .*--judge lab\/judge .* --retry-lost \(about \$0\.\d+\)$/,
    );

    judge.end();
    const second = await judge.run(...SCAN, cache, "--retry-lost");
    expect(second).toMatchObject({ exitCode: 0, stderr: "" });
    expect(second.stdout).not.toMatch(/Lost:|Ask again:/);
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
    expect(await sealOf(judge)).toMatchObject({ repaired: true, lost: { unanswered: {}, open_verdicts: 0 } });

    const third = await judge.run(...SCAN, cache, "--retry-lost");
    expect(third.exitCode).toBe(0);
    expect(judge.takeLog()).toEqual([]);
    const verified = await judge.run("verify", "r");
    expect(verified).toMatchObject({ exitCode: 0 });
  },
);
