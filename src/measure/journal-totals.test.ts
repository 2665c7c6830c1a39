import { expect, test } from "vitest";
import { HASH } from "../report/report-transcripts.fixture.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import { JournalCounter, knownCostUsd, stageTotals } from "./journal-totals.ts";

const at = "2026-11-15T10:15:00.000Z";
const unit = (number: number) => number.toString(16).padStart(64, "0");
const opened = { event: "opened", schema_version: 1, id: "demo", plan_hash: HASH, tool_version: "1", at };
const call = { stage: "target", model_id: "sim/careful", subject: "one" };
const usage = { input_tokens: 10, cached_tokens: 0, output_tokens: 5, reasoning_tokens: 0 };
const sent = (number: number) => ({ event: "sent", unit: unit(number), call, at });
const replied = (number: number, more: object = {}) => ({
  event: "replied",
  unit: unit(number),
  content: "Yes.",
  finish_reason: "stop",
  usage,
  latency_ms: 1,
  at,
  ...more,
});
const failed = (number: number, cause: string, reason: string, more: object = {}) => ({
  event: "failed",
  unit: unit(number),
  reason,
  cause,
  at,
  ...more,
});

function totalsOf(...entries: readonly object[]) {
  const counter = new JournalCounter();
  for (const entry of entries) counter.record(JournalEntry.parse(entry));
  return counter.totals;
}

test("what was sent and has no outcome is in flight", () => {
  const totals = totalsOf(opened, sent(1), sent(2), replied(1, { cost_usd: 0.5 }));
  expect(totals).toMatchObject({ sent: 2, replied: 1, failed: 0, inFlight: 1, costUsd: 0.5, closed: null });
});

test("failures are counted by cause, each with the words of the first", () => {
  const { failures, byModel } = totalsOf(
    opened,
    ...[1, 2, 3].map(sent),
    failed(1, "timeout", "no answer"),
    failed(2, "rate_limited", "slow down"),
    failed(3, "rate_limited", "slower"),
  );
  expect([...failures]).toEqual([
    ["timeout", { count: 1, example: "no answer" }],
    ["rate_limited", { count: 2, example: "slow down" }],
  ]);
  expect(byModel.get("sim/careful")).toMatchObject({ sent: 3, failed: 3, inFlight: 0 });
});

test("a failed attempt that was billed is in the cost", () => {
  const totals = totalsOf(opened, sent(1), failed(1, "bad_response", "cut off", { cost_usd: 0.2 }));
  expect(totals).toMatchObject({ costUsd: 0.2, unpriced: 0 });
});

test("a reply of unknown price makes the cost unknown; a cached one costs nothing and is no tokens", () => {
  expect(knownCostUsd(totalsOf(opened, sent(1), replied(1)))).toBeNull();
  const cached = totalsOf(opened, sent(1), replied(1, { from_cache: true }));
  expect(knownCostUsd(cached)).toBe(0);
  expect(cached).toMatchObject({ fromCache: 1, usage: { input_tokens: 0, output_tokens: 0 } });
});

test("simulated replies have no price and cost nothing", () => {
  const totals = totalsOf(opened, sent(1), replied(1));
  expect(stageTotals(totals, true).cost_usd).toBe(0);
  expect(stageTotals(totals, false).cost_usd).toBeNull();
});

test("what a killed leg left in flight is lost once the next one has begun, for each model and in all", () => {
  const reserved = { ...sent(1), reserved_usd: 0.25 };
  const totals = totalsOf(opened, reserved, opened, sent(2), replied(2));
  expect(totals).toMatchObject({ inFlight: 0, lostInFlight: 1, lostUsd: 0.25, legs: 2 });
  expect(totals.byModel.get("sim/careful")).toMatchObject({ lostInFlight: 1, lostUsd: 0.25 });
});
