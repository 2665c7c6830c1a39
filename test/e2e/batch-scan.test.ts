import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quickClock } from "../providers/served-model.fixture.ts";
import {
  askedTwice,
  environmentOf,
  haveConversations,
  JUDGES,
  PROVIDERS,
  readScan,
  scanArgs,
  startJudge,
} from "./batch-scan.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

let had: TemporaryFolder;
beforeAll(async () => {
  had = await temporaryFolder();
  await haveConversations(had.path);
});
afterAll(() => had[Symbol.asyncDispose]());

/** The conversations, and nothing judged yet. */
async function conversations(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await cp(join(had.path, "had"), join(folder.path, "had"), { recursive: true });
  return folder;
}

async function scanWith(
  judge: string,
  options: Parameters<typeof startJudge>[0],
  ...more: readonly string[]
) {
  await using server = await startJudge(options);
  await using folder = await conversations();
  const args = scanArgs(folder.path, judge, ...more);
  const { exitCode, stderr } = await runCli(args, { env: environmentOf(server), clock: quickClock });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  return { ...(await readScan(folder.path)), server };
}

describe.each(PROVIDERS)("batches of %s", (provider) => {
  const judge = JUDGES[provider];

  test("give the verdicts of live calls, for half the price", async () => {
    const live = await scanWith(judge, {});
    const later = await scanWith(judge, { batches: { reversed: true, endsAfterLooks: 2 } }, "--batch");
    expect(later.verdicts).toBe(live.verdicts);
    expect(later.verdicts).toContain('"verdict":"FAIL"');
    expect(later.server.log.every(({ batched }) => batched !== undefined)).toBe(true);
    expect(later.server.batches.length).toBeGreaterThan(1);
    expect(askedTwice(later.server)).toEqual([]);
    expect(later.cost.actual?.cost_usd).toBeCloseTo(later.server.costUsd, 9);
    expect(later.server.costUsd).toBeCloseTo(live.server.costUsd / 2, 9);
    expect(later.cost.actual?.at_most_usd).toBeUndefined();
  });

  test("lose nothing where some expire or fail, and pay for neither", async () => {
    const live = await scanWith(judge, {});
    const fates = [
      { fate: "expired", share: 0.2, times: 1 },
      { fate: "status-500", share: 0.4, times: 1 },
    ] as const;
    const later = await scanWith(judge, { batches: { fates, endsAfterLooks: 1 } }, "--batch");
    expect(later.verdicts).toBe(live.verdicts);
    expect(askedTwice(later.server).length).toBeGreaterThan(5);
    expect(later.cost.actual?.cost_usd).toBeCloseTo(later.server.costUsd, 9);
  });

  test("count what they do not mention as paid", async () => {
    const fates = [
      { fate: "expired", share: 0.1, times: 1 },
      { fate: "missing", share: 0.4, times: 1 },
    ] as const;
    const { cost, server } = await scanWith(judge, { batches: { fates } }, "--batch");
    expect(askedTwice(server).length).toBeGreaterThan(5);
    const { cost_usd = 0, at_most_usd = 0 } = cost.actual ?? {};
    expect(cost_usd).toBeLessThan(server.costUsd);
    expect(at_most_usd).toBeGreaterThan(server.costUsd);
  });
});

test("a judge whose provider has no batches is refused, and told of files", async () => {
  await using folder = await conversations();
  const { exitCode, stderr } = await runCli(scanArgs(folder.path, "ollama/gemma3", "--batch"));
  expect(exitCode).toBe(2);
  expect(stderr).toContain("IB_NO_BATCH_SERVICE: ollama/gemma3 cannot be asked in batches.");
  expect(stderr).toContain(
    "Leave out `--batch`, or name a judge of openai, anthropic, google; any other can be asked by files",
  );
});

test("the plan has the price of batches, and a live scan goes on where batches ended", async () => {
  await using server = await startJudge();
  await using folder = await conversations();
  const env = environmentOf(server);
  const judge = JUDGES.openai;
  const plan = async (...more: readonly string[]) => {
    const { stdout } = await runCli(scanArgs(folder.path, judge, "--dry-run", "--json", ...more), { env });
    return JSON.parse(stdout).scan_plan;
  };
  const [live, later] = [await plan(), await plan("--batch")];
  expect(later.batch).toBe(true);
  expect(later.fingerprints).toEqual(live.fingerprints);
  const { uncached, output } = live.estimated_cost_parts_usd;
  expect(later.estimated_cost_parts_usd.output).toBeCloseTo(output / 2, 9);
  expect(later.estimated_cost_parts_usd.uncached).toBeCloseTo(uncached / 2, 9);

  expect((await runCli(scanArgs(folder.path, judge, "--batch"), { env, clock: quickClock })).exitCode).toBe(
    0,
  );
  const before = server.log.length;
  expect((await runCli(scanArgs(folder.path, judge), { env })).exitCode).toBe(0);
  expect(server.log.length).toBe(before);
});

test("what was asked in batches can be verified, and golden cards are asked in them too", async () => {
  await using server = await startJudge();
  await using folder = await conversations();
  const at = { env: environmentOf(server), clock: quickClock };
  const { out, judge } = { out: folder.path, judge: JUDGES.anthropic };
  expect((await runCli(scanArgs(out, judge, "--batch"), at)).exitCode).toBe(0);
  const verified = await runCli(["verify", "had", "--out", out]);
  expect(verified.stderr).toBe("");
  expect(verified.exitCode).toBe(0);

  const before = server.log.length;
  const golden = [
    "calibrate",
    "golden",
    "--judge",
    judge,
    "--check",
    "IB-A11",
    "--out",
    out,
    "--yes",
    "--quiet",
  ];
  const { stderr, exitCode } = await runCli([...golden, "--batch", "--no-cache"], at);
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  const asked = server.log.slice(before);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every(({ batched }) => batched !== undefined)).toBe(true);
});

test("an eval has its conversations live and its judging in batches", async () => {
  await using server = await startJudge({ batches: { submissions: ["refused-429"] }, retryAfterSeconds: 30 });
  await using folder = await temporaryFolder();
  const at = { env: environmentOf(server), clock: quickClock };
  const asked = ["--model", "sim/careful", "--scenario", "context_cultural_rosol_002", "--run-id", "whole"];
  const judged = ["--judge", JUDGES.google, "--profile", "dev", "--batch", "--no-cache"];
  const { stderr, exitCode } = await runCli(
    ["eval", ...asked, ...judged, "--out", folder.path, "--yes", "--quiet"],
    at,
  );
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  expect(server.log.length).toBeGreaterThan(0);
  expect(server.log.every(({ batched }) => batched !== undefined)).toBe(true);
});
