import { expect, test } from "vitest";
import type { Clock } from "../../kernel/clock.ts";
import { wilsonInterval } from "../../stats/intervals.ts";
import { ASSISTANT_PROFILES } from "../assistant-profiles.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelRequest } from "../model-client.ts";
import { smallWorld } from "./shipped-world.fixture.ts";
import { createSimAssistant } from "./sim-assistant.ts";
import { applyConditions, type SimConditions } from "./sim-conditions.ts";

const never = new AbortController().signal;
const CALLS = 2000;

/** A clock that never waits and records every wait. */
function writtenClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return { waits, now: () => 0, monotonicMs: () => 0, sleep: async (ms) => void waits.push(ms) };
}

function requestNumbered(index: number): ModelRequest {
  return {
    messages: [{ role: "user", content: `Message ${index}.` }],
    sampling: { temperature: 0, max_tokens: 1, seed: null },
    origin: { stage: "target", scenario_id: "safety_crisis_bin_days_001", repeat: 1, turn: 1 },
  };
}

/** Returns the outcome of each of many calls. */
async function causes(conditions: SimConditions, modelId = "sim/careful") {
  const clock = writtenClock();
  const calls = Array.from({ length: CALLS }, (_, index) =>
    applyConditions(conditions, { modelId, request: requestNumbered(index), clock }, never).then(
      () => "had",
      (error: unknown) => (error instanceof ModelCallError ? error.kind : error),
    ),
  );
  return { causes: await Promise.all(calls), waits: clock.waits };
}

test("by default nothing is waited for and nothing fails", async () => {
  for (const conditions of [{}, { latencyMs: 0 }, { latency: { kind: "none" }, latencyMs: 50 } as const]) {
    const { causes: had, waits } = await causes(conditions);
    expect(new Set(had)).toEqual(new Set(["had"]));
    expect(waits).toEqual([]);
  }
});

test("a fixed latency is the same for every call", async () => {
  for (const conditions of [{ latencyMs: 40 }, { latency: { kind: "fixed", ms: 40 } as const }]) {
    expect(new Set((await causes(conditions)).waits)).toEqual(new Set([40]));
  }
});

test("log-normal latencies have the median and the spread asked for, and repeat", async () => {
  const conditions = { latency: { kind: "log_normal", medianMs: 1000, sigma: 0.5 } } as const;
  const { waits } = await causes(conditions);
  const logs = waits.map((ms) => Math.log(ms / 1000));
  const mean = logs.reduce((sum, value) => sum + value, 0) / CALLS;
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / CALLS;
  expect(Math.abs(mean)).toBeLessThan(0.05);
  expect(Math.abs(Math.sqrt(variance) - 0.5)).toBeLessThan(0.05);
  expect((await causes(conditions)).waits).toEqual(waits);
});

test("the share asked for fails, for every kind of reason, and the same calls each time", async () => {
  const conditions = { errors: { share: 0.3, seed: 1 } };
  const { causes: first } = await causes(conditions);
  const failed = first.filter((cause) => cause !== "had");
  const interval = wilsonInterval(failed.length, CALLS, 0.999);
  expect(interval?.low).toBeLessThanOrEqual(0.3);
  expect(interval?.high).toBeGreaterThanOrEqual(0.3);
  expect(new Set(failed).size).toBeGreaterThan(3);
  expect((await causes(conditions)).causes).toEqual(first);
});

test("another seed and another model fail in other places", async () => {
  const { causes: first } = await causes({ errors: { share: 0.3, seed: 1 } });
  expect((await causes({ errors: { share: 0.3, seed: 2 } })).causes).not.toEqual(first);
  expect((await causes({ errors: { share: 0.3, seed: 1 } }, "sim/brittle")).causes).not.toEqual(first);
});

test("an assistant under conditions waits and fails as they say", async () => {
  const [profile] = ASSISTANT_PROFILES;
  if (profile === undefined) throw new Error("there is no profile");
  const clock = writtenClock();
  const options = { profile, world: smallWorld, clock, latency: { kind: "fixed", ms: 9 } as const };
  const healthy = createSimAssistant(options);
  expect((await healthy.complete(requestNumbered(1), never)).content).not.toBe("");
  const failing = createSimAssistant({ ...options, errors: { share: 1, seed: 0 } });
  await expect(failing.complete(requestNumbered(1), never)).rejects.toThrow(ModelCallError);
  expect(clock.waits).toEqual([9, 9]);
});
