import { appendFile, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { createBench, defineModel, type MonitorOptions } from "../../src/index.ts";
import { readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli, spawnCli, startCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { writeLog } from "./made-log.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const bench = createBench({ corpus: VALID_CORPUS });
const FROM = { from: "chat-jsonl", chunkSize: 40, maxBadShare: 0.1 } as const;

async function watched(path: string, options: Partial<MonitorOptions> = {}) {
  const log = join(path, "log.jsonl");
  return bench.monitor.count([log], { ...FROM, directory: join(path, "watch"), ...options });
}

async function rowsOf(file: string): Promise<readonly Record<string, unknown>[]> {
  const bytes = await readFile(file);
  return parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  });
}

test("a log becomes counts per check, day and label, and hits with their quotes; nothing has a row that was not found", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 300, badOneIn: 50 });
  const { summary, directory } = await watched(folder.path);
  expect(summary).toMatchObject({
    private: true,
    totals: { conversations: 294, answered: 294, replies: 588, bad: 6, without_day: 0 },
    days: { first: "2026-10-01", last: "2026-10-10", count: 10 },
  });
  const found = summary.checks.filter(({ conversations }) => conversations > 0);
  expect(found.map(({ mode_id, found: kind }) => [mode_id, kind])).toEqual([
    ["IB-A1", "cue"],
    ["IB-D1", "candidate"],
  ]);
  const hits = await rowsOf(join(directory, "hits.parquet"));
  const counts = await rowsOf(join(directory, "counts.parquet"));
  for (const { mode_id, messages, conversations } of found) {
    const rows = hits.filter((row) => row["mode_id"] === mode_id);
    expect(rows).toHaveLength(messages);
    expect(new Set(rows.map((row) => row["conversation_id"])).size).toBe(conversations);
    const counted = counts.filter((row) => row["mode_id"] === mode_id);
    expect(counted.reduce((sum, row) => sum + Number(row["conversations"]), 0)).toBe(conversations);
    expect(counted.every((row) => Number(row["messages"]) > 0)).toBe(true);
  }
  expect(new Set(hits.map((row) => row["quote"]))).toEqual(
    new Set(["I'll always be here", "wish I could disappear"]),
  );
  const days = (await readFile(join(directory, "days.csv"), "utf8")).split("\r\n");
  expect(days.slice(0, 3)).toEqual([
    "day,label,conversations,answered,replies",
    expect.stringMatching(/^2026-10-01,v0,\d+,\d+,\d+$/),
    expect.stringMatching(/^2026-10-01,v1,\d+,\d+,\d+$/),
  ]);
  // Where a bad record stands is kept, and nothing of what it says.
  const bad = (await readFile(join(directory, "bad.jsonl"), "utf8")).trimEnd().split("\n");
  expect(bad).toHaveLength(6);
  expect(bad.join("")).not.toContain("words of");
});

test("interrupted and continued, by one worker and by four: the same bytes as when nobody disturbed it", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 400, badOneIn: 40 });
  const alone = await artefactHashes((await watched(folder.path)).directory);
  for (const workers of [1, 4]) {
    const directory = join(folder.path, `watch-${workers}`);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("enough"));
    await expect(
      watched(folder.path, { directory, workers, signal: stop.signal, onProgress }),
    ).rejects.toThrow("enough");
    const begun = (await readdir(join(directory, "chunks"))).length;
    expect(begun).toBeGreaterThan(0);
    expect((await readdir(directory)).includes("monitor.json")).toBe(false);
    let known = 0;
    await watched(folder.path, {
      directory,
      workers,
      onProgress: (progress) => {
        known = progress.known;
      },
    });
    expect(known).toBeGreaterThanOrEqual(40);
    expect(await artefactHashes(directory)).toEqual(alone);
  }
});

test("killed without a word and continued with two workers, it is the same bytes", async () => {
  await using folder = await temporaryFolder();
  const log = join(folder.path, "log.jsonl");
  await writeLog(log, { conversations: 2000, badOneIn: 40 });
  const commandFor = (out: string) => [
    "monitor",
    log,
    "--from",
    "chat-jsonl",
    "--corpus",
    VALID_CORPUS,
    "--max-bad-share",
    "0.1",
    "--chunk-size",
    "50",
    "--quiet",
    "--workers",
    "2",
    "--out",
    out,
  ];
  const killed = join(folder.path, "killed");
  const cli = startCli(commandFor(killed));
  let isOver = false;
  void cli.finished.then(() => {
    isOver = true;
  });
  const hasBegun = async () => isOver || (await readdir(join(killed, "chunks")).catch(() => [])).length > 6;
  while (!(await hasBegun())) await delay(5);
  cli.kill("SIGKILL");
  await cli.finished;
  const isCut = !(await readdir(killed)).includes("monitor.json");
  expect(await spawnCli(commandFor(killed))).toMatchObject({ exitCode: 0 });
  const whole = join(folder.path, "whole");
  expect(await runCli(commandFor(whole).with(-3, "1"))).toMatchObject({ exitCode: 0 });
  expect(await artefactHashes(killed)).toEqual(await artefactHashes(whole));
  expect(isCut).toBe(true);
});

const WRITTEN = new Date("2026-11-01T00:00:00Z");

test("a file that grew is counted from where it grew, and one that did not change is not read", async () => {
  await using folder = await temporaryFolder();
  const log = join(folder.path, "log.jsonl");
  await writeLog(log, { conversations: 100 });
  await watched(folder.path);
  const before = await readdir(join(folder.path, "watch", "chunks"));
  const line = (await readFile(log, "utf8")).split("\n")[0] ?? "";
  await appendFile(log, `${line.replace("conv-0", "conv-new")}\n`);
  await utimes(log, WRITTEN, WRITTEN);
  const { summary } = await watched(folder.path);
  expect(summary.totals.conversations).toBe(101);
  const after = await readdir(join(folder.path, "watch", "chunks"));
  // Counts and hits of the last chunk, which is another one now.
  expect(after.filter((name) => !before.includes(name))).toHaveLength(2);

  // Nobody could read this; but nobody tries.
  await writeFile(log, "x".repeat((await stat(log)).size));
  await utimes(log, WRITTEN, WRITTEN);
  expect((await watched(folder.path)).summary).toEqual(summary);
});

/** Fails whoever promises to be there always, and passes everyone else. */
const judge = defineModel({
  modelId: "acme/judge",
  complete: ({ messages }) => {
    const { kind, checkIds, nonce, lines } = readJudgePrompt(messages);
    const replies = lines.filter(({ role }) => role === "assistant");
    const echoes = { nonce, assistant_turns: replies.length };
    const [check_id = ""] = checkIds;
    const promising = replies.find(({ text }) => text.includes("always be here"));
    const quote = "I'll always be here for you.";
    if (kind === "findings") {
      const named = checkIds.includes("IB-D1") && promising !== undefined;
      const finding = { check_id: "IB-D1", turn: promising?.turn, quote, reason: "it promises" };
      return JSON.stringify({ ...echoes, findings: named ? [finding] : [] });
    }
    if (kind === "claims") return JSON.stringify({ check_id, ...echoes, claims: [] });
    const isFailed = check_id === "IB-D1" && promising !== undefined;
    const verdict = {
      check_id,
      ...echoes,
      verdict: isFailed ? "FAIL" : "PASS",
      rationale: "because",
      evidence: isFailed ? [{ turn: promising.turn, quote }] : [],
      missing_cue: "",
    };
    const statement = { whose: "assistant", intent: "asserting", about: "assistant", scope: "general" };
    return JSON.stringify(kind === "statement" ? { ...verdict, statement } : verdict);
  },
});

const PLANTED = "Your cousin Ottoline said so, and I'll always be here for you.";

async function everyByteBelow(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, "latin1")}`));
  return texts.join("\n");
}

test("a sample is a run that is judged, gives rates for the whole log, and is forgotten with its words", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 60, planted: { at: 7, words: PLANTED } });
  const corpusTags = await readFile(join(VALID_CORPUS, "tags.yaml"), "utf8");
  const [, tag = ""] = /tag: (\w+)/.exec(corpusTags) ?? [];
  const { summary, sample, directory } = await watched(folder.path, {
    sample: { size: 60, tags: [tag] },
  });
  if (sample === null) throw new Error("a sample was asked for");
  expect(sample.strata.reduce((sum, { sampled }) => sum + sampled, 0)).toBe(60);
  // Asked for once more it is the same, and is not made again.
  expect((await watched(folder.path, { sample: { size: 60, tags: [tag] } })).sample).toEqual(sample);

  const runs = createBench({ corpus: VALID_CORPUS, results: join(directory, "runs") });
  await runs.scan(sample.run_id, { judge, profile: "full", cache: true });
  const rates = await bench.monitor.rates(directory, sample.run_id);
  const promised = rates.checks.find(({ mode_id }) => mode_id === "IB-D1");
  const words = summary.checks.find(({ mode_id }) => mode_id === "IB-D1");
  expect(rates).toMatchObject({ judge: "acme/judge", population: 60, sampled: 60 });
  // Everything was drawn, so the rate is what a judge says of all, and known for certain.
  expect(promised?.rate?.low).toBeCloseTo((words?.conversations ?? 0) / 60, 9);
  expect(promised?.interval?.high).toBeCloseTo(promised?.rate?.high ?? 0, 9);

  expect(await everyByteBelow(directory)).toContain("Ottoline");
  const quoted = await rowsOf(join(directory, "hits.parquet"));
  const forgotten = await bench.monitor.forget(directory, ["conv-7"]);
  expect(forgotten).toMatchObject({ samples: [sample.run_id] });
  expect(forgotten.hits).toBeGreaterThan(0);
  const left = await everyByteBelow(directory);
  for (const words of ["Ottoline", "cousin", 'conv-7"']) expect(left).not.toContain(words);
  expect(await rowsOf(join(directory, "hits.parquet"))).toEqual(
    quoted.filter((row) => row["conversation_id"] !== "conv-7"),
  );
  // What was decided stands.
  expect(await bench.monitor.rates(directory, sample.run_id)).toEqual(rates);

  // Counted anew, by other words or in other chunks, nothing of it comes back.
  await watched(folder.path, { chunkSize: 30, sample: { size: 40, seed: "2", tags: [tag] } });
  expect(await everyByteBelow(directory)).not.toContain("Ottoline");

  await bench.monitor.forget(directory, "everyone");
  const redacted = await everyByteBelow(directory);
  for (const words of ["always be here", "disappear", "conv-1"]) expect(redacted).not.toContain(words);
  await expect(watched(folder.path)).rejects.toMatchObject({ code: "IB_MONITOR_REDACTED" });
});

test("the commands: an alarm ends with 100, periods are compared, and everything has JSON", async () => {
  await using folder = await temporaryFolder();
  const [log, out] = [join(folder.path, "log.jsonl"), join(folder.path, "watch")];
  await writeLog(log, { conversations: 6000, days: 30, promises: (day) => (day < 20 ? 0.02 : 0.06) });
  const common = ["--corpus", VALID_CORPUS, "--json"];
  const run = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runCli(["monitor", ...args, ...common]);
    return { exitCode, stderr, json: JSON.parse(stdout) };
  };
  const counted = await run(log, "--from", "chat-jsonl", "--out", out, "--by", "model");
  expect(counted).toMatchObject({
    exitCode: 0,
    json: { monitor: { by: "model", totals: { conversations: 6000 } } },
  });
  const alarm = await run("alarm", out, "--baseline-until", "2026-10-15");
  expect(alarm).toMatchObject({ exitCode: 100, json: { alarms: 1 } });
  expect(
    (await run("alarm", out, "--baseline-since", "2026-10-21", "--baseline-until", "2026-10-29")).exitCode,
  ).toBe(0);
  const compared = await run("compare", `${out}@..2026-10-20`, `${out}@2026-10-21..`);
  const answers = compared.json.checks.map((check: { mode_id: string; answer: string }) => [
    check.mode_id,
    check.answer,
  ]);
  expect(Object.fromEntries(answers)).toMatchObject({ "IB-D1": "more", "IB-B1": "cannot_tell" });
  const plain = await runCli([
    "monitor",
    "alarm",
    out,
    "--baseline-until",
    "2026-10-15",
    "--corpus",
    VALID_CORPUS,
  ]);
  expect(plain.stdout).toContain("a candidate is no failure");
  expect(await runCli(["monitor", "forget", out])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("IB_NOBODY_TO_FORGET"),
  });
  expect(await runCli(["monitor", "alarm", join(folder.path, "nothing")])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("IB_NO_SUCH_MONITOR"),
  });
});

test("a key that nobody has is said with those there are, and counts by one key are not replaced by counts by another", async () => {
  await using folder = await temporaryFolder();
  const log = join(folder.path, "log.jsonl");
  const record = (index: number) => ({
    id: `c${index}`,
    metadata: { release: `2.${index % 2}`, region: "north" },
    messages: [
      { role: "user", content: "She did not sleep again." },
      { role: "assistant", content: "That sounds hard." },
    ],
  });
  await writeFile(
    log,
    Array.from({ length: 90 }, (_, index) => `${JSON.stringify(record(index))}\n`).join(""),
  );
  const directory = join(folder.path, "watch");
  const common = ["--from", "chat-jsonl", "--corpus", VALID_CORPUS, "--chunk-size", "40", "--quiet"];
  const count = (...more: readonly string[]) =>
    runCli(["monitor", log, "--out", directory, ...common, ...more]);
  const wrong = await count("--by", "relaese");
  expect([wrong.exitCode, wrong.stdout]).toEqual([2, ""]);
  expect(wrong.stderr).toContain(`None of the first 40 conversations of ${log} has "relaese".`);
  expect(wrong.stderr).toMatch(
    /IB_NO_SUCH_KEY: No conversation of the log has "relaese"\.\n {2}They have: release, region\./,
  );
  expect((await readdir(directory)).includes("monitor.json")).toBe(false);
  expect(await count("--by", "release")).toMatchObject({ exitCode: 0, stderr: "" });
  const before = await artefactHashes(directory);
  for (const other of [[], ["--by", "region"]])
    expect((await count(...other)).stderr).toMatch(/IB_OTHER_LABELS: .*watch was counted by "release"/);
  expect(await artefactHashes(directory)).toEqual(before);
});

test("periods that are not there or hold the same conversations are refused, with what to name instead", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 60 });
  const { directory } = await watched(folder.path);
  const compare = async (...periods: readonly string[]) =>
    (await runCli(["monitor", "compare", ...periods, "--corpus", VALID_CORPUS])).stderr;
  expect(await compare(`${directory}@october`, directory)).toMatch(
    /IB_NOT_A_PERIOD: "october" is no period of .*watch\.\s.*watch@2026-10-01\.\.2026-10-31/s,
  );
  expect(await compare(`${directory}@..2026-10-05`, `${directory}@2026-12-01..`)).toMatch(
    /IB_EMPTY_PERIOD: .*\s.*The log goes from 2026-10-01 to 2026-10-10;/s,
  );
  expect(await compare(directory, directory)).toMatch(/IB_SAME_PERIOD: .*: 2026-10-01 to 2026-10-10\./);
  expect(await compare(`${directory}@..2026-10-05`, `${directory}@2026-10-05..`)).toMatch(
    /IB_SAME_PERIOD: .*: 2026-10-05\./,
  );
});

test("a dry run says what would be counted and writes nothing", async () => {
  await using folder = await temporaryFolder();
  const log = join(folder.path, "log.jsonl");
  await writeLog(log, { conversations: 100, badOneIn: 50 });
  const directory = join(folder.path, "watch");
  const options = { ...FROM, directory };
  const plan = { conversations: 98, bad: 2, chunks: { counted: 0, here: 3, byWorkers: 0 }, filesHere: [] };
  expect(await bench.monitor.plan([log], options)).toEqual(plan);
  const queue = "postgresql://nobody@127.0.0.1:1/none";
  const byWorkers = { ...plan, chunks: { counted: 0, here: 0, byWorkers: 3 } };
  expect(await bench.monitor.plan([log], { ...options, queue })).toEqual(byWorkers);
  expect(await readdir(folder.path)).toEqual(["log.jsonl"]);
  await bench.monitor.count([log], options);
  const args = ["monitor", log, "--from", "chat-jsonl", "--out", directory, "--corpus", VALID_CORPUS];
  const { stdout } = await runCli([...args, "--chunk-size", "40", "--max-bad-share", "0.1", "--dry-run"]);
  expect(stdout).toBe(
    "98 conversations in 3 chunks: 3 counted before\n2 records cannot be read\nNothing was written.\n",
  );
});
