import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, startCli } from "../e2e/cli.fixture.ts";
import { commandLine, serve } from "../e2e/faulty-providers.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { surviveEval, wholeEval } from "./disturbed-eval.fixture.ts";
import { wholeRun } from "./disturbed-run.fixture.ts";

const SOME = [...THREE_SCENARIOS, "--repeat", "2"];
const MODELS = ["openai/gpt-5-mini"];
/** Enough for some calls at their worst case, and not for all. */
const LOW_USD = 0.0095;
const WORKER = ["worker", "--concurrency", "3", "--drain-seconds", "20"];

describeOnPostgres("runs over a queue", () => {
  let cluster: TestCluster;
  let queue: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  let whole: Readonly<Record<string, string>>;
  let units: number;

  beforeAll(async () => {
    cluster = await startTestCluster();
    queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    ({ hashes: whole, units } = await wholeRun(2, 5));
    expect(await runCli(["queue", "migrate"], { env: queue })).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => cluster?.remove());

  const commandOf = (out: string, ceilingUsd = 5) =>
    commandLine(out, { models: MODELS, ceilingUsd }, [...SOME, "--queue", "--run-id", "queued"]);
  /** Keys are in the workers alone. */
  const coordinate = (out: string, ceilingUsd = 5) => startCli(commandOf(out, ceilingUsd), { env: queue });

  const manifestOf = async (out: string) =>
    RunManifest.parse(JSON.parse(await readFile(join(out, "queued", "run_manifest.json"), "utf8")));

  test("two workers and a coordinator write the bytes of one process, and no call is made twice", async () => {
    await using server = await serve({});
    await using folder = await temporaryFolder();
    const env = { ...server.env, ...queue };
    const workers = [startCli(WORKER, { env }), startCli(WORKER, { env })];
    const ran = await coordinate(folder.path).finished;
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(join(folder.path, "queued"))).toEqual(whole);
    expect(await server.readLog()).toHaveLength(units);
    for (const worker of workers) worker.kill("SIGTERM");
    const ended = await Promise.all(workers.map(({ finished }) => finished));
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const had = ended.map(({ stdout }) => Number(/Had (\d+)/.exec(stdout)?.[1]));
    expect((had[0] ?? 0) + (had[1] ?? 0)).toBe(Object.keys(whole).length - 1);
    const status = await runCli(["queue", "status"], { env: queue });
    expect(status.stdout).toContain("Nothing is in the queue.");
  });

  test("kill -9 of workers, of the database and of the coordinator in an eval: same bytes, all counted, no ceiling crossed", async () => {
    const kills = ["worker", "database", "coordinator"] as const;
    // So close together that all three fall into the eval, which makes some forty calls.
    const chaos = { seed: "eval/1", workers: 2, kills, apart: 8, ceilingsUsd: [3] } as const;
    const survived = await surviveEval(cluster, await wholeEval(3), chaos);
    expect(survived.kills).toEqual({ worker: 1, coordinator: 1, database: 1 });
  });

  test("where a ceiling is reached all stop, and with a higher one it goes on", async () => {
    await using server = await serve({});
    await using folder = await temporaryFolder();
    const worker = startCli(WORKER, { env: { ...server.env, ...queue } });
    const low = await coordinate(folder.path, LOW_USD).finished;
    expect(low).toMatchObject({ exitCode: 4 });
    expect((await server.readCounts()).costUsd).toBeLessThanOrEqual(LOW_USD);
    const resumed = ["run", "--resume", "queued", "--queue", "--max-cost-usd", "5", "--quiet"];
    const ran = await runCli([...resumed, "--out", folder.path], { env: queue });
    expect(ran).toMatchObject({ exitCode: 0 });
    worker.kill("SIGTERM");
    await worker.finished;
    expect(await server.readLog()).toHaveLength(units);
    expect((await manifestOf(folder.path)).conversations.complete).toBeGreaterThan(0);
  });
});
