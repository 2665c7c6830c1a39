import { expect, test } from "vitest";
import { chooseLatencyMs } from "./choose-latency.ts";
import type { WireRequest } from "./wire-request.ts";

function request(number: number): WireRequest {
  return {
    format: "openai-chat",
    path: "/v1/chat/completions",
    model: "m-1",
    messages: [],
    temperature: null,
    maxTokens: null,
    seed: null,
    stream: false,
    conversationId: null,
    requestHash: String(number),
    attempt: 1,
    body: null,
  };
}

test("drawn latencies have the median and the spread that were asked for", () => {
  const latency = { medianMs: 1000, sigma: 0.5 };
  const logs = Array.from({ length: 4000 }, (_, index) => Math.log(chooseLatencyMs(latency, request(index))));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / logs.length;
  expect(Math.abs(Math.exp(mean) - 1000)).toBeLessThan(30);
  expect(Math.abs(Math.sqrt(variance) - 0.5)).toBeLessThan(0.02);
});

test("a request's latency is its own, whenever it comes", () => {
  const latency = { medianMs: 200, sigma: 0.5, seed: "other" };
  expect(chooseLatencyMs(latency, request(3))).toBe(chooseLatencyMs(latency, request(3)));
  expect(chooseLatencyMs(latency, request(3))).not.toBe(chooseLatencyMs(latency, request(4)));
  expect(chooseLatencyMs(25, request(3))).toBe(25);
});
