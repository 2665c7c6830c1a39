import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelServer } from "../servers/model-server.ts";
import {
  askedTwice,
  environmentOf,
  haveConversations,
  JUDGES,
  PROVIDERS,
  readScan,
  scanArgs,
  scanJournal,
  startJudge,
} from "./batch-scan.fixture.ts";
import { runCli, startCli } from "./cli.fixture.ts";
import { type CorpusCopy, corpusCopy } from "./corpus-copy.fixture.ts";
import { countEvents } from "./journal-lines.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

const SHIPPED_PRICES = new URL("../../benchmark/configs/models.yaml", import.meta.url);

/** A small corpus with the shipped prices: a process that is to be killed takes a third of the time. */
let corpus: CorpusCopy;
let had: TemporaryFolder;
beforeAll(async () => {
  corpus = await corpusCopy();
  const prices = await readFile(SHIPPED_PRICES, "utf8");
  await corpus.edit("configs/models.yaml", () => prices);
  had = await temporaryFolder();
  await haveConversations(had.path, ["--corpus", corpus.path, "--repeat", "2"]);
});
afterAll(async () => {
  await had[Symbol.asyncDispose]();
  await corpus[Symbol.asyncDispose]();
});

const scanOf = (out: string, judge: string, ...more: readonly string[]) =>
  scanArgs(out, judge, "--corpus", corpus.path, ...more);

/** A results folder with unjudged conversations. */
async function openFolder(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await cp(join(had.path, "had"), join(folder.path, "had"), { recursive: true });
  return folder;
}

/** Comes true at the moment at which a leg is to be killed. */
type Moment = (server: ModelServer, out: string) => Promise<boolean>;

/** In this order, each in a leg of its own. What the server does at its n-th submission is made for it. */
const MOMENTS: Readonly<Record<string, Moment>> = {
  "before the batch is taken": async (_, out) => countEvents(await scanJournal(out), "sent") > 0,
  "before its id is noted": async ({ batches }) => batches.length > 0,
  "while it runs": async ({ batches }) => (batches[0]?.looks ?? 0) > 0,
  "while its answers are read": async (_, out) => countEvents(await scanJournal(out), "replied") > 0,
};

describe.concurrent("killed at every step, the same command ends the scan", () => {
  test.each(PROVIDERS)("with batches of %s", async (provider) => {
    await using live = await startJudge();
    await using server = await startJudge({
      retryAfterSeconds: 30,
      batches: { submissions: ["refused-429", "taken-then-reset"], endsAfterLooks: [2] },
    });
    await using folder = await openFolder();
    await using other = await openFolder();
    const out = folder.path;
    const judge = JUDGES[provider];
    await runCli(scanOf(other.path, judge), { env: environmentOf(live) });
    const command = [scanOf(out, judge, "--batch"), { env: environmentOf(server) }] as const;

    for (const [, isReached] of Object.entries(MOMENTS)) {
      const cli = startCli(...command);
      const ended = cli.finished.then(() => true);
      while (!(await isReached(server, out)) && !(await Promise.race([ended, delay(10, false)])));
      cli.kill("SIGKILL");
      expect((await cli.finished).exitCode).toBeNull();
    }
    const { exitCode, stderr } = await runCli(...command);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);

    const scan = await readScan(out);
    expect(scan.verdicts).toBe((await readScan(other.path)).verdicts);
    expect(askedTwice(server)).toEqual([]);
    const units = scan.journal.flatMap((line) => (line.event === "sent" ? line.unit : []));
    expect(new Set(units).size).toBe(units.length);
    expect(countEvents(scan.journal, "opened")).toBe(5);
    expect(scan.cost.actual?.cost_usd).toBeCloseTo(server.costUsd, 9);
    expect(scan.cost.actual?.at_most_usd).toBeUndefined();
  });
});

test("what is in a batch is not asked live as well, unless somebody says so and pays for both", async () => {
  await using server = await startJudge({ batches: { endsAfterMs: 3_600_000 } });
  await using folder = await openFolder();
  const out = folder.path;
  const env = environmentOf(server);
  const cli = startCli(scanOf(out, JUDGES.openai, "--batch"), { env });
  while (countEvents(await scanJournal(out), "batch") === 0) await delay(10);
  cli.kill("SIGKILL");
  await cli.finished;
  const inBatch = server.log.length;

  const live = await runCli(scanOf(out, JUDGES.openai), { env });
  expect(live.exitCode).toBe(2);
  expect(live.stderr).toContain(`IB_CALLS_IN_BATCH: ${inBatch} calls are still in a batch`);
  expect(server.log.length).toBe(inBatch);

  const again = await runCli(scanOf(out, JUDGES.openai, "--retry-lost"), { env });
  expect(again.stderr).toBe("");
  expect(again.exitCode).toBe(0);
  const { cost } = await readScan(out);
  expect(cost.actual?.cost_usd).toBeLessThan(server.costUsd);
  expect(cost.actual?.at_most_usd).toBeGreaterThan(server.costUsd);
});
