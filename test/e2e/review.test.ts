import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, createBench } from "../../src/index.ts";
import { ReviewItem } from "../../src/schema/review/review-batch.ts";
import { ReviewKey } from "../../src/schema/review/review-key.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import type { TemporaryFolder } from "./temporary-folder.fixture.ts";

const repository = join(import.meta.dirname, "../..");
const { signal } = new AbortController();
let run: TemporaryFolder;
let bench: Bench;
beforeAll(async () => {
  run = await evaluatedRun();
  bench = createBench({ results: run.path });
});
afterAll(() => run[Symbol.asyncDispose]());

type Draw = Parameters<Bench["review"]["export"]>[1];

/** A batch of the safety checks, in a folder of its own. */
async function exported(name: string, draw: Partial<Draw> = { perStratum: 2 }): Promise<string> {
  const directory = join(run.path, "reviews", name);
  await bench.review.export("all", { checks: ["IB-A*"], directory, signal, ...draw });
  return directory;
}

/** The output of `review serve` until it is ready, and its exit code after Ctrl-C. */
async function served(...args: readonly string[]): Promise<{ stdout: string; exitCode: unknown }> {
  const child = spawn(
    process.execPath,
    [join(repository, "bin/invisiblebench.js"), "review", "serve", ...args],
    {
      cwd: run.path,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = once(child, "exit");
  let stdout = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    stdout += text;
    if (stdout.includes("Ctrl-C ends it.")) child.kill("SIGINT");
  }
  const [exitCode] = await exited;
  return { stdout, exitCode };
}

async function readKeyOf(batch: string): Promise<ReviewKey> {
  return ReviewKey.parse(JSON.parse(await readFile(`${batch}.key.json`, "utf8")));
}

test("what was not drawn is told, with the draw that leaves nothing of a check out", async () => {
  const argv = ["review", "export", join(run.path, "all"), "--check", "IB-A1", "--out"];
  const few = await succeed(...argv, join(run.path, "reviews/few"), "--per-stratum", "1");
  const [, verdicts = ""] = /drawn from (\d+) verdicts\.$/m.exec(few) ?? [];
  expect(few).toMatch(new RegExp(`^\\d+ of them were not drawn\\. .* --per-check ${verdicts}\\.$`, "m"));
  const all = await succeed(...argv, join(run.path, "reviews/all"), "--per-check", verdicts);
  expect(all).toContain(`${verdicts} items on 1 check, drawn from ${verdicts} verdicts.\nBatch:`);
});

test("a batch is drawn by check and verdict, and the same seed draws the same bytes", async () => {
  const first = await exported("first");
  const again = await exported("again");
  const other = await exported("other", { perStratum: 2, seed: 7 });
  const read = (batch: string) => readFile(join(batch, "items.jsonl"), "utf8");
  expect(await read(again)).toBe(await read(first));
  expect(await read(other)).not.toBe(await read(first));
  const strata = Map.groupBy((await readKeyOf(first)).items, ({ axis, verdict }) => `${axis} ${verdict}`);
  for (const [, drawn] of strata) {
    expect(drawn.length).toBeLessThanOrEqual(2);
    expect(new Set(drawn.map(({ stratum_sample }) => stratum_sample))).toEqual(new Set([drawn.length]));
  }
  expect([...strata.keys()].some((stratum) => stratum.endsWith("FAIL"))).toBe(true);
});

test("neither verdict, vote, model nor conversation can be read from a batch", async () => {
  const batch = await exported("blind");
  const items = await readFile(join(batch, "items.jsonl"), "utf8");
  const text = items + (await readFile(join(batch, "batch.json"), "utf8"));
  expect(text).not.toMatch(
    /sim__|sim\/|\.r1|"verdict"|"votes?"|"severity"|stratum|safety_crisis|continuity_trust/,
  );
  const [line = ""] = items.split("\n");
  expect(Object.keys(ReviewItem.parse(JSON.parse(line)))).toEqual([
    "item",
    "axis",
    "question",
    "pass_rule",
    "fail_rule",
    "not_a_failure",
    "windows",
  ]);
});

test("a random sample of each check can be drawn instead", async () => {
  const key = await readKeyOf(await exported("random", { perCheck: 3 }));
  expect(key).toMatchObject({ per_stratum: null, per_check: 3 });
  expect(key.items.every(({ stratum }) => stratum === "check")).toBe(true);
});

test("`review serve` prints a link for each annotator, and Ctrl-C ends it well", async () => {
  const { stdout, exitCode } = await served(await exported("served"), "--annotators", "anna, ben");
  expect(stdout).toMatch(/anna {2}http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{24}\n {2}ben {3}http/);
  expect(stdout).toContain("Only this machine can reach this.");
  expect(exitCode).toBe(0);
});

test("beyond loopback it says what that means", async () => {
  const { stdout } = await served(await exported("open"), "--host", "0.0.0.0");
  expect(stdout).toContain("Other machines can reach this. A link's token is all that is asked for");
  expect(stdout).toContain("Nothing is encrypted on the way");
});

test("a batch that was changed is neither served, adjudicated nor merged", async () => {
  const batch = await exported("changed");
  const path = join(batch, "items.jsonl");
  await writeFile(path, (await readFile(path, "utf8")).replace("assistant", "user"));
  const refused = { code: "IB_REVIEW_BATCH_CHANGED", exitCode: 2 };
  await expect(bench.review.serve(batch, { mode: "label", signal })).rejects.toMatchObject(refused);
  await expect(bench.review.serve(batch, { mode: "adjudicate", signal })).rejects.toMatchObject(refused);
  await expect(bench.review.merge(batch, {})).rejects.toMatchObject(refused);
});

test.each([
  ["a name that cannot be a file's", ["Ben B"]],
  ["a name given twice", ["ben", "ben"]],
  ["the name of what is adjudicated", ["adjudicated"]],
])("%s is refused", async (_what, annotators) => {
  const batch = await exported("names");
  await expect(bench.review.serve(batch, { mode: "label", annotators, signal })).rejects.toMatchObject({
    code: "IB_BAD_ANNOTATOR",
  });
});

test("nothing to review, nothing to adjudicate and no batch are said", async () => {
  const batch = await exported("nothing");
  await expect(bench.review.serve(batch, { mode: "adjudicate", signal })).rejects.toMatchObject({
    code: "IB_NOTHING_TO_ADJUDICATE",
  });
  await expect(bench.review.serve(run.path, { mode: "label", signal })).rejects.toMatchObject({
    code: "IB_NO_SUCH_BATCH",
  });
  await expect(exported("none", { checks: ["IB-A6"] })).rejects.toMatchObject({
    code: "IB_NOTHING_TO_REVIEW",
  });
  await expect(exported("none", { checks: ["IB-Z*"] })).rejects.toMatchObject({ code: "IB_UNKNOWN_CHECK" });
  await expect(exported("none", { perStratum: 2, perCheck: 2 })).rejects.toMatchObject({
    code: "IB_TWO_DRAWS",
  });
  await expect(exported("nothing", { seed: 9 })).rejects.toMatchObject({ code: "IB_REVIEW_EXISTS" });
});

test("another draw of the same items is not written over the first", async () => {
  const batch = await exported("drawn", { perStratum: 1000 });
  const before = await readKeyOf(batch);
  await exported("drawn", { perStratum: 1000 });
  await expect(exported("drawn", { perCheck: 1000 })).rejects.toMatchObject({ code: "IB_REVIEW_EXISTS" });
  expect(await readKeyOf(batch)).toEqual(before);
});

test("a merge without labels says that there is nothing to compare yet", async () => {
  expect(await succeed("review", "merge", await exported("empty"))).toContain("No item has two labels yet");
});

// The last one: it takes the words of the run that all of these share.
test("a batch is deleted with its run, with its key and its labels", async () => {
  const batch = await exported("deleted", { perStratum: 1 });
  await bench.review.merge(batch);
  const { reviews } = await bench.runs.delete("all");
  expect(reviews).toBeGreaterThan(0);
  const left = (await readdir(dirname(batch))).filter((name) => name.startsWith(basename(batch)));
  expect(left).toEqual([]);
  await expect(bench.review.serve(batch)).rejects.toMatchObject({ code: "IB_NO_SUCH_BATCH" });
});
