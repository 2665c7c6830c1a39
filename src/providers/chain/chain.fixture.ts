import type { Clock } from "../../kernel/clock.ts";
import { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import { ModelId } from "../../schema/ids.ts";
import { AttemptError } from "../errors.ts";
import type { CallOrigin, ModelClient, ModelReply, ModelRequest } from "../model-client.ts";

export const never = new AbortController().signal;

export const REPLY: ModelReply = {
  content: "Tell me more.",
  finish_reason: "stop",
  usage: { input_tokens: 5, cached_tokens: 0, output_tokens: 3, reasoning_tokens: 0 },
};

/** One dollar for a million input tokens, two for a million output tokens. */
export const PRICE = ModelPrice.parse({
  model: "test/model",
  family: "test",
  input: 1,
  output: 2,
  as_of: "2026-01-01",
  source: "made for tests",
});

export function requestOf(turn: number, change: Partial<ModelRequest> = {}): ModelRequest {
  const origin: CallOrigin = { stage: "target", scenario_id: "safety_crisis_test_001", repeat: 1, turn };
  return {
    messages: [{ role: "user", content: `Message ${turn}.` }],
    sampling: { temperature: 0, max_tokens: 100, seed: null },
    origin,
    ...change,
  };
}

/** A model that follows a script for its n-th call, and counts calls. */
export function scriptedModel(
  ...script: readonly ((request: ModelRequest, signal: AbortSignal) => Promise<ModelReply> | ModelReply)[]
) {
  const requests: ModelRequest[] = [];
  const client: ModelClient = {
    modelId: ModelId.parse("test/model"),
    simulated: true,
    complete: async (request, signal) => {
      signal.throwIfAborted();
      requests.push(request);
      const act = script[requests.length - 1] ?? script.at(-1);
      return act === undefined ? REPLY : act(request, signal);
    },
  };
  return { client, requests };
}

/** Ends only with its signal. */
export function untilAborted(_: ModelRequest, signal: AbortSignal): Promise<never> {
  const ended = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => ended.reject(signal.reason), { once: true });
  return ended.promise;
}

type Failure = ConstructorParameters<typeof AttemptError>[1];

export function fails(failure: Partial<Failure> = {}) {
  return () => {
    throw new AttemptError("it went wrong", { kind: "server_error", isRetryable: true, ...failure });
  };
}

export const settle = () => new Promise(setImmediate);

/** A clock that only the test advances. */
export function manualClock() {
  let nowMs = 0;
  const sleepers = new Set<{ readonly wakesAtMs: number; readonly wake: () => void }>();
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      const slept = Promise.withResolvers<void>();
      const sleeper = { wakesAtMs: nowMs + ms, wake: slept.resolve };
      const abort = () => slept.reject(signal.reason);
      sleepers.add(sleeper);
      signal.addEventListener("abort", abort, { once: true });
      await slept.promise.finally(() => {
        sleepers.delete(sleeper);
        signal.removeEventListener("abort", abort);
      });
    },
  };
  return {
    clock,
    /** Number of pending sleeps. */
    sleepers: () => sleepers.size,
    async advance(ms: number) {
      nowMs += ms;
      for (const sleeper of sleepers) if (sleeper.wakesAtMs <= nowMs) sleeper.wake();
      await settle();
    },
  };
}

/** Every sleep ends at once and is recorded. */
export function hastyClock() {
  let nowMs = 0;
  const sleepsMs: number[] = [];
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleepsMs.push(ms);
      nowMs += ms;
    },
  };
  return { clock, sleepsMs };
}
