import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { JournalEntry } from "../../src/schema/run/journal.ts";
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

export const KEY = "sk-planted-0123456789abcdefghij";
export const CEILING_USD = 5;
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-haiku-4-5"];
/** The dearer of the two models' prices, so that the server never counts less than the truth. */
const PRICE = { inputUsdPerMillion: 1, outputUsdPerMillion: 5 };
/** Every 429 slows the limiter down: one kind of them in the storm is enough, each kind has a test of its own. */
const KINDS = TRANSIENT_FAULTS.filter((kind) => kind !== "rate-limit" && kind !== "rate-limit-date");
const FAULTS = { share: 0.3, kinds: KINDS, maxPerRequest: 4 };

export async function serve(options: ModelServerProcessOptions) {
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

export const args = (out: string, ...more: readonly string[]) =>
  commandLine(out, { models: MODELS, ceilingUsd: CEILING_USD }, more);

export function commandLine(
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
export const delivered = (log: readonly LogEntry[]) =>
  log.filter((entry) => entry.outcome === "answered" && entry.fault === null && entry.status === 200);

/** The transcripts of a run that nothing disturbs. */
export async function undisturbed(some: readonly string[]): Promise<Record<string, string>> {
  await using server = await serve({});
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, ...some, "--run-id", "calm"), { env: server.env });
  expect(result.stderr).toBe("");
  expect(result.exitCode).toBe(0);
  return await transcripts(join(out, "calm"));
}

async function transcripts(run: string): Promise<Record<string, string>> {
  const hashes = Object.entries(await artefactHashes(run));
  return Object.fromEntries(hashes.filter(([path]) => path.startsWith("transcripts")));
}

export async function expectNoKeyIn(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect(await readFile(join(entry.parentPath, entry.name), "utf8")).not.toContain(KEY);
  }
}

/** Three calls in ten fail in every way there is, and nothing is lost. */
export async function expectToSurviveFaults(
  some: readonly string[],
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  await using server = await serve({ faults: FAULTS });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const result = await runCli(args(out, ...some, "--run-id", "stormy"), { env: server.env });
  expect(result.stderr).toBe("");
  expect(result.exitCode).toBe(0);
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
}

/** Killed whenever its journal has grown by so many replies, so many times, and then left alone. */
export async function expectToSurviveKills(
  some: readonly string[],
  expected: Readonly<Record<string, string>>,
  plan: { readonly kills: number; readonly everyReplies: number },
): Promise<void> {
  await using server = await serve({ faults: FAULTS, latencyMs: 40 });
  await using folder = await temporaryFolder();
  const out = folder.path;
  const path = join(out, "killed", "journal.jsonl");
  const replies = async () => (await readJournal(path)).filter((entry) => entry.event === "replied").length;
  // A call that was lost at a kill may have been billed, so it counts in full: many kills need room.
  const begin = (...more: readonly string[]) =>
    startCli(commandLine(out, { models: MODELS, ceilingUsd: 100 }, [...some, ...more]), { env: server.env });
  for (let kills = 0; kills < plan.kills; kills++) {
    const before = await replies();
    const cli = begin(...(kills === 0 ? ["--run-id", "killed"] : ["--resume", "killed"]));
    while ((await replies()) < before + plan.everyReplies) await delay(20);
    cli.kill("SIGKILL");
    expect((await cli.finished).exitCode).toBeNull();
  }
  const ended = await begin("--resume", "killed").finished;
  expect(ended.stderr).toBe("");
  expect(ended.exitCode).toBe(0);
  expect(await transcripts(join(out, "killed"))).toEqual(expected);

  const journal = await readJournal(path);
  const replied = journal.filter((entry) => entry.event === "replied");
  const count = (event: JournalEntry["event"]) => journal.filter((entry) => entry.event === event).length;
  const lost = count("sent") - count("settled") - replied.length;
  expect(new Set(replied.map((entry) => entry.unit)).size).toBe(replied.length);
  // Every reply beyond the journalled ones was in flight at a kill, and is counted as lost.
  const repeats = delivered(await server.readLog()).length - replied.length;
  expect(repeats).toBeGreaterThanOrEqual(0);
  expect(repeats).toBeLessThanOrEqual(lost);
  const manifest = RunManifest.parse(
    JSON.parse(await readFile(join(out, "killed", "run_manifest.json"), "utf8")),
  );
  expect(manifest.legs).toBe(plan.kills + 1);
  expect(manifest.target.lost_in_flight).toBe(lost);
}
