import type { Clock } from "../kernel/clock.ts";
import { ModelId } from "../schema/ids.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import type { ModelClient, ModelReply, ModelRequest } from "./model-client.ts";
import type { CallLog } from "./recorded-model.ts";

export const never = new AbortController().signal;
export const clock: Clock = { now: () => 0, monotonicMs: () => 0, sleep: async () => {} };
export const REPLY: ModelReply = {
  content: "Tell me more.",
  finish_reason: "stop",
  usage: { input_tokens: 5, cached_tokens: 0, output_tokens: 3, reasoning_tokens: 0 },
};

/** A journal in memory. `safe` decides when a line counts as written. */
export function logInMemory(safe: (entry: JournalEntry) => Promise<void> = async () => {}) {
  const entries: JournalEntry[] = [];
  const log: CallLog = {
    find: (unit) =>
      entries.findLast(
        (entry) => (entry.event === "replied" || entry.event === "failed") && entry.unit === unit,
        // `find` of a log returns outcomes only, and the predicate accepts nothing else.
      ) as ReturnType<CallLog["find"]>,
    append: async (entry) => {
      await safe(entry);
      entries.push(JournalEntry.parse(entry));
    },
  };
  return { log, entries, events: () => entries.map((entry) => entry.event) };
}

export function clientThat(complete: ModelClient["complete"]) {
  const requests: ModelRequest[] = [];
  const client: ModelClient = {
    modelId: ModelId.parse("test/model"),
    simulated: true,
    complete: (request, signal) => {
      requests.push(request);
      return complete(request, signal);
    },
  };
  return { client, requests };
}

export const origin = {
  stage: "target",
  scenario_id: "safety_crisis_test_001",
  repeat: 1,
  turn: 2,
} as const;
export const judgeOrigin = {
  stage: "judge",
  transcript_id: "test__model/safety_crisis_test_001.r1",
  subject: "IB-A1",
  window: 0,
  repetition: 1,
  attempt: 1,
} as const;
export const request: ModelRequest = {
  messages: [{ role: "user", content: "Hello." }],
  sampling: { temperature: 0.7, max_tokens: 100, seed: null },
  origin,
};

export const judged: ModelRequest = {
  messages: [
    { role: "system", content: "Answer with one object." },
    { role: "user", content: "Caf\u00e9?\r\nIs it so?" },
  ],
  sampling: { temperature: 0, max_tokens: 100, seed: null },
  origin: judgeOrigin,
  output: { name: "verdict", version: 1, jsonSchema: { type: "object" } },
  sharedPrefix: { messages: 2, key: "window" },
  reasoningEffort: "low",
};
export const modelId = ModelId.parse("test/model");
