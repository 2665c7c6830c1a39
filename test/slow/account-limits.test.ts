import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, startCli } from "../e2e/cli.fixture.ts";
import { commandLine, KEY, serve } from "../e2e/faulty-providers.fixture.ts";
import { readJournal } from "../e2e/journal-lines.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { wholeRun } from "../fleet/disturbed-run.fixture.ts";

const SOME = [...THREE_SCENARIOS, "--repeat", "3", "--run-id", "limited"];
const MODELS = ["openai/gpt-5-mini"];
const WORKER = ["worker", "--concurrency", "5", "--drain-seconds", "20"];
/** The account's limit of requests per window; excess requests are refused for a while. */
const ACCOUNT = { requestsPerWindow: { requests: 20, windowMs: 4000 }, retryAfterSeconds: 2, latencyMs: 50 };

describeOnPostgres("an account with limits", () => {
  let cluster: TestCluster;
  let queue: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  let whole: Readonly<Record<string, string>>;
  let units: number;

  beforeAll(async () => {
    cluster = await startTestCluster();
    queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    ({ hashes: whole, units } = await wholeRun(3, 5));
    expect(await runCli(["queue", "migrate"], { env: queue })).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => cluster?.remove());

  /** Starts two worker processes and records the server's refusals. */
  async function twoWorkers(config: object) {
    await using server = await serve(ACCOUNT);
    await using folder = await temporaryFolder();
    const path = join(folder.path, "workers.json");
    await writeFile(path, JSON.stringify(config));
    const env = { ...server.env, ...queue };
    const workers = [0, 1].map(() => startCli([...WORKER, "--config", path], { env }));
    const plan = { models: MODELS, ceilingUsd: 5 };
    const ran = await startCli(commandLine(folder.path, plan, [...SOME, "--queue"]), { env: queue }).finished;
    for (const worker of workers) worker.kill("SIGTERM");
    const ended = await Promise.all(workers.map(({ finished }) => finished));
    // Each worker got some of the work.
    for (const { stdout } of ended) expect(stdout).toMatch(/^Had [1-9]/);
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(join(folder.path, "limited"))).toEqual(whole);
    const entries = await readJournal(join(folder.path, "limited", "journal.jsonl"));
    expect(entries.filter(({ event }) => event === "failed")).toEqual([]);
    const log = await server.readLog();
    const refused = log.filter(({ status }) => status === 429).length;
    expect(log.length - refused).toBe(units);
    return { refused, log };
  }

  test("what one worker is told the other hears, and no call is given up", async () => {
    const { refused } = await twoWorkers({});
    expect(refused).toBeGreaterThan(0);
    const database = await cluster.open();
    const [account, ...others] = await database.query(
      "select account, opens_at is not null as told from ib.account",
    );
    await database.close();
    expect(others).toEqual([]);
    expect(account?.["told"]).toBe(true);
    expect(account?.["account"]).toMatch(/^openai 127\.0\.0\.1:\d+ [0-9a-f]{6}$/);
    expect(account?.["account"]).not.toContain(KEY.slice(0, 6));
  });

  test("with the limit in their config they stay below it together, and hardly anybody is sent away", async () => {
    const perMinute = (ACCOUNT.requestsPerWindow.requests / ACCOUNT.requestsPerWindow.windowMs) * 60_000;
    const { refused } = await twoWorkers({ limits: { openai: { requests_per_minute: perMinute * 0.7 } } });
    // A busy machine may send what it was let out for a little late. With a bucket for each it was nine to eleven.
    expect(refused).toBeLessThan(6);
  });
});
