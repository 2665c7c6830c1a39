import { cp, glob, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import type { JournalEntry } from "../../src/schema/run/journal.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, type StartedCli, startCli } from "../e2e/cli.fixture.ts";
import { readJournal } from "../e2e/journal-lines.fixture.ts";
import { judgeBehindWire } from "../e2e/served-judge.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";

const judge = judgeBehindWire();
const CONCURRENCY = 3;
const WORKER = ["worker", "--concurrency", String(CONCURRENCY), "--drain-seconds", "20"];
const JUDGED = ["--judge", "lab/judge", "--profile", "dev"];
const EVAL = ["eval", ...THREE_SCENARIOS, "--model", "lab/assistant", ...JUDGED];
/** Enough for some calls at their worst case, and not for all. */
const LOW_USD = 0.05;
const CONFIG = "invisiblebench.config.json";
const QUIET = ["--no-cache", "--quiet", "--yes"];

describeOnPostgres("scans over a queue", () => {
  let cluster: TestCluster;
  let server: ModelServer;
  let project: Awaited<ReturnType<typeof temporaryFolder>>;
  let env: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  let workers: readonly StartedCli[] = [];
  /** Results of a single process, and its number of calls. */
  let whole: Readonly<Record<string, string>>;
  let units: number;
  let judgeUnits: number;
  let latencyMs = 0;
  let isGarbling = false;
  let isRefusing = false;
  let taken = 0;

  /** Calls since it was last asked. */
  const takeLog = () => {
    const since = server.log.slice(taken);
    taken = server.log.length;
    return since;
  };
  const folderOf = (name: string) => join(project.path, name);
  const at = (out: string) => ["--out", folderOf(out), ...QUIET];
  const here = () => ({ cwd: project.path, env });

  beforeAll(async () => {
    cluster = await startTestCluster();
    env = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    project = await temporaryFolder();
    server = await startModelServer({
      keyless: true,
      pricePerCallUsd: { inputUsdPerMillion: 1, outputUsdPerMillion: 4 },
      faults: ({ model }) => (isRefusing && model === "judge" ? "expired-key" : null),
      reply: async (request) => {
        await delay(latencyMs);
        if (request.model === "assistant") return `I hear you. ${request.requestHash.slice(0, 8)}`;
        const isHit = isGarbling && Number.parseInt(request.requestHash.slice(0, 2), 16) % 4 === 0;
        return isHit ? "I would rather tell you about my holidays." : judge(request);
      },
    });
    await writeFile(join(project.path, CONFIG), JSON.stringify(configOf(server.url, 1)));
    expect(await runCli(["queue", "migrate"], here())).toMatchObject({ exitCode: 0 });
    const ran = await runCli([...EVAL, "--run-id", "r", ...at("alone")], here());
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    whole = await artefactHashes(folderOf("alone/r"));
    const log = takeLog();
    units = log.length;
    judgeUnits = log.filter(({ model }) => model === "judge").length;
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map(({ finished }) => finished));
    await server?.close();
    await project?.[Symbol.asyncDispose]();
    await cluster?.remove();
  });

  /** The conversations of the run that one process had, not judged yet. */
  const copyRun = async (out: string) => {
    const skipsScans = { recursive: true, filter: (path: string) => !/[\\/]scans([\\/]|$)/.test(path) };
    await cp(folderOf("alone/r"), folderOf(`${out}/r`), skipsScans);
  };
  const scan = (out: string, ...more: readonly string[]) => ["scan", "r", ...JUDGED, ...more, ...at(out)];
  const journalOf = async (out: string) => {
    const [path] = await Array.fromAsync(glob(join(folderOf(out), "r", "scans", "*", "journal.jsonl")));
    return readJournal(path ?? "");
  };
  /** All but the pages that say what was spent: calls that were lost may have been billed, and count. */
  const withoutSummary = (hashes: Readonly<Record<string, string>>) =>
    Object.entries(hashes).filter(([path]) => !/summary\.md$|index\.html$/.test(path));
  const unpaid = async (run: string) => withoutSummary(await artefactHashes(folderOf(run)));
  const count = (entries: readonly JournalEntry[], event: JournalEntry["event"]) =>
    entries.filter((entry) => entry.event === event).length;

  test("a worker with other prices or another corpus takes no part; two with the same make the eval of one process", async () => {
    const args = [...EVAL, "--run-id", "r", "--queue", ...at("shared")];
    const running = startCli(args, here());
    const isOpen = async () => (await runCli(["queue", "status"], here())).stdout.includes("run r  open");
    while (!(await isOpen())) await delay(100);
    const dearer = folderOf("dearer");
    await mkdir(dearer);
    await writeFile(join(dearer, CONFIG), JSON.stringify(configOf(server.url, 5)));
    const differs = await runCli(["worker", "--once"], { cwd: dearer, env });
    expect(differs.stderr).toMatch(/IB_WORKER_DIFFERS: .*the run r: it differs in prices/);
    workers = [startCli(WORKER, here()), startCli(WORKER, here())];
    expect(await running.finished).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(folderOf("shared/r"))).toEqual(whole);
    expect(takeLog()).toHaveLength(units);
    expect((await runCli(["queue", "status"], here())).stdout).toContain("Nothing is in the queue.");
  });

  test("a scan with a second judge and a rubric has the bytes of one process, and so has asking again what was lost", async () => {
    const more = ["--adjudicator", "lab/second", "--rubric"];
    // When that was asked is in the plan and on the page.
    const plansApart = async (out: string) =>
      Object.entries(await artefactHashes(folderOf(out))).filter(
        ([path]) => !/scan_plan\.json$|index\.html$/.test(path),
      );
    const sent: number[] = [];
    for (const [out, ...queue] of [["lost-alone"], ["lost-shared", "--queue"]] as const) {
      await copyRun(out);
      isGarbling = true;
      expect(await runCli(scan(out, ...more, ...queue), here())).toMatchObject({ exitCode: 3 });
      sent.push(takeLog().length);
      isGarbling = false;
      expect(await runCli(scan(out, ...more, ...queue, "--retry-lost"), here())).toMatchObject({
        exitCode: 0,
      });
      sent.push(takeLog().length);
    }
    expect(sent.slice(2)).toEqual(sent.slice(0, 2));
    expect(sent[1]).toBeGreaterThan(0);
    expect(await plansApart("lost-shared")).toEqual(await plansApart("lost-alone"));
    const again = (await journalOf("lost-shared")).filter((entry) => "asked_again" in entry);
    expect(again.length).toBeGreaterThan(0);
  });

  test("a judge that lets nobody in stops the scan with its reason, and when it does, the same command goes on", async () => {
    await copyRun("refused");
    isRefusing = true;
    const refused = await runCli(scan("refused", "--queue"), here());
    expect(refused.stderr).toMatch(/IB_MODEL_STOPPED: No worker can ask lab\/judge: .*401/);
    isRefusing = false;
    expect(await runCli(scan("refused", "--queue"), here())).toMatchObject({ exitCode: 0 });
    takeLog();
    expect(await unpaid("refused/r")).toEqual(withoutSummary(whole));
  });

  test("at the ceiling judging stops, by the server's own bill too, and with a higher one it goes on", async () => {
    await copyRun("ceiling");
    const before = server.costUsd;
    const low = await runCli([...scan("ceiling", "--queue"), "--max-cost-usd", String(LOW_USD)], here());
    expect(low).toMatchObject({ exitCode: 4 });
    expect(server.costUsd - before).toBeGreaterThan(0);
    expect(server.costUsd - before).toBeLessThanOrEqual(LOW_USD);
    expect(await runCli(scan("ceiling", "--queue"), here())).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(folderOf("ceiling/r"))).toEqual(whole);
    expect(takeLog()).toHaveLength(judgeUnits);
  });

  test("kill -9 of a worker and of the coordinator while it judges: the bytes of one process, and every call is counted", async () => {
    await copyRun("killed");
    latencyMs = 3000;
    const doomed = startCli(scan("killed", "--queue"), here());
    while (server.log.length - taken < 3) await delay(10);
    doomed.kill("SIGKILL");
    const orphaned = server.inFlight;
    await doomed.finished;
    const resumed = startCli(scan("killed", "--queue"), here());
    while (server.log.length - taken < judgeUnits / 2) await delay(10);
    const inFlight = server.inFlight;
    workers[0]?.kill("SIGKILL");
    latencyMs = 0;
    expect(await resumed.finished).toMatchObject({ exitCode: 0 });
    expect(await unpaid("killed/r")).toEqual(withoutSummary(whole));
    const log = takeLog();
    expect(log.length - judgeUnits).toBeLessThanOrEqual(orphaned + inFlight);
    const entries = await journalOf("killed");
    expect(count(entries, "sent")).toBeGreaterThanOrEqual(log.length);
    expect(count(entries, "lost")).toBe(count(entries, "sent") - judgeUnits);
    expect(count(entries, "replied")).toBe(judgeUnits);
  });

  test("what workers cannot do is refused, and what asks no judge is done here", async () => {
    const batch = await runCli(scan("alone", "--queue", "--batch"), here());
    expect(batch.stderr).toContain("IB_NOT_FOR_QUEUE");
    const files = ["scan", "r", "--judge", "files/x", "--queue", ...at("alone")];
    expect((await runCli(files, here())).stderr).toContain("IB_NOT_FOR_QUEUE");
    const smoke = ["scan", "r", "--profile", "smoke", "--queue", ...at("alone")];
    expect(await runCli(smoke, here())).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("No judge is asked by this profile"),
    });
  });
});

function configOf(url: string, input: number) {
  const price = { family: "lab", input, output: 4, as_of: "2026-11-01", source: "our contract" };
  const prices = ["lab/assistant", "lab/judge", "lab/second"].map((model) => ({ model, ...price }));
  return { endpoints: { lab: { base_url: `${url}/v1` } }, prices };
}
