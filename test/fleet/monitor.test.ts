import { appendFile, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/fleet/database.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, type StartedCli, startCli } from "../e2e/cli.fixture.ts";
import { VALID_CORPUS } from "../e2e/corpus-copy.fixture.ts";
import { writeLog } from "../e2e/made-log.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const WORKER = ["worker", "--corpus", VALID_CORPUS];

describeOnPostgres("logs counted over a queue", () => {
  let cluster: TestCluster;
  let database: Database;
  let env: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  let project: Awaited<ReturnType<typeof temporaryFolder>>;
  let log: string;
  let packed: string;
  let whole: Readonly<Record<string, string>>;
  const started = new Set<StartedCli>();

  const folderOf = (name: string) => join(project.path, name);
  const monitor = (out: string, ...more: readonly string[]) => [
    ...["monitor", log, packed, "--from", "chat-jsonl", "--corpus", VALID_CORPUS, "--max-bad-share", "0.1"],
    ...["--chunk-size", "50", "--quiet", "--out", folderOf(out), ...more],
  ];
  const start = (args: readonly string[]) => {
    const cli = startCli(args, { env });
    started.add(cli);
    return cli;
  };
  const chunksIn = async (out: string) => {
    const names = await readdir(join(folderOf(out), "chunks")).catch(() => []);
    return names.filter((name) => name.endsWith(".counts.json"));
  };
  const untilChunks = async (out: string, count: number) => {
    while ((await chunksIn(out)).length < count) await delay(10);
  };
  const untilOpen = async () => {
    for (;;) {
      const rows = await database.query("select run from ib.run where kind = 'monitor' and state = 'open'");
      if (rows[0] !== undefined) return String(rows[0]["run"]);
      await delay(50);
    }
  };

  beforeAll(async () => {
    cluster = await startTestCluster();
    env = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    project = await temporaryFolder();
    log = folderOf("log.jsonl");
    packed = folderOf("older.jsonl.gz");
    await writeLog(log, { conversations: 2000, badOneIn: 40 });
    await writeLog(folderOf("older.jsonl"), { conversations: 60, seed: "older" });
    await writeFile(packed, gzipSync(await readFile(folderOf("older.jsonl"))));
    expect(await runCli(["queue", "migrate"], { env })).toMatchObject({ exitCode: 0 });
    database = await cluster.open();
    expect(await runCli(monitor("alone"))).toMatchObject({ exitCode: 0 });
    whole = await artefactHashes(folderOf("alone"));
  });
  afterAll(async () => {
    for (const cli of started) cli.kill("SIGKILL");
    await database?.close();
    await project?.[Symbol.asyncDispose]();
    await cluster?.remove();
  });

  test("a worker killed in the middle, and a coordinator, leave the bytes of one process; no word is in the database", async () => {
    const killed = start(monitor("shared", "--queue"));
    const name = await untilOpen();
    expect(name).toMatch(/^shared-[0-9a-f]{10}\/chunks$/);
    // The starting process counts the packed chunks, before the rest is distributed.
    expect(await chunksIn("shared")).toHaveLength(2);
    const rows = await database.query(
      "select string_agg(j::text, '') as jobs, (select string_agg(r::text, '') from ib.run r) as runs from pgboss.job j",
    );
    const held = JSON.stringify(rows);
    expect(held).toContain("log.jsonl");
    expect(held).not.toMatch(/sleep|disappear|always|conv-\d/);
    const first = start(WORKER);
    await untilChunks("shared", 6);
    first.kill("SIGKILL");
    killed.kill("SIGKILL");
    await Promise.all([first.finished, killed.finished]);

    const running = start(monitor("shared", "--queue"));
    const workers = [start(WORKER), start(WORKER)];
    const [done] = await Promise.all([
      running.finished,
      untilChunks("shared", 20).then(() => workers[0]?.kill("SIGKILL")),
    ]);
    expect(done).toMatchObject({ exitCode: 0 });
    workers[1]?.kill("SIGTERM");
    const { stdout } = await (workers[1]?.finished ?? Promise.reject(new Error("no worker")));
    expect(stdout).toMatch(/counted \d+ chunks?, gave back \d+, could not have 0\./);
    expect(await artefactHashes(folderOf("shared"))).toEqual(whole);
    expect((await runCli(["queue", "status"], { env })).stdout).toContain("Nothing is in the queue.");
  });

  test("a worker that does not see the folder takes no part, and a log that is rewritten is not counted as if it were the same", async () => {
    const rewritten = folderOf("rewritten.jsonl");
    await writeLog(rewritten, { conversations: 60 });
    const running = start(monitor("changed", "--queue").with(1, rewritten));
    await untilOpen();
    const notes = (await readdir(folderOf("changed"))).filter((file) => file.startsWith("in_queue."));
    const note = join(folderOf("changed"), notes[0] ?? "");
    await rename(note, `${note}.away`);
    const refused = await runCli([...WORKER, "--once"], { env });
    expect(refused.stderr).toMatch(/IB_NOT_SHARED: .* it does not see .*changed as it was begun/);
    await rename(`${note}.away`, note);
    const text = await readFile(rewritten, "utf8");
    await writeFile(rewritten, text.replace("She did not sleep again.", "She did well last night."));
    const worker = await runCli([...WORKER, "--once"], { env });
    expect(worker.stderr).toMatch(
      /could not be counted here: .*rewritten\.jsonl is not what it was in its bytes 0 to/,
    );
    const { exitCode, stderr } = await running.finished;
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("IB_QUEUED_TASK_DEAD: Workers tried")]);
    // The other chunk was counted.
    expect(await chunksIn("changed")).toHaveLength(3);
  });

  test("nobody is forgotten while workers might bring the words back", async () => {
    const grown = folderOf("grown.jsonl");
    await writeLog(grown, { conversations: 60, planted: { at: 1, words: "I'll always be here for you." } });
    const args = monitor("grown").toSpliced(1, 2, grown);
    expect(await runCli(args)).toMatchObject({ exitCode: 0 });
    await appendFile(grown, `${(await readFile(log, "utf8")).split("\n", 2).at(-1)}\n`);
    const killed = start([...args, "--queue"]);
    await untilOpen();
    killed.kill("SIGKILL");
    await killed.finished;
    const forget = ["monitor", "forget", folderOf("grown"), "conv-1"];
    const refused = await runCli(forget, { env });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("IB_WORKERS_MAY_WRITE")]);
    expect(await runCli([...forget, "--queue"], { env })).toMatchObject({ exitCode: 0 });
    expect((await runCli(["queue", "status"], { env })).stdout).not.toContain("grown-");
    expect((await readdir(folderOf("grown"))).filter((file) => file.startsWith("in_queue."))).toEqual([]);
  });
});
