import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, startCli } from "../e2e/cli.fixture.ts";
import { commandLine, KEY } from "../e2e/faulty-providers.fixture.ts";
import { readJournal } from "../e2e/journal-lines.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { startModelServer } from "../servers/model-server.ts";

const MODEL = "openai/gpt-5-mini";
const ROUTER = "anthropic/claude-haiku-4-5";
const WORKER = ["worker", "--concurrency", "3", "--drain-seconds", "20", "--once"];

describeOnPostgres("a run with a router over a queue", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster();
    const migrated = await runCli(["queue", "migrate"], { env: { INVISIBLEBENCH_QUEUE_URL: cluster.url } });
    expect(migrated).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => cluster?.remove());

  test("a worker takes part that has both keys, asks the router, and the bytes are those of one process", async () => {
    await using server = await startModelServer({
      reply: ({ model, messages, requestHash }) =>
        ROUTER.endsWith(model)
          ? (/^\{"id":"(\w+)"/m.exec(messages.at(-1)?.text ?? "")?.[1] ?? "")
          : `Reply ${requestHash.slice(0, 8)}.`,
    });
    await using folder = await temporaryFolder();
    const queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    const ofModel = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${server.url}/v1`, ...queue };
    const ofBoth = { ...ofModel, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `${server.url}/v1` };
    // Each in results of its own: a plan goes by how long earlier replies were.
    const commandOf = (out: string, ...more: readonly string[]) =>
      commandLine(join(folder.path, out), { models: [MODEL], ceilingUsd: 5 }, [
        ...["--router", ROUTER],
        ...THREE_SCENARIOS,
        ...more,
      ]);
    const alone = await runCli(commandOf("alone", "--run-id", "mine"), { env: ofBoth });
    expect(alone).toMatchObject({ exitCode: 0, stderr: "" });

    const coordinating = startCli(commandOf("queued", "--run-id", "mine", "--queue"), { env: queue });
    const isDone = coordinating.finished.then(() => true);
    let without = { stdout: "", stderr: "", exitCode: 0 as number | null };
    // Until the run is in the queue there is nothing to take part in.
    while (!without.stderr.includes("Takes part"))
      without = await startCli(WORKER, { env: ofModel }).finished;
    expect(without.stderr).toContain(`Leaves ${ROUTER} to others: there is no key here.`);
    expect(without.stdout).toContain("Had 0");
    expect(await Promise.race([isDone, Promise.resolve(false)])).toBe(false);
    expect(await startCli(WORKER, { env: ofBoth }).finished).toMatchObject({ exitCode: 0 });
    expect(await coordinating.finished).toMatchObject({ exitCode: 0 });

    expect(await artefactHashes(join(folder.path, "queued", "mine"))).toEqual(
      await artefactHashes(join(folder.path, "alone", "mine")),
    );
    const lines = await readJournal(join(folder.path, "queued", "mine", "journal.jsonl"));
    const sent = lines.filter((line) => line.event === "sent");
    expect(sent.filter(({ call }) => call.stage === "router")).toHaveLength(2);
    expect(new Set(sent.map(({ unit }) => unit)).size).toBe(sent.length);
  });
});
