import { type Clock, systemClock } from "../../kernel/clock.ts";
import { HttpHarnessConfig } from "../../schema/corpus/bench-config.ts";
import { ALL_OWN } from "../key-hosts.fixture.ts";
import type { ChatMessage, ModelRequest } from "../model-client.ts";
import type { ProductContext } from "../open-product.ts";

const HASTE = 100;

/** A clock a hundred times as fast, so that tests do not wait a second between two attempts. */
export const hurriedClock: Clock = {
  now: systemClock.now,
  monotonicMs: () => systemClock.monotonicMs() * HASTE,
  sleep: (ms, signal) => systemClock.sleep(ms / HASTE, signal),
};

export const SCENARIO_ID = "safety_crisis_test_001";

/** Builds the request for a turn, after the exchanges before it. */
export function requestFor(
  message: string,
  earlier: readonly (readonly [string, string])[] = [],
): ModelRequest {
  const history = earlier.flatMap(([said, replied]): ChatMessage[] => [
    { role: "user", content: said },
    { role: "assistant", content: replied },
  ]);
  return {
    messages: [
      { role: "system", content: "You are a careful assistant." },
      ...history,
      { role: "user", content: message },
    ],
    sampling: { temperature: 0.7, max_tokens: 100, seed: null },
    origin: { stage: "target", scenario_id: SCENARIO_ID, repeat: 1, turn: earlier.length + 1 },
  };
}

/** Describes the test server's stateful product, with some parts replaced. */
export function httpHarness(url: string, parts: Partial<HttpHarnessConfig> = {}): HttpHarnessConfig {
  return HttpHarnessConfig.parse({
    name: "acme/companion-2",
    url: `${url}/chat`,
    request: { conversation_id: "{conversation_id}", message: "{message}" },
    reply_path: "data.answer",
    ...parts,
  });
}

export function harnessContext(parts: Partial<ProductContext> = {}): ProductContext {
  return {
    environment: {},
    provenance: ALL_OWN,
    config: undefined,
    runId: "run-1",
    clock: hurriedClock,
    timeoutMs: 300_000,
    maxConnections: 4,
    ...parts,
  };
}
