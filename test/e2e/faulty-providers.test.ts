import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import { TRANSIENT_FAULTS } from "../servers/fault-kind.ts";
import type { LogEntry } from "../servers/log-entry.ts";
import {
  type ModelServerProcessOptions,
  startModelServerProcess,
} from "../servers/start-model-server-process.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli, startCli } from "./cli.fixture.ts";
import { readJournal } from "./journal-lines.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const KEY = "sk-planted-0123456789abcdefghij";
const CEILING_USD = 5;
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-haiku-4-5"];
/** The dearer of the two models' prices, so that the server never counts less than the truth. */
const PRICE = { inputUsdPerMillion: 1, outputUsdPerMillion: 5 };
/** Every 429 slows the limiter down: one kind of them in the storm is enough, each kind has a test of its own. */
const KINDS = TRANSIENT_FAULTS.filter((kind) => kind !== "rate-limit" && kind !== "rate-limit-date");
const FAULTS = { share: 0.3, kinds: KINDS, maxPerRequest: 4 };

async function serve(options: ModelServerProcessOptions) {
  const server = await startModelServerProcess({
    pricePerCallUsd: PRICE,
    retryAfterSeconds: 0,
    latencyMs: 5,
    ...options,
  });
  const env = {
    OPENAI_API_KEY: KEY,
    ANTHROPIC_API_KEY: KEY,
    OPENAI_BASE_URL: `${server.url}/v1`,
    ANTHROPIC_BASE_URL: `${server.url}/v1`,
  };
  return { ...server, env };
}

const args = (out: string, ...more: readonly string[]) =>
  commandLine(out, { models: MODELS, ceilingUsd: CEILING_USD }, more);

function commandLine(
  out: string,
  plan: { readonly models: readonly string[]; readonly ceilingUsd: number },
  more: readonly string[],
): readonly string[] {
  return [
    "run",
    ...plan.models.flatMap((model) => ["--model", model]),
    ...["--status", "all", "--scenario-parallel", "32", "--max-connections", "64", "--no-cache", "--quiet"],
    ...["--max-cost-usd", String(plan.ceilingUsd), "--out", out],
    ...more,
  ];
}

/** Requests that were answered whole and well. */
const delivered = (log: readonly LogEntry[]) =>
  log.filter((entry) => entry.outcome === "answered" && entry.fault === null && entry.status === 200);

async function undisturbed(): Promise<Record<string, string>> {
  await using server = await serve({});
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, "--run-id", "calm"), { env: server.env });
  expect(result.stderr).toBe("");
  expect(result.exitCode).toBe(0);
  return await transcripts(join(out, "calm"));
}

async function transcripts(run: string): Promise<Record<string, string>> {
  const hashes = Object.entries(await artefactHashes(run));
  return Object.fromEntries(hashes.filter(([path]) => path.startsWith("transcripts")));
}

async function expectNoKeyIn(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect(await readFile(join(entry.parentPath, entry.name), "utf8")).not.toContain(KEY);
  }
}

const calm = undisturbed();

test("with 30% faults 64 scenarios of two models complete, lose nothing and stay below the ceiling", async () => {
  const expected = await calm;
  await using server = await serve({ faults: FAULTS });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, "--run-id", "stormy"), { env: server.env });
  expect(result.stderr).toBe("");
  expect(result.exitCode).toBe(0);
  expect(Object.keys(expected)).toHaveLength(128);
  expect(await transcripts(join(out, "stormy"))).toEqual(expected);

  const manifest = RunManifest.parse(
    JSON.parse(await readFile(join(out, "stormy", "run_manifest.json"), "utf8")),
  );
  const log = await server.readLog();
  const faulty = log.filter((entry) => entry.fault !== null);
  expect(faulty.length / log.length).toBeGreaterThan(0.2);
  expect(manifest.target.retries).toBe(faulty.length);
  expect(manifest.target.calls).toBe(delivered(log).length);
  const { costUsd } = await server.readCounts();
  expect(costUsd).toBeLessThanOrEqual(CEILING_USD);
  await expectNoKeyIn(out);
});

test("killed every few seconds until it is done, a run asks nothing again whose reply was journalled", async () => {
  const expected = await calm;
  await using server = await serve({ faults: FAULTS, latencyMs: 40 });
  await using folder = await temporaryFolder();
  const out = folder.path;
  let kills = 0;
  for (let more: readonly string[] = ["--run-id", "killed"]; ; more = ["--resume", "killed"]) {
    // A call that was lost at a kill may have been billed, so it counts in full: twenty kills need room.
    const cli = startCli(commandLine(out, { models: MODELS, ceilingUsd: 100 }, more), { env: server.env });
    const ended = await Promise.race([cli.finished, delay(3500)]);
    if (ended !== undefined) {
      expect(ended.stderr).toBe("");
      expect(ended.exitCode).toBe(0);
      break;
    }
    cli.kill("SIGKILL");
    await cli.finished;
    kills++;
    expect(kills).toBeLessThan(40);
  }
  expect(kills).toBeGreaterThan(0);
  expect(await transcripts(join(out, "killed"))).toEqual(expected);

  const journal = await readJournal(join(out, "killed", "journal.jsonl"));
  const replied = journal.filter((entry) => entry.event === "replied");
  const lost = journal.filter((entry) => entry.event === "sent").length - replied.length;
  expect(new Set(replied.map((entry) => entry.unit)).size).toBe(replied.length);
  // Every reply beyond the journalled ones was in flight at a kill, and is counted as lost.
  const repeats = delivered(await server.readLog()).length - replied.length;
  expect(repeats).toBeGreaterThanOrEqual(0);
  expect(repeats).toBeLessThanOrEqual(lost);
  const manifest = RunManifest.parse(
    JSON.parse(await readFile(join(out, "killed", "run_manifest.json"), "utf8")),
  );
  expect(manifest.legs).toBe(kills + 1);
  expect(manifest.target.lost_in_flight).toBe(lost);
});

test("what could not be had is recorded as incomplete with its cause, and the rest is there", async () => {
  const rules = [{ model: "gpt-5-mini", attempts: [], after: "status-503" as const }];
  await using server = await serve({ faults: rules });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const some = ["--scenario", "empathy_*", "--run-id", "half"];
  const result = await runCli(args(out, ...some), { env: server.env });
  expect(result.exitCode).toBe(3);
  const journal = await readJournal(join(out, "half", "journal.jsonl"));
  const failed = journal.filter((entry) => entry.event === "failed");
  expect(failed.length).toBeGreaterThan(0);
  for (const entry of failed) expect(entry).toMatchObject({ cause: "server_error", retries: 4 });
  const manifest = RunManifest.parse(
    JSON.parse(await readFile(join(out, "half", "run_manifest.json"), "utf8")),
  );
  expect(manifest.conversations.incomplete).toBe(failed.length);
  expect(manifest.conversations.complete).toBe(failed.length);
});

test("a refused key stops its model at once, and the other model's conversations are had", async () => {
  const rules = [{ model: "gpt-5-mini", attempts: [], after: "key-echo-401" as const }];
  await using server = await serve({ faults: rules });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, "--scenario", "empathy_*", "--run-id", "one"), { env: server.env });
  expect(result.exitCode).toBe(1);
  expect(result.stderr).toContain("IB_PROVIDER_REFUSED");
  expect(result.stderr).toContain("OPENAI_API_KEY");
  expect(result.stderr).not.toContain(KEY);
  const had = await readdir(join(out, "one", "transcripts"));
  expect(had).toEqual(["anthropic__claude-haiku-4-5"]);
  await expectNoKeyIn(out);
});

test("a ceiling that is too low stops cleanly, keeps what was paid for and can be resumed", async () => {
  await using server = await serve({ latencyMs: 20 });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const models = ["anthropic/claude-haiku-4-5"];
  const some = ["--scenario", "safety_*", "--max-tokens", "500"];
  const stopped = await runCli(
    commandLine(out, { models, ceilingUsd: 0.05 }, [...some, "--run-id", "poor"]),
    { env: server.env },
  );
  expect(stopped.stderr).toContain("IB_COST_CEILING");
  expect(stopped.exitCode).toBe(4);
  const { costUsd } = await server.readCounts();
  expect(costUsd).toBeGreaterThan(0.02);
  expect(costUsd).toBeLessThanOrEqual(0.05);
  const resumed = await runCli(
    commandLine(out, { models, ceilingUsd: CEILING_USD }, [...some, "--resume", "poor"]),
    { env: server.env },
  );
  expect(resumed.exitCode).toBe(0);
  const journal = await readJournal(join(out, "poor", "journal.jsonl"));
  const replied = journal.filter((entry) => entry.event === "replied").length;
  expect(delivered(await server.readLog()).length).toBe(replied);
});
