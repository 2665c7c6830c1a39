import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { queueWork, uploadTranscripts } from "../../src/fleet/queued-work.ts";
import { runCli, startCli } from "../e2e/cli.fixture.ts";
import { commandLine, serve } from "../e2e/faulty-providers.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";

/** In which the words of a run may be. Who works, and for which account, are none. */
const WITH_WORDS = `
  select (select count(*) from ib.run) + (select count(*) from ib.call) + (select count(*) from ib.ledger)
    + (select count(*) from ib.ledger_share) + (select count(*) from ib.transcript)
    + (select count(*) from pgboss.job where name like 'ib.%') as rows`;

describeOnPostgres("removing a run that is in a queue", () => {
  let cluster: TestCluster;
  let queue: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  beforeAll(async () => {
    cluster = await startTestCluster();
    queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    expect(await runCli(["queue", "migrate"], { env: queue })).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => cluster?.remove());

  async function rowsInQueue(): Promise<number> {
    const database = await cluster.open();
    const [row] = await database.query(WITH_WORDS);
    await database.close();
    return Number(row?.["rows"]);
  }

  /** Begins a scan over the queue, with a transcript of the run. */
  async function queueScanOf(runId: string): Promise<void> {
    const database = await cluster.open();
    const scan = { run: `${runId}/scan-1`, runs: [runId, "another"] };
    await queueWork(database, { ...scan, fingerprints: {}, tool_version: "0", node_major: 24 });
    await uploadTranscripts(database, scan.run, [{ hash: "0", content: "words" }]);
    await database.close();
  }

  /** A run whose coordinator is killed when workers have bought something that is not at home. */
  async function abandonedRun(out: string) {
    await using server = await serve({ latencyMs: 100 });
    const plan = { models: ["openai/gpt-5-mini"], ceilingUsd: 5 };
    const worker = startCli(["worker", "--concurrency", "3"], { env: { ...server.env, ...queue } });
    const doomed = startCli(commandLine(out, plan, [...THREE_SCENARIOS, "--queue", "--run-id", "left"]), {
      env: queue,
    });
    while ((await server.readLog()).length < 4) await delay(20);
    doomed.kill("SIGKILL");
    worker.kill("SIGTERM");
    await Promise.all([doomed.finished, worker.finished]);
    expect(await rowsInQueue()).toBeGreaterThan(5);
    return join(out, "left");
  }

  test("without the queue's address nothing is removed, and it is said what is where and how to remove it", async () => {
    await using folder = await temporaryFolder();
    const run = await abandonedRun(folder.path);
    const [note] = (await readdir(run)).filter((name) => name.startsWith("in_queue."));
    await queueScanOf("left");
    const before = await rowsInQueue();
    const refused = await runCli(["runs", "delete", run, "--yes"], { env: { INVISIBLEBENCH_QUEUE_URL: "" } });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain("IB_ROWS_IN_QUEUE");
    expect(refused.stderr).toMatch(/ib-postgres-\w+\/postgres holds prompts and replies of left/);
    expect(refused.stderr).toContain("--queue");
    expect(refused.stderr).toContain(note ?? "no note");
    expect(await rowsInQueue()).toBe(before);
    expect(await readdir(run)).toContain("run_plan.json");

    const deleted = await runCli(["runs", "delete", run, "--yes"], { env: queue });
    expect(deleted).toMatchObject({ exitCode: 0 });
    expect(deleted.stderr).toContain("holds nothing of left any more");
    expect(await rowsInQueue()).toBe(0);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test("with it the rows go first, then the run; where the database is away nothing goes", async () => {
    await using folder = await temporaryFolder();
    const run = await abandonedRun(folder.path);
    const away = ["runs", "delete", run, "--yes", "--queue", "postgresql://127.0.0.1:9/ib"];
    expect((await runCli(away)).stderr).toContain("IB_QUEUE_UNREACHABLE");
    const database = await cluster.open();
    await database.query("create database other");
    await database.close();
    const another = { INVISIBLEBENCH_QUEUE_URL: cluster.url.replace("/postgres?", "/other?") };
    await runCli(["queue", "migrate"], { env: another });
    const wrong = await runCli(["runs", "delete", run, "--yes"], { env: another });
    expect(wrong.stderr).toContain("IB_ROWS_IN_QUEUE");
    expect(await readdir(run)).toContain("run_plan.json");
    const deleted = await runCli(["runs", "delete", run, "--yes", "--json"], { env: queue });
    expect(deleted).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(deleted.stdout).queues).toEqual([expect.stringContaining("/postgres")]);
    expect(await rowsInQueue()).toBe(0);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test("a run that came home has left nothing behind, and needs no queue to be removed", async () => {
    await using server = await serve({});
    await using folder = await temporaryFolder();
    const plan = { models: ["openai/gpt-5-mini"], ceilingUsd: 5 };
    const running = runCli(
      commandLine(folder.path, plan, [...THREE_SCENARIOS, "--queue", "--run-id", "home"]),
      { env: queue },
    );
    const worker = startCli(["worker", "--concurrency", "3"], { env: { ...server.env, ...queue } });
    expect(await running).toMatchObject({ exitCode: 0 });
    worker.kill("SIGTERM");
    await worker.finished;
    expect(await rowsInQueue()).toBe(0);
    expect(await readFile(join(folder.path, "home", "journal.jsonl"), "utf8")).toContain('"worker"');
    const deleted = await runCli(["runs", "delete", join(folder.path, "home"), "--yes"]);
    expect(deleted).toMatchObject({ exitCode: 0 });
  });
});
