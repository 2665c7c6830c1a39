/** Measures calls per second through the whole chain and the journal, compared with a bare loop over the same requests. */
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock as clock } from "../src/kernel/clock.ts";
import { CostLedger } from "../src/providers/cost-ledger.ts";
import type { ModelRequest } from "../src/providers/model-client.ts";
import { openModel } from "../src/providers/open-model.ts";
import { createLimiterPool } from "../src/providers/provider-context.ts";
import { recordCalls } from "../src/providers/recorded-model.ts";
import { ModelPrice } from "../src/schema/corpus/model-catalog.ts";
import { openJournal } from "../src/store/journal.ts";
import {
  type ModelServerProcessOptions,
  startModelServerProcess,
} from "../test/servers/start-model-server-process.ts";

interface Load {
  readonly calls: number;
  readonly connections: number;
  readonly latencyMs: NonNullable<ModelServerProcessOptions["latencyMs"]>;
}

const VARIED: Load = {
  calls: 5000,
  connections: 256,
  latencyMs: { medianMs: 1000, sigma: 0.5, seed: "bench" },
};
const VARIED_GOAL = 0.93;
const STEADY_LATENCY_MS = 200;
const STEADY: Load = { calls: 2500, connections: 50, latencyMs: STEADY_LATENCY_MS };
const STEADY_GOAL = 0.9;
const ONE_CALL: Load = { calls: 1, connections: 1, latencyMs: 0 };
const RSS_GOAL_MB = 400;
/** Conversations per connection: while one writes its journal, another can make a call. */
const CONVERSATIONS_PER_CONNECTION = 2;

const MODEL = "gpt-4o-mini";
const PRICE = ModelPrice.parse({
  model: `openai/${MODEL}`,
  family: "gpt",
  input: 0.15,
  cached_input: 0.075,
  output: 0.6,
  as_of: "2026-01-01",
  source: "made for the bench",
});
const EARLIER_TURNS = ["user", "assistant", "user", "assistant"] as const;
const WORDS = "I hear how tired you are, and the pharmacist can tell you more about it. ".repeat(8);

export async function bench(): Promise<readonly string[]> {
  // One warm-up call each, which loads all code.
  await onServer(ONE_CALL, chainSeconds);
  await onServer(ONE_CALL, bareSeconds);
  // First, so that the peak of memory belongs to the chain.
  const varied = await onServer(VARIED, chainSeconds);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const bare = await onServer(VARIED, bareSeconds);
  const steady = await onServer(STEADY, chainSeconds);
  const ideal = (STEADY.calls / STEADY.connections) * (STEADY_LATENCY_MS / 1000);
  return [
    `log-normal latency, median 1 s: ${rate(VARIED, varied)} through the chain, ${rate(VARIED, bare)} in a bare loop`,
    ratioLine(bare / varied, VARIED_GOAL, "of the bare loop"),
    `fixed latency, ${STEADY_LATENCY_MS} ms:        ${rate(STEADY, steady)} through the chain, ${rate(STEADY, ideal)} ideal`,
    ratioLine(ideal / steady, STEADY_GOAL, "of ideal"),
    `peak memory:                    ${Math.round(peakMb)} MB (goal ${RSS_GOAL_MB}: ${peakMb < RSS_GOAL_MB ? "met" : "MISSED"})`,
  ];
}

/** Starts a new server each time: the same requests get the same latencies. */
async function onServer(load: Load, measure: (load: Load, url: string) => Promise<number>): Promise<number> {
  await using server = await startModelServerProcess({ latencyMs: load.latencyMs, replyWords: 200 });
  const seconds = await measure(load, server.url);
  const { answered } = await server.readCounts();
  if (answered !== load.calls) throw new Error(`the server answered ${answered} of ${load.calls} calls`);
  return seconds;
}

async function chainSeconds({ calls, connections }: Load, url: string): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "invisiblebench-orchestration-"));
  const journal = await openJournal(join(directory, "journal.jsonl"));
  try {
    const client = await openModel(PRICE.model, {
      world: () => Promise.reject(new Error("nothing is simulated here")),
      providers: {
        environment: { OPENAI_API_KEY: "bench-key", OPENAI_BASE_URL: `${url}/v1` },
        provenance: { fromDotEnv: new Set(), isConfigVouchedFor: false, allowedHosts: [] },
        endpoints: {},
        prices: () => PRICE,
        clock,
        limiterFor: createLimiterPool({ maxConnections: connections, clock }),
        ledger: new CostLedger({ ceilingUsd: 1000 }),
        cacheDirectory: join(directory, "cache"),
        timeoutMs: 60_000,
      },
    });
    const model = recordCalls(client, journal, clock);
    const { signal } = new AbortController();
    return await secondsOf(calls, connections * CONVERSATIONS_PER_CONNECTION, async (call) => {
      const outcome = await model.ask(requestOf(call), signal);
      if (!outcome.ok) throw new Error(outcome.reason);
    });
  } finally {
    await journal.close();
    await rm(directory, { recursive: true });
  }
}

async function bareSeconds({ calls, connections }: Load, url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    return await secondsOf(calls, connections, (call) => post(`${url}/v1/chat/completions`, agent, call));
  } finally {
    agent.destroy();
  }
}

async function secondsOf(
  calls: number,
  workers: number,
  ask: (call: number) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < calls) await ask(next++);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return (performance.now() - started) / 1000;
}

function requestOf(call: number): ModelRequest {
  return {
    messages: [
      { role: "system", content: "You are a helpful assistant." },
      ...EARLIER_TURNS.map((role) => ({ role, content: WORDS })),
      { role: "user", content: `${call}. ${WORDS}` },
    ],
    sampling: { temperature: 0.7, max_tokens: 1000, seed: 1 },
    origin: { stage: "target", scenario_id: `safety_bench_${call}`, repeat: 1, turn: 3 },
  };
}

function post(url: string, agent: Agent, call: number): Promise<void> {
  const { messages, sampling } = requestOf(call);
  const body = JSON.stringify({ model: MODEL, messages, ...sampling });
  const done = Promise.withResolvers<void>();
  const headers = { authorization: "Bearer bench-key", "content-type": "application/json" };
  const request = httpRequest(url, { method: "POST", agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", done.reject);
    response.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString("utf8"));
      done.resolve();
    });
  });
  request.on("error", done.reject);
  request.end(body);
  return done.promise;
}

function ratioLine(ratio: number, goal: number, what: string): string {
  return `ratio:                          ${ratio.toFixed(3)} ${what} (goal ${goal}: ${ratio >= goal ? "met" : "MISSED"})`;
}

function rate({ calls }: Load, seconds: number): string {
  return `${(calls / seconds).toFixed(1)}/s`;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
