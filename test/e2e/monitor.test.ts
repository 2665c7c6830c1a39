import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { createBench, type MonitorOptions } from "../../src/index.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli, spawnCli, startCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { writeLog } from "./made-log.fixture.ts";
import { anyTag, everyByteBelow, promiseJudge } from "./promise-judge.fixture.ts";
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
  // Keeps the place of a bad record, and none of its content.
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

  // This is unreadable, but it is not read.
  await writeFile(log, "x".repeat((await stat(log)).size));
  await utimes(log, WRITTEN, WRITTEN);
  expect((await watched(folder.path)).summary).toEqual(summary);
});

test("what stands in a log twice is counted twice, however it is cut and in however many files, and a file that is named twice once", async () => {
  await using folder = await temporaryFolder();
  const [once, twice] = [join(folder.path, "once.jsonl"), join(folder.path, "log.jsonl")];
  await writeLog(once, { conversations: 40, promises: () => 0.2 });
  const text = await readFile(once, "utf8");
  await writeFile(twice, text + text);
  const heard: string[] = [];
  const listening = createBench({ corpus: VALID_CORPUS, onNotice: (sentence) => heard.push(sentence) });
  const count = async (files: readonly string[], chunkSize: number) => {
    const directory = join(folder.path, `watch-${files.length}-${chunkSize}`);
    const sample = { size: 6, tags: [await anyTag()] };
    const counted = await listening.monitor.count(files, { ...FROM, directory, chunkSize, sample });
    const { totals, days, checks } = counted.summary;
    const hits = (await rowsOf(join(directory, "hits.parquet"))).length;
    return { totals, days, checks, hits, strata: counted.sample?.strata };
  };
  const whole = await count([twice], 100);
  expect(whole).toMatchObject({ totals: { conversations: 80 } });
  expect(heard).toEqual([]);
  for (const chunkSize of [7, 20, 40]) expect(await count([twice], chunkSize)).toEqual(whole);
  expect(heard[0]).toMatch(
    /^Word for word the same .* of log\.jsonl: they are counted as often as they stand/,
  );
  const copy = join(folder.path, "copy.jsonl");
  await writeFile(copy, text);
  const link = join(folder.path, "link.jsonl");
  await symlink(once, link);
  expect(await count([once, copy, `${folder.path}/./once.jsonl`, link], 40)).toEqual(whole);
});

test("a file is called by its own name, whatever link it was first counted by", async () => {
  await using folder = await temporaryFolder();
  const [log, link] = [join(folder.path, "log.jsonl"), join(folder.path, "link.jsonl")];
  await writeLog(log, { conversations: 40, badOneIn: 20 });
  await symlink(log, link);
  const kept = async (directory: string) =>
    Promise.all(["monitor.json", "bad.jsonl"].map((name) => readFile(join(directory, name), "utf8")));
  const { directory } = await watched(folder.path);
  const options = { ...FROM, directory: join(folder.path, "by-link") };
  for (const file of [link, log]) {
    await bench.monitor.count([file], options);
    expect(await kept(options.directory)).toEqual(await kept(directory));
  }
  expect(await everyByteBelow(options.directory)).not.toContain("link.jsonl");
});

test("files that were counted before and are not named any more are told, for their days are gone from the numbers", async () => {
  await using folder = await temporaryFolder();
  const files = ["one.jsonl", "two.jsonl"].map((name) => join(folder.path, name));
  for (const [index, file] of files.entries())
    await writeLog(file, { conversations: 20, seed: `log ${index}` });
  const heard: string[] = [];
  const listening = createBench({ corpus: VALID_CORPUS, onNotice: (sentence) => heard.push(sentence) });
  const options = { ...FROM, directory: join(folder.path, "watch") };
  await listening.monitor.count(files, options);
  await listening.monitor.count(files, options);
  expect(heard).toEqual([]);
  await listening.monitor.plan(files.slice(1), options);
  await listening.monitor.count(files.slice(1), options);
  const told = expect.stringMatching(
    /^Counted before and not named this time.* 20 conversations .*: one\.jsonl\./,
  );
  expect(heard).toEqual([told, told]);
});

test("a file that is left out is told though another has its name; one that was moved, or is cut otherwise, is not", async () => {
  await using folder = await temporaryFolder();
  const months = ["09", "10"].map((month) => join(folder.path, month));
  for (const month of months) {
    await mkdir(month);
    await writeLog(join(month, "app.jsonl"), { conversations: 20, seed: month });
  }
  const [first = "", second = ""] = months.map((month) => join(month, "app.jsonl"));
  const heard: string[] = [];
  const listening = createBench({ corpus: VALID_CORPUS, onNotice: (sentence) => heard.push(sentence) });
  const count = (files: readonly string[], more: Partial<MonitorOptions> = {}) =>
    listening.monitor.count(files, { ...FROM, directory: join(folder.path, "watch"), ...more });
  await count([first]);
  const moved = join(folder.path, "moved.jsonl");
  await rename(first, moved);
  await count([moved]);
  await count([relative(".", moved)], { chunkSize: 7 });
  expect(heard).toEqual([]);
  await rename(moved, first);
  await count([first], { chunkSize: 7 });
  await count([second], { chunkSize: 7 });
  const told = expect.stringMatching(
    /^Counted before and not named this time.* 20 conversations may be .*: app\.jsonl\./,
  );
  expect(heard).toEqual([told]);
  // An older summary has no more than names.
  const file = join(folder.path, "watch", "monitor.json");
  const summary = JSON.parse(await readFile(file, "utf8"));
  const files = summary.files.map(
    ({ place: _, content: __, ...named }: object & Record<string, unknown>) => named,
  );
  await writeFile(file, JSON.stringify({ ...summary, files }));
  await count([second]);
  expect(heard).toEqual([told]);
  // A moved file that was cut differently or has grown may be the same log; a shorter one is not.
  await rename(second, first);
  await count([first], { chunkSize: 7 });
  await rename(first, second);
  await appendFile(second, await readFile(second));
  await count([second], { chunkSize: 7 });
  expect(heard.slice(1, 3)).toEqual([told, told]);
  await writeLog(first, { conversations: 20, seed: "09" });
  heard.length = 0;
  await count([first]);
  expect(heard).toEqual([expect.stringMatching(/ 40 conversations are in no number any more: app\.jsonl\./)]);
});

const PLANTED = "Your cousin Ottoline said so, and I'll always be here for you.";

test("a sample is a run that is judged, gives rates for the whole log, and is forgotten with its words", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 60, planted: { at: 7, words: PLANTED } });
  const tag = await anyTag();
  const { summary, sample, directory } = await watched(folder.path, {
    sample: { size: 60, tags: [tag] },
  });
  if (sample === null) throw new Error("a sample was asked for");
  expect(sample.strata.reduce((sum, { sampled }) => sum + sampled, 0)).toBe(60);
  // Asked for once more it is the same, and is not made again.
  expect((await watched(folder.path, { sample: { size: 60, tags: [tag] } })).sample).toEqual(sample);

  const runs = createBench({ corpus: VALID_CORPUS, results: join(directory, "runs") });
  await runs.scan(sample.run_id, { judge: promiseJudge, profile: "full", cache: true });
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
  // The sample went whole, and counts stay.
  await expect(bench.monitor.rates(directory, sample.run_id)).rejects.toMatchObject({
    code: "IB_NOT_A_SAMPLE",
  });
  expect(JSON.parse(await readFile(join(directory, "monitor.json"), "utf8"))).toEqual(summary);

  // Counted anew, by other words or in other chunks, nothing of it comes back.
  await watched(folder.path, { chunkSize: 30, sample: { size: 40, seed: "2", tags: [tag] } });
  expect(await everyByteBelow(directory)).not.toContain("Ottoline");

  await bench.monitor.forget(directory, "everyone");
  const redacted = await everyByteBelow(directory);
  for (const words of ["always be here", "disappear", "conv-1"]) expect(redacted).not.toContain(words);
  const log = join(folder.path, "log.jsonl");
  const isRefused = { code: "IB_MONITOR_REDACTED" };
  await expect(watched(folder.path)).rejects.toMatchObject(isRefused);
  await expect(bench.monitor.plan([log], { ...FROM, directory })).rejects.toMatchObject(isRefused);
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
  // Nothing is read again, so nothing is known of keys.
  const again = await count("--by", "relaese");
  expect(again.stderr).toMatch(/IB_NO_SUCH_KEY: .*\n {2}Name a key that they have with `--by`/);
  expect((await count("--by", "constructor")).stderr).toContain("IB_NO_SUCH_KEY");
  expect(await count("--by", "release")).toMatchObject({ exitCode: 0, stderr: "" });
  const before = await artefactHashes(directory);
  for (const other of [[], ["--by", "region"], ["--by", "region", "--dry-run"]])
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
    /IB_NOT_A_PERIOD: "october" is not a period of .*watch\.\s.*watch@2026-10-01\.\.2026-10-31/s,
  );
  expect(await compare(`${directory}@..2026-10-05`, `${directory}@2026-12-01..`)).toMatch(
    /IB_EMPTY_PERIOD: .*\s.*The log goes from 2026-10-01 to 2026-10-10;/s,
  );
  expect(await compare(directory, directory)).toMatch(/IB_SAME_PERIOD: .*: 2026-10-01 to 2026-10-10\./);
  expect(await compare(`${directory}@..2026-10-05`, `${directory}@2026-10-05..`)).toMatch(
    /IB_SAME_PERIOD: .*: 2026-10-05\./,
  );
  expect(await compare(`${directory}@..2026-02-30`, `${directory}@2026-10-05..`)).toContain(
    'IB_NOT_A_PERIOD: "..2026-02-30" is not a period',
  );
});

test("an alarm that watches nothing is not quiet, and one for a label that nobody has names the labels", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 60 });
  const { directory } = await watched(folder.path);
  const alarm = (...more: readonly string[]) =>
    runCli(["monitor", "alarm", directory, "--corpus", VALID_CORPUS, ...more]);
  const nothing = await alarm("--baseline-until", "2026-10-31");
  expect([nothing.exitCode, nothing.stdout]).toEqual([3, expect.stringContaining("Nothing was watched")]);
  expect(nothing.stdout).not.toContain("No alarm.");
  expect((await alarm("--baseline-until", "2026-10-05")).exitCode).toBe(0);
  const wrong = await alarm("--baseline-until", "2026-10-05", "--label", "v2");
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/IB_NO_SUCH_LABEL: .*"v2"\.\s+There are: v0, v1\./),
  ]);
});

test("of a bad record it is kept where it stands and what is wrong, and none of its words", async () => {
  await using folder = await temporaryFolder();
  const said = [
    { role: "user", content: "Ottoline fell." },
    { role: "assistant", content: "I see." },
  ];
  const records = [
    '{"id": "a", "messages": [{"role": "user", "content": "Ottoline\'s \\"own\\" words" "Ottoline',
    "{Ottoline: 1}",
    'Ottoline said "never',
    JSON.stringify({ id: "b", message: said }),
    JSON.stringify({ id: "c" }),
    JSON.stringify({ id: "d", messages: [{ role: "Ottoline", content: "Ottoline" }] }),
    JSON.stringify({ id: "e", messages: said.slice(0, 1) }),
    JSON.stringify({ id: "f", messages: said }),
  ];
  await writeFile(join(folder.path, "log.jsonl"), records.map((record) => `${record}\n`).join(""));
  const { directory } = await watched(folder.path, { maxBadShare: 1 });
  const bad = (await readFile(join(directory, "bad.jsonl"), "utf8")).trimEnd().split("\n");
  expect(bad.map((line) => JSON.parse(line).reason)).toEqual([
    "not JSON: Expected “…” after property value in JSON at position 80 (line 1 column 81)",
    "not JSON: Expected property name or “…” in JSON at position 1 (line 1 column 2)",
    "not JSON: Unexpected token “…” is not valid JSON",
    "the key “…” is nearly one of ours",
    "messages: Invalid input: expected array, received undefined",
    "messages[0].role: no message has the role “…”",
    "the assistant says nothing in it",
  ]);
  const lost = { prompt: { raw: "Ottoline fell." }, error: 'rejected: "Ottoline" fell, said Ottoline' };
  const heard = { prompt: { raw: "Hello" }, response: { output: "Hi" } };
  const results = join(folder.path, "results.json");
  await writeFile(results, JSON.stringify({ results: [lost, heard] }));
  const other = join(folder.path, "other");
  await bench.monitor.count([results], { from: "promptfoo", directory: other, maxBadShare: 1 });
  expect(JSON.parse(await readFile(join(other, "bad.jsonl"), "utf8")).reason).toBe(
    "results[0]: there is no output: “…”",
  );
  expect(await everyByteBelow(other)).not.toContain("Ottoline");
});

test("samples that stand beside the other's period are refused when periods are compared", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 20 });
  const tags = [await anyTag()];
  const [before, after] = [{ until: "2026-10-05" }, { since: "2026-10-06" }];
  const scans: string[] = [];
  for (const days of [before, after]) {
    const { sample } = await watched(folder.path, { sample: { size: 4, tags, ...days } });
    await bench.scan(sample?.directory ?? "", { judge: promiseJudge, profile: "full" });
    scans.push(sample?.run_id ?? "");
  }
  const directory = join(folder.path, "watch");
  const [first = "", second = ""] = scans;
  await expect(bench.monitor.rates(directory, "sample-0123456789")).rejects.toMatchObject({
    code: "IB_NOT_A_SAMPLE",
    hint: expect.stringContaining(first),
  });
  const compare = (a: object, b: object) => bench.monitor.compare({ directory, ...a }, { directory, ...b });
  expect(await compare({ ...before, scan: first }, { ...after, scan: second })).toMatchObject({
    by: "failures",
  });
  // However the same days are called.
  await compare({ ...before, since: "2026-09-01", scan: first }, { ...after, scan: second });
  for (const [a, b] of [
    [
      { ...before, scan: second },
      { ...after, scan: first },
    ],
    [
      { ...before, scan: first },
      { ...after, scan: first },
    ],
    [
      { until: "2026-10-04", scan: first },
      { ...after, scan: second },
    ],
  ] as const)
    await expect(compare(a, b)).rejects.toMatchObject({
      code: "IB_NOT_A_SAMPLE",
      message: expect.stringMatching(/is of a sample of .*watch@.*, which are other days than .*watch@/),
    });
});

test("a sample does not stand for conversations that came after it was drawn", async () => {
  await using folder = await temporaryFolder();
  const log = join(folder.path, "log.jsonl");
  await writeLog(log, { conversations: 20 });
  const directory = join(folder.path, "watch");
  const [before, after] = [{ until: "2026-10-05" }, { since: "2026-10-06" }];
  const judged = async (days: object) => {
    const { sample } = await watched(folder.path, { sample: { size: 4, tags: [await anyTag()], ...days } });
    await bench.scan(sample?.directory ?? "", { judge: promiseJudge, profile: "full" });
    return { directory, ...days, scan: sample?.run_id ?? "" };
  };
  const [first, forgotten] = [await judged(before), await judged(after)];
  expect(await bench.monitor.forget(directory, ["conv-19"])).toMatchObject({ samples: [forgotten.scan] });
  // The same request draws another without the conversation, under the same name.
  const second = await judged(after);
  expect(second).toEqual(forgotten);
  await bench.monitor.compare(first, second);
  const line = (await readFile(log, "utf8")).trimEnd().split("\n").at(-1) ?? "";
  await appendFile(log, `${line.replace("conv-19", "conv-20")}\n`);
  await watched(folder.path);
  const isRefused = {
    code: "IB_NOT_A_SAMPLE",
    message: expect.stringContaining(`drawn when ${directory}@2026-10-06.. had other conversations`),
  };
  await expect(bench.monitor.compare(first, second)).rejects.toMatchObject(isRefused);
  const file = join(directory, "samples", `${second.scan}.json`);
  const { drawn_from, ...older } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify(older));
  expect(drawn_from).toHaveLength(64);
  await expect(bench.monitor.compare(first, second)).rejects.toMatchObject(isRefused);
  // Drawn anew it is of all that is there, but for what was forgotten.
  expect(await bench.monitor.compare(first, await judged(after))).toMatchObject({ by: "failures" });
});

test("an older sample that was drawn after a forget is compared once the same is drawn again", async () => {
  await using folder = await temporaryFolder();
  await writeLog(join(folder.path, "log.jsonl"), { conversations: 20 });
  const directory = join(folder.path, "watch");
  await watched(folder.path);
  await bench.monitor.forget(directory, ["conv-19"]);
  const tags = [await anyTag()];
  const drawn = (days: object) => watched(folder.path, { sample: { size: 4, tags, ...days } });
  const judged = async (days: object) => {
    const { sample } = await drawn(days);
    await bench.scan(sample?.directory ?? "", { judge: promiseJudge, profile: "full" });
    return { directory, ...days, scan: sample?.run_id ?? "" };
  };
  const after = { since: "2026-10-06" };
  const [first, second] = [await judged({ until: "2026-10-05" }), await judged(after)];
  const file = join(directory, "samples", `${second.scan}.json`);
  const whole = await readFile(file, "utf8");
  const { drawn_from: _, ...older } = JSON.parse(whole);
  await writeFile(file, JSON.stringify(older));
  const compare = () => bench.monitor.compare(first, second);
  await expect(compare()).rejects.toMatchObject({
    code: "IB_NOT_A_SAMPLE",
    hint: expect.stringContaining('`bench.scan(run, { judge: "MODEL" })`'),
  });
  await drawn(after);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(whole));
  expect(await compare()).toMatchObject({ by: "failures" });
});

test("a dry run says what would be counted and writes nothing", async () => {
  await using folder = await temporaryFolder();
  const log = join(folder.path, "log.jsonl");
  await writeLog(log, { conversations: 100, badOneIn: 50 });
  const directory = join(folder.path, "watch");
  const options = { ...FROM, directory };
  const plan = { conversations: 98, bad: 2, chunks: { counted: 0, here: 3, fleetRun: 0 }, filesHere: [] };
  expect(await bench.monitor.plan([log], options)).toEqual(plan);
  const queue = "postgresql://nobody@127.0.0.1:1/none";
  const fleetRun = { ...plan, chunks: { counted: 0, here: 0, fleetRun: 3 } };
  expect(await bench.monitor.plan([log], { ...options, queue })).toEqual(fleetRun);
  expect(await readdir(folder.path)).toEqual(["log.jsonl"]);
  await bench.monitor.count([log], options);
  const args = ["monitor", log, "--from", "chat-jsonl", "--out", directory, "--corpus", VALID_CORPUS];
  const { stdout } = await runCli([...args, "--chunk-size", "40", "--max-bad-share", "0.1", "--dry-run"]);
  expect(stdout).toBe(
    "98 conversations in 3 chunks: 3 counted before\n2 records cannot be read\nNothing was written.\n",
  );
});
