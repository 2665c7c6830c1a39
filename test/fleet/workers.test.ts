import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/fleet/database.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { RETRY_LIMIT } from "../../src/fleet/task-queue.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, startCli } from "../e2e/cli.fixture.ts";
import { VALID_CORPUS } from "../e2e/corpus-copy.fixture.ts";
import { commandLine, serve } from "../e2e/faulty-providers.fixture.ts";
import { countEvents, readJournal } from "../e2e/journal-lines.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";

const MODELS = ["openai/gpt-5-mini", "anthropic/claude-haiku-4-5"];
const AT_A_TIME = 3;
const worker = (...more: readonly string[]) => ["worker", "--concurrency", String(AT_A_TIME), ...more];

describeOnPostgres("workers of a queue", () => {
  let cluster: TestCluster;
  let database: Database;
  let queue: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  let whole: Readonly<Record<string, string>>;
  let units: number;

  const command = (out: string, ...more: readonly string[]) =>
    commandLine(out, { models: MODELS, ceilingUsd: 5 }, [...THREE_SCENARIOS, "--run-id", "r", ...more]);

  beforeAll(async () => {
    cluster = await startTestCluster();
    queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    expect(await runCli(["queue", "migrate"], { env: queue })).toMatchObject({ exitCode: 0 });
    database = await cluster.open();
    await using server = await serve({});
    await using folder = await temporaryFolder();
    expect(await runCli(command(folder.path), { env: server.env })).toMatchObject({ exitCode: 0 });
    whole = await artefactHashes(join(folder.path, "r"));
    units = (await server.readLog()).length;
  });
  afterAll(async () => {
    await database?.close();
    await cluster?.remove();
  });

  const untilRows = async (text: string) => {
    for (;;) {
      const rows = await database.query(text);
      if (rows.length > 0) return rows;
      await delay(50);
    }
  };

  /** A run whose tasks are in the queue. */
  const begin = async (out: string) => {
    const finished = runCli(command(out, "--queue"), { env: queue });
    await untilRows("select 1 from ib.run where state = 'open'");
    return { finished };
  };
  const journalOf = (out: string) => readJournal(join(out, "r", "journal.jsonl"));

  test("told to stop, a worker lets its calls come to their end, gives back what it had, and nothing is sent twice", async () => {
    await using slow = await serve({ latencyMs: 1500 });
    await using quick = await serve({});
    await using folder = await temporaryFolder();
    const { finished: running } = await begin(folder.path);
    const stopped = startCli(worker(), { env: { ...slow.env, ...queue } });
    while ((await slow.readCounts()).inFlight < AT_A_TIME) await delay(20);
    stopped.kill("SIGTERM");
    const { exitCode, stdout } = await stopped.finished;
    expect([exitCode, stdout]).toEqual([0, "Had 0 conversations, gave back 3, could not have 0.\n"]);
    const made = await slow.readLog();
    expect(made.map(({ outcome }) => outcome)).toEqual(made.map(() => "answered"));
    expect(await runCli(worker("--once"), { env: { ...quick.env, ...queue } })).toMatchObject({
      exitCode: 0,
    });
    expect(await running).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(join(folder.path, "r"))).toEqual(whole);
    expect(made.length + (await quick.readLog()).length).toBe(units);
    const lines = await journalOf(folder.path);
    expect([countEvents(lines, "sent"), countEvents(lines, "lost")]).toEqual([units, 0]);
  });

  test("calls that take longer than it may drain are given up, counted, and made by another", async () => {
    await using slow = await serve({ latencyMs: 60_000 });
    await using quick = await serve({});
    await using folder = await temporaryFolder();
    const { finished: running } = await begin(folder.path);
    const stopped = startCli(worker("--drain-seconds", "1"), { env: { ...slow.env, ...queue } });
    while ((await slow.readCounts()).inFlight < AT_A_TIME) await delay(20);
    stopped.kill("SIGTERM");
    const { exitCode, stdout } = await stopped.finished;
    expect([exitCode, stdout]).toEqual([0, "Had 0 conversations, gave back 3, could not have 0.\n"]);
    await runCli(worker("--once"), { env: { ...quick.env, ...queue } });
    expect(await running).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(join(folder.path, "r"))).toEqual(whole);
    expect(await quick.readLog()).toHaveLength(units);
    const lines = await journalOf(folder.path);
    const counted = [countEvents(lines, "sent"), countEvents(lines, "lost"), countEvents(lines, "replied")];
    expect(counted).toEqual([units + AT_A_TIME, AT_A_TIME, units]);
    expect(lines.find(({ event }) => event === "lost")).toMatchObject({
      reason: "nobody waits for it any longer",
    });
  });

  test("a task that fails on five attempts ends the run with its name, and a later leg goes on", async () => {
    await using server = await serve({});
    await using folder = await temporaryFolder();
    const { finished: running } = await begin(folder.path);
    const [poisoned] = await untilRows(
      `update pgboss.job set data = jsonb_set(data, '{payload,scenario}', '999')
         where id = (select id from pgboss.job where name like 'ib.%' order by data->>'task' limit 1)
         returning data->>'task' as task`,
    );
    const env = { ...server.env, ...queue };
    const ran = await runCli(worker("--once"), { env });
    const failures = `could not have ${RETRY_LIMIT + 1}`;
    expect(ran.stdout).toContain(failures);
    const ended = await running;
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toContain(
      `IB_QUEUED_TASK_DEAD: Workers tried ${poisoned?.["task"]} too often: a task that is not in the plan.`,
    );
    const bought = (await server.readLog()).length;
    expect(bought).toBeGreaterThan(0);
    const resumed = runCli(["run", "--resume", "r", "--queue", "--quiet", "--out", folder.path], {
      env: queue,
    });
    const again = startCli(worker(), { env });
    expect(await resumed).toMatchObject({ exitCode: 0 });
    again.kill("SIGTERM");
    await again.finished;
    expect(await artefactHashes(join(folder.path, "r"))).toEqual(whole);
    expect(await server.readLog()).toHaveLength(units);
  });

  test("a worker that differs refuses and says in what, and one without a key leaves that model alone", async () => {
    await using server = await serve({});
    await using folder = await temporaryFolder();
    const { finished: running } = await begin(folder.path);
    const env = { ...server.env, ...queue };
    const [asItWas] = await untilRows("select tool_version, node_major, fingerprints from ib.run");
    const saying = async (change: string, ...more: readonly string[]) => {
      await database.query(`update ib.run set ${change}`);
      const { exitCode, stdout, stderr } = await runCli(worker("--once", ...more), { env });
      expect([exitCode, stdout]).toEqual([0, "Had 0 conversations, gave back 0, could not have 0.\n"]);
      await database.query("update ib.run set tool_version = $1, node_major = $2, fingerprints = $3", [
        asItWas?.["tool_version"],
        asItWas?.["node_major"],
        JSON.stringify(asItWas?.["fingerprints"]),
      ]);
      return stderr;
    };
    expect(await saying("tool_version = '0.0.1'")).toMatch(/IB_WORKER_DIFFERS.*version of InvisibleBench/);
    expect(await saying("node_major = 23")).toMatch(/IB_WORKER_DIFFERS.*version of Node/);
    const other = `fingerprints = jsonb_set(fingerprints, '{system_prompt}', '"${"0".repeat(64)}"')`;
    expect(await saying(other)).toMatch(/IB_WORKER_DIFFERS.*system_prompt/);
    expect(await saying("run = run", "--corpus", VALID_CORPUS)).toMatch(
      /IB_(WORKER_DIFFERS|PLAN_CHANGED|CORPUS_CHANGED): .*scenarios/,
    );
    const [{ version } = { version: 0 }] = await database.query("select version from ib.version");
    await database.query("update ib.version set version = version + 1");
    const tables = await runCli(worker("--once"), { env });
    expect([tables.exitCode, tables.stderr]).toEqual([2, expect.stringContaining("IB_QUEUE_TABLES")]);
    await database.query("update ib.version set version = $1", [version]);
    expect(await server.readLog()).toEqual([]);
    const again = await runCli(command(join(folder.path, "elsewhere"), "--queue"), { env: queue });
    expect(again.stderr).toContain("IB_RUN_IN_QUEUE");

    const partly = await runCli(worker("--once"), { env: { ...env, ANTHROPIC_API_KEY: "" } });
    expect(partly.stderr).toContain("Leaves anthropic/claude-haiku-4-5 to others: there is no key here.");
    expect(partly.stdout).toContain("Had 3 conversations");
    const asked = new Set((await server.readLog()).map(({ model }) => model));
    expect([...asked]).toEqual(["gpt-5-mini"]);
    await runCli(worker("--once"), { env });
    expect(await running).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(join(folder.path, "r"))).toEqual(whole);
    expect(await server.readLog()).toHaveLength(units);
  });
});
