import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { runCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { writeLog } from "./made-log.fixture.ts";
import { anyTag, everyByteBelow, promiseJudge } from "./promise-judge.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** A judged sample of a log; the replies are in the cache of the results folder that the scan was started from. */
async function judgedSample(path: string) {
  const bench = createBench({ corpus: VALID_CORPUS, results: join(path, "results") });
  const log = join(path, "log.jsonl");
  await writeLog(log, { conversations: 6 });
  const { sample, directory } = await bench.monitor.count([log], {
    from: "chat-jsonl",
    directory: join(path, "watch"),
    sample: { size: 6, tags: [await anyTag()] },
  });
  if (sample === null) throw new Error("a sample was asked for");
  const scan = await bench.scan(sample.directory, { judge: promiseJudge, profile: "full" });
  // A model of one's own is never cached: what it said is put where the scan would have kept it.
  const cache = join(path, "results", ".cache", "0a");
  await mkdir(cache, { recursive: true });
  const journal = await readFile(join(scan.directory, "journal.jsonl"), "utf8");
  const replies = journal
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === "replied");
  for (const [index, { content }] of replies.entries())
    await writeFile(join(cache, `${index}.json`), JSON.stringify({ content }));
  await writeFile(join(cache, "other.json"), JSON.stringify({ content: "of another run" }));
  return { bench, directory, sample, cached: () => readdir(cache) };
}

test.each([
  ["monitor forget of a conversation", ({ bench, directory }) => bench.monitor.forget(directory, ["conv-1"])],
  ["monitor forget of everyone", ({ bench, directory }) => bench.monitor.forget(directory, "everyone")],
  ["runs delete", ({ bench, sample }) => bench.runs.delete(sample.directory)],
] satisfies [string, (judged: Awaited<ReturnType<typeof judgedSample>>) => Promise<unknown>][])(
  "%s reaches the replies about a sample in the cache of the results folder, where its scan kept them",
  async (_, remove) => {
    await using folder = await temporaryFolder();
    const judged = await judgedSample(folder.path);
    expect((await judged.cached()).length).toBeGreaterThan(1);
    await remove(judged);
    expect(await judged.cached()).toEqual(["other.json"]);
  },
);

test("a sample whose deletion was cut short is gone after the next forget, whoever it is of", async () => {
  await using folder = await temporaryFolder();
  const { bench, directory, sample } = await judgedSample(folder.path);
  await rename(sample.directory, join(directory, "runs", `.deleted.${sample.run_id}.0123456789ab`));
  expect(await bench.monitor.forget(directory, ["conv-1"])).toMatchObject({ samples: [] });
  expect(await readdir(join(directory, "runs"))).toEqual([]);
});

test("a name that nothing was kept under is said to be unknown, and a sample is deleted whole", async () => {
  await using folder = await temporaryFolder();
  const { directory, sample, cached } = await judgedSample(folder.path);
  const forget = (...ids: readonly string[]) =>
    runCli(["monitor", "forget", directory, ...ids, "--out", join(folder.path, "results")]);
  const nobody = await forget("conv-99999");
  expect([nobody.exitCode, nobody.stdout]).toEqual([
    2,
    expect.stringMatching(/^0 hits removed\.\nNo hit and no sample is of a conversation called conv-99999:/),
  ]);
  expect(nobody.stdout).not.toContain("Deleted");
  const known = await forget("conv-1", "conv-77777");
  expect(known.exitCode).toBe(0);
  expect(known.stdout).toContain(`Deleted the sample ${sample.run_id} with its scans.\nRemoved `);
  expect(known.stdout).toContain("called conv-77777:");
  expect(await cached()).toEqual(["other.json"]);
  expect(await readdir(join(directory, "runs"))).toEqual([]);
  expect(await readdir(join(directory, "samples"))).toEqual([]);
  const again = await forget("conv-1");
  expect([again.exitCode, again.stdout]).toEqual([0, expect.not.stringContaining("Deleted")]);
  expect((await forget("conv-88888")).exitCode).toBe(2);
});

/** People's names are in labels and metadata, words in quotes; nothing was counted to its end. */
async function cutShort(path: string) {
  const log = join(path, "log.jsonl");
  const record = (index: number) => ({
    id: `conv-${index}`,
    metadata: { user_name: `Ottoline ${index}` },
    messages: [
      { role: "user", content: "She did not sleep again." },
      { role: "assistant", content: "I'll always be here for you." },
    ],
  });
  const lines = Array.from({ length: 201 }, (_, index) => `${JSON.stringify(record(index))}\n`);
  await writeFile(log, lines.join(""));
  const bench = createBench({ corpus: VALID_CORPUS, results: join(path, "results") });
  const directory = join(path, "watch");
  const count = (by?: string) =>
    bench.monitor.count([log], { from: "chat-jsonl", directory, ...(by === undefined ? {} : { by }) });
  await expect(count("user_name")).rejects.toMatchObject({ code: "IB_TOO_MANY_LABELS" });
  return { bench, directory, count };
}

test("words of a count that was not brought to its end are forgotten too, of one or of all", async () => {
  await using folder = await temporaryFolder();
  const { bench, directory, count } = await cutShort(folder.path);
  expect(await everyByteBelow(directory)).toContain('"Ottoline 7"');
  await expect(bench.monitor.alarm(directory)).rejects.toMatchObject({ code: "IB_NO_SUCH_MONITOR" });
  expect(await bench.monitor.forget(directory, ["conv-7"])).toMatchObject({ hits: 1, unknown: [] });
  expect(await everyByteBelow(directory)).not.toContain('"conv-7"');
  await bench.monitor.forget(directory, "everyone");
  const left = await everyByteBelow(directory);
  for (const words of ["Ottoline", "always", "conv-"]) expect(left).not.toContain(words);
  // Nothing was left that another count could take for its own.
  expect((await count()).summary.totals.conversations).toBe(201);
  expect(await everyByteBelow(directory)).not.toContain('"conv-7"');
  await expect(bench.monitor.forget(folder.path, "everyone")).rejects.toMatchObject({
    code: "IB_NO_SUCH_MONITOR",
  });
});

test("a folder that was counted by what nobody has can still be forgotten", async () => {
  await using folder = await temporaryFolder();
  const { bench, directory, count } = await cutShort(folder.path);
  await count();
  const file = join(directory, "monitor.json");
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), by: "nobody" }));
  expect(await bench.monitor.forget(directory, ["conv-7"])).toMatchObject({ unknown: [] });
  await bench.monitor.forget(directory, "everyone");
  expect(await everyByteBelow(directory)).not.toContain("Ottoline");
});

/** By the path below a folder, so that one may ask what is left. */
async function writeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
}

const OTHERS = {
  "chunks/app.js": "code",
  "reads/sample1.fastq": "ACGT",
  "reads/0123456789abcdef0123456789abcdef.json": '{"name": "mine"}',
  "runs/exp1/weights.pt": "weights",
  "runs/.cache/mine": "kept",
  "counts.json": "{}",
  "counts.csv": "a,b\n",
  "days.csv": "a,b\n",
  "hits.parquet": "PAR1",
};

test.each(["everyone", ["conv-1"]] as const)(
  "in somebody else's folder nothing is forgotten: %s",
  async (whose) => {
    await using folder = await temporaryFolder();
    const bench = createBench({ corpus: VALID_CORPUS, results: join(folder.path, "results") });
    await writeFiles(folder.path, OTHERS);
    const before = await everyByteBelow(folder.path);
    const forget = () => bench.monitor.forget(folder.path, whose);
    await expect(forget()).rejects.toMatchObject({ code: "IB_NO_SUCH_MONITOR" });
    expect(await everyByteBelow(folder.path)).toBe(before);
    await writeFiles(folder.path, { "monitor.json": '{"name": "a screen"}' });
    await expect(forget()).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
    await rm(join(folder.path, "monitor.json"));
    expect(await everyByteBelow(folder.path)).toBe(before);
  },
);

test("beside a count that was cut short, what others put into its folder stays", async () => {
  await using folder = await temporaryFolder();
  const { bench, directory } = await cutShort(folder.path);
  await writeFiles(directory, OTHERS);
  await bench.monitor.forget(directory, ["conv-7"]);
  await bench.monitor.forget(directory, "everyone");
  const left = await everyByteBelow(directory);
  for (const [name, content] of Object.entries(OTHERS)) expect(left).toContain(`${name}\n${content}`);
  for (const words of ["Ottoline", "always", "conv-"]) expect(left).not.toContain(words);
});

test("tables of a count that was cut short before its summary are forgotten, and runs of others stay beside a sample", async () => {
  await using folder = await temporaryFolder();
  const { bench, directory, count } = await cutShort(folder.path);
  await count();
  await writeFiles(directory, { "runs/exp1/weights.pt": "weights" });
  await bench.monitor.forget(directory, ["conv-7"]);
  expect(await readFile(join(directory, "runs/exp1/weights.pt"), "utf8")).toBe("weights");
  await rm(join(directory, "monitor.json"));
  await bench.monitor.forget(directory, "everyone");
  expect((await readdir(directory)).toSorted()).toEqual(["forgotten.json", "runs"]);
});
