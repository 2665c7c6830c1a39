import { expect, test } from "vitest";
import { HASH } from "../report/report-transcripts.fixture.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import { JournalTally } from "./journal-tally.ts";

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
const failed = (number: number, cause: string, reason: string) => ({
  event: "failed",
  unit: unit(number),
  reason,
  cause,
  at,
});

function tally(...entries: readonly object[]) {
  const counted = new JournalTally();
  for (const entry of entries) counted.record(JournalEntry.parse(entry));
  return counted.state;
}

test("what was sent and has no outcome is in flight", () => {
  const { calls, closed } = tally(opened, sent(1), sent(2), replied(1, { cost_usd: 0.5 }));
  expect(calls).toMatchObject({ sent: 2, replied: 1, failed: 0, in_flight: 1, cost_usd: 0.5 });
  expect(closed).toBeNull();
});

test("errors are grouped by cause, most frequent first, each with an example", () => {
  const { errors, byModel } = tally(
    opened,
    ...[1, 2, 3].map(sent),
    failed(1, "timeout", "no answer"),
    failed(2, "rate_limited", "slow down"),
    failed(3, "rate_limited", "slower"),
  );
  expect(errors).toEqual([
    { cause: "rate limited", count: 2, example: "slow down" },
    { cause: "timeout", count: 1, example: "no answer" },
  ]);
  expect(byModel.get("sim/careful")).toEqual({ calls: 3, failed: 3 });
});

test("a reply of unknown price makes the cost unknown; a cached one costs nothing", () => {
  expect(tally(opened, sent(1), replied(1)).calls.cost_usd).toBeNull();
  const cached = tally(opened, sent(1), replied(1, { from_cache: true })).calls;
  expect(cached).toMatchObject({ cost_usd: 0, from_cache: 1, usage: { input_tokens: 0 } });
});

test("what a killed leg left in flight stays counted after the next one has begun", () => {
  const { calls, legs } = tally(opened, sent(1), opened, sent(2), replied(2));
  expect({ inFlight: calls.in_flight, legs }).toEqual({ inFlight: 1, legs: 2 });
});
