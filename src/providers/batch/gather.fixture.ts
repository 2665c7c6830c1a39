import type { Clock } from "../../kernel/clock.ts";
import { HeldCalls } from "../../measure/held-calls.ts";
import { atMostUsd, JournalCounter } from "../../measure/journal-totals.ts";
import { ModelId } from "../../schema/ids.ts";
import type { JournalEntry, JournalOutcome } from "../../schema/run/journal.ts";
import { buildBatchChain } from "../chain/build-chain.ts";
import { hastyClock, PRICE, REPLY, requestOf } from "../chain/chain.fixture.ts";
import { CostLedger } from "../cost-ledger.ts";
import { AttemptError } from "../errors.ts";
import { ALL_OWN } from "../key-hosts.fixture.ts";
import type { ModelClient } from "../model-client.ts";
import { createLimiterPool } from "../provider-context.ts";
import { type CallLog, recordCalls } from "../recorded-model.ts";
import type { BatchService, PostponedRequest } from "./batch-service.ts";
import { Gatherer } from "./gather.ts";

const MODEL = ModelId.parse("test/model");

interface Taken {
  readonly name: string;
  readonly requests: readonly PostponedRequest[];
}

/** A provider that keeps its batches in memory; `change` injects faults. */
export function memoryService(
  change: (service: BatchService, batches: Map<string, Taken>) => Partial<BatchService> = () => ({}),
) {
  const batches = new Map<string, Taken>();
  const service: BatchService = {
    limits: { requests: 1000, bytes: 1_000_000 },
    submit: async (batch) => {
      const id = `batch_${batches.size + 1}`;
      batches.set(id, batch);
      return id;
    },
    find: async ({ name, noted }) =>
      [...batches].find(([id, batch]) => batch.name === name && !noted.has(id))?.[0] ?? null,
    state: async () => ({ ended: true, gone: false, said: "completed" }),
    answers: async function* ({ units }) {
      for (const unit of [...units].toReversed()) yield { unit, status: 200, body: `answer to ${unit}` };
    },
  };
  return { service: { ...service, ...change(service, batches) }, batches };
}

/** The log of successive sessions. */
export function memoryLog() {
  const lines: JournalEntry[] = [];
  const held = new HeldCalls();
  const counter = new JournalCounter();
  const outcomes = new Map<string, JournalOutcome>();
  const log: CallLog = {
    find: (unit) => outcomes.get(unit),
    inBatch: (unit) => held.find(unit),
    recordedBatches: held.noted,
    append: async (entry) => {
      lines.push(entry);
      held.record(entry);
      counter.record(entry);
      if (entry.event === "replied" || entry.event === "failed") outcomes.set(entry.unit, entry);
    },
  };
  return { log, lines, counter, events: () => lines.map(({ event }) => event) };
}

/** One session: the whole chain, with the gatherer in place of a server. */
export function beginLeg(
  { log, counter }: ReturnType<typeof memoryLog>,
  service: BatchService,
  { clock = hastyClock().clock, ceilingUsd = null }: { clock?: Clock; ceilingUsd?: number | null } = {},
) {
  counter.endLeg();
  const gatherer = new Gatherer({ modelId: MODEL, service, clock, quietMs: 100 });
  const attempt: ModelClient = {
    modelId: MODEL,
    simulated: false,
    complete: async ({ messages, attempts }, signal) => {
      if (attempts?.later === undefined) throw new Error("not recorded");
      const call = { url: "https://example.org/v1/chat", body: JSON.stringify({ messages }) };
      const { sending, later } = attempts;
      const answer = await gatherer.ask({ ...call, attempts: { sending, later } }, signal);
      if ("lost" in answer) throw new AttemptError(answer.lost, { kind: "timeout", isRetryable: true });
      return { ...REPLY, content: String(answer.body), delivery: { cost_usd: 0.00001 } };
    },
  };
  const ledger = new CostLedger({ ceilingUsd });
  ledger.addEarlierSpending("journal", atMostUsd(counter.totals));
  const providers = {
    environment: {},
    provenance: ALL_OWN,
    endpoints: {},
    prices: () => PRICE,
    clock,
    limiterFor: createLimiterPool({ maxConnections: 1, clock }),
    ledger,
    cacheDirectory: null,
    timeoutMs: 1000,
  };
  const served = { address: "https://example.org", price: PRICE, maxAttempts: 3 };
  const model = recordCalls(buildBatchChain(attempt, served, providers), log, clock);
  const controller = new AbortController();
  const askAll = (turns: readonly number[]) =>
    Promise.all(turns.map((turn) => model.ask(requestOf(turn), controller.signal)));
  return { askAll, ledger, controller };
}
