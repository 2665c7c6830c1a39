import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestCluster, type TestCluster, whyNoPostgres } from "../../src/fleet/postgres.fixture.ts";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, spawnCli, startCli } from "../e2e/cli.fixture.ts";
import { VALID_CORPUS } from "../e2e/corpus-copy.fixture.ts";
import { commandLine, delivered, serve } from "../e2e/faulty-providers.fixture.ts";
import { readJournal } from "../e2e/journal-lines.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";

const SOME = [...THREE_SCENARIOS, "--repeat", "2"];
const MODELS = ["openai/gpt-5-mini"];
/** Enough for some calls at their worst case, and not for all. */
const LOW_USD = 0.0095;
const CONCURRENCY = 3;
const WORKER = ["worker", "--concurrency", String(CONCURRENCY), "--drain-seconds", "20"];

describe.skipIf(whyNoPostgres !== undefined)(
  `runs over a queue${whyNoPostgres === undefined ? "" : `: ${whyNoPostgres}`}`,
  () => {
    let cluster: TestCluster;
    let queue: { readonly INVISIBLEBENCH_QUEUE_URL: string };
    let whole: Readonly<Record<string, string>>;
    let units: number;

    beforeAll(async () => {
      cluster = await startTestCluster();
      queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
      await using server = await serve({});
      await using folder = await temporaryFolder();
      const ran = await runCli(
        commandLine(folder.path, { models: MODELS, ceilingUsd: 5 }, [...SOME, "--run-id", "queued"]),
        { env: server.env },
      );
      expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
      whole = await artefactHashes(join(folder.path, "queued"));
      units = (await server.readLog()).length;
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
      expect(status.stdout).toContain("No run is in the queue.");
    });

    test("kill -9 of a worker loses at most the calls it had in flight, and all are counted", async () => {
      await using server = await serve({ latencyMs: 300 });
      await using folder = await temporaryFolder();
      const env = { ...server.env, ...queue };
      const [doomed, other] = [startCli(WORKER, { env }), startCli(WORKER, { env })];
      const running = coordinate(folder.path);
      while ((await server.readLog()).length < 6) await delay(20);
      doomed.kill("SIGKILL");
      expect(await running.finished).toMatchObject({ exitCode: 0 });
      other.kill("SIGTERM");
      await other.finished;
      expect(await artefactHashes(join(folder.path, "queued"))).toEqual(whole);
      const log = await server.readLog();
      expect(log.length - units).toBeLessThanOrEqual(CONCURRENCY);
      const entries = await readJournal(join(folder.path, "queued", "journal.jsonl"));
      expect(entries.filter(({ event }) => event === "sent")).toHaveLength(log.length);
      expect(entries.filter(({ event }) => event === "lost")).toHaveLength(log.length - units);
      expect(delivered(log).length).toBeGreaterThanOrEqual(units);
    });

    test("a worker without the key, and one with another corpus, take nothing and say why", async () => {
      await using server = await serve({});
      await using folder = await temporaryFolder();
      const running = coordinate(folder.path);
      const { OPENAI_API_KEY: _, ...keyless } = server.env;
      const isOpen = async () => (await runCli(["queue", "status"], { env: queue })).stdout.includes("open");
      while (!(await isOpen())) await delay(100);
      const env = { ...keyless, OPENAI_API_KEY: "", ...queue };
      const without = await runCli(["worker", "--once"], { env });
      expect(without.stderr).toContain("Leaves openai/gpt-5-mini to others: there is no key here.");
      const other = await runCli(["worker", "--once", "--corpus", VALID_CORPUS], {
        env: { ...server.env, ...queue },
      });
      expect(other.stderr).toMatch(/IB_(WORKER_DIFFERS|PLAN_CHANGED): .*scenarios/);
      expect(await server.readLog()).toEqual([]);
      const again = await spawnCli(commandOf(join(folder.path, "elsewhere")), { env: queue });
      expect(again.stderr).toContain("IB_RUN_IN_QUEUE");
      const worker = await runCli(["worker", "--once"], { env: { ...server.env, ...queue } });
      expect(worker).toMatchObject({ exitCode: 0 });
      expect(await running.finished).toMatchObject({ exitCode: 0 });
      expect(await artefactHashes(join(folder.path, "queued"))).toEqual(whole);
    });

    test("kill -9 of the coordinator: workers go on, and what they bought is read by the next", async () => {
      await using server = await serve({ latencyMs: 100 });
      await using folder = await temporaryFolder();
      const worker = startCli(WORKER, { env: { ...server.env, ...queue } });
      const doomed = coordinate(folder.path);
      while ((await server.readLog()).length < 6) await delay(20);
      doomed.kill("SIGKILL");
      await doomed.finished;
      const resumed = ["run", "--resume", "queued", "--queue", "--quiet", "--out", folder.path];
      const ran = await spawnCli(resumed, { env: queue });
      expect(ran).toMatchObject({ exitCode: 0 });
      worker.kill("SIGTERM");
      expect(await worker.finished).toMatchObject({ exitCode: 0 });
      expect(await artefactHashes(join(folder.path, "queued"))).toEqual(whole);
      const log = await server.readLog();
      expect(log).toHaveLength(units);
      const entries = await readJournal(join(folder.path, "queued", "journal.jsonl"));
      expect(entries.filter(({ event }) => event === "sent")).toHaveLength(units);
      expect(entries.filter(({ event }) => event === "replied")).toHaveLength(units);
    });

    test("a password is never typed or shown", async () => {
      const typed = ["worker", "--queue", "postgresql://ib:hunter2@127.0.0.1:9/ib"];
      const refused = await spawnCli(typed);
      expect(refused.stderr).toContain("IB_TYPED_PASSWORD");
      const secret = { INVISIBLEBENCH_QUEUE_URL: "postgresql://ib:hunter2@127.0.0.1:9/ib" };
      const away = await runCli(["queue", "status"], { env: secret });
      expect(away.stderr).toContain("IB_QUEUE_UNREACHABLE");
      expect(refused.stderr + away.stderr + away.stdout).not.toContain("hunter2");
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
  },
);
