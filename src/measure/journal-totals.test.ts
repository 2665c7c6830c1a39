import fc from "fast-check";
import { expect, test } from "vitest";
import { HASH } from "../report/report-transcripts.fixture.ts";
import { JOURNAL_VERSION, JournalEntry } from "../schema/run/journal.ts";
import { knownCostUsd, stageTotals } from "./call-count.ts";
import { atMostUsd, JournalCounter } from "./journal-totals.ts";

const at = "2026-11-15T10:15:00.000Z";
const unit = (number: number) => number.toString(16).padStart(64, "0");
const opened = {
  event: "opened",
  schema_version: JOURNAL_VERSION,
  id: "demo",
  plan_hash: HASH,
  tool_version: "1",
  at,
};
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

const settled = (number: number, attempt: number, more: object = {}) => ({
  event: "settled",
  unit: unit(number),
  attempt,
  at,
  ...more,
});

test("a unit that is asked again comes to its last outcome, and costs what all of them cost", () => {
  const totals = totalsOf(
    opened,
    ...[
      sent(1),
      failed(1, "server_error", "HTTP 500", { cost_usd: 0.1 }),
      sent(2),
      replied(2, { cost_usd: 0.2 }),
    ],
    { ...sent(1), asked_again: "it was lost" },
    replied(1, { cost_usd: 0.4 }),
  );
  const replaced = { replied: 0, failed: 1 };
  expect(totals).toMatchObject({ sent: 3, replied: 2, failed: 0, replaced, inFlight: 0, lostInFlight: 0 });
  expect(totals.costUsd).toBeCloseTo(0.7, 12);
  expect(totals.usage.output_tokens).toBe(10);
  expect(totals.failures.size).toBe(0);
  expect(totals.byModel.get("sim/careful")).toMatchObject({ sent: 3, replied: 2, failed: 0, replaced });
});

test("a unit that is asked again and fails again has failed once", () => {
  const totals = totalsOf(
    opened,
    sent(1),
    failed(1, "timeout", "a"),
    sent(1),
    failed(1, "server_error", "b"),
  );
  expect(totals).toMatchObject({ sent: 2, failed: 1 });
  expect([...totals.failures.keys()]).toEqual(["server_error"]);
});

test("each attempt with lines of its own counts once: as a retry, with its cost, with its reservation", () => {
  const attempt = (number: number) => ({ ...sent(1), attempt: number, reserved_usd: 1 });
  const first = [opened, attempt(1)];
  expect(totalsOf(...first)).toMatchObject({ sent: 1, retries: 0, openUsd: 1 });
  const second = [...first, settled(1, 1, { cost_usd: 0.25 }), attempt(2)];
  expect(totalsOf(...second)).toMatchObject({ sent: 1, retries: 1, costUsd: 0.25, openUsd: 1, inFlight: 1 });
  expect(totalsOf(...second, replied(1, { attempt: 2, cost_usd: 0.5 }))).toMatchObject({
    ...{ sent: 1, retries: 1, replied: 1, costUsd: 0.75, lostUsd: 0, openUsd: 0, inFlight: 0 },
  });
  // Killed in its second attempt: the cost of the first is known, the second is lost.
  expect(totalsOf(...second, opened)).toMatchObject({
    lostInFlight: 1,
    costUsd: 0.25,
    lostUsd: 1,
    openUsd: 0,
  });
});

test("what nobody says the cost of counts as what was reserved for it", () => {
  const attempt = (number: number) => ({ ...sent(1), attempt: number, reserved_usd: 1 });
  const unsettled = totalsOf(opened, attempt(1), attempt(2), replied(1, { attempt: 2, cost_usd: 0.5 }));
  expect(unsettled).toMatchObject({ costUsd: 0.5, lostUsd: 1, lostInFlight: 0, openUsd: 0 });
  const silent = totalsOf(
    opened,
    attempt(1),
    settled(1, 1),
    attempt(2),
    replied(1, { attempt: 2, cost_usd: 0.5 }),
  );
  expect(silent).toMatchObject({ costUsd: 0.5, lostUsd: 1 });
  const atMost = totalsOf(
    opened,
    sent(1),
    failed(1, "bad_response", "cut", { cost_usd: 0.1, at_most_usd: 0.3 }),
  );
  expect(atMost.costUsd).toBe(0.1);
  expect(atMostUsd(atMost)).toBeCloseTo(0.3, 12);
});

test("an attempt that may have been billed and has no price makes the cost unknown: settled, or lost", () => {
  const out = { ...sent(1), attempt: 1 };
  const settled = { event: "settled", unit: unit(1), attempt: 1, at };
  expect(knownCostUsd(totalsOf(opened, out, settled))).toBeNull();
  expect(knownCostUsd(totalsOf(opened, out, opened))).toBeNull();
  expect(knownCostUsd(totalsOf(opened, out, { ...settled, cost_usd: 0 }, opened))).toBe(0);
  expect(knownCostUsd(totalsOf(opened, { ...out, reserved_usd: 0.5 }, settled))).toBe(0);
});

test("what is reserved for calls in flight is in the most that a stage may have cost, by model too", () => {
  const totals = totalsOf(opened, { ...sent(1), attempt: 1, reserved_usd: 0.5 });
  expect(stageTotals(totals, false)).toMatchObject({ cost_usd: 0, at_most_usd: 0.5 });
  const [ofModel] = totals.byModel.values();
  expect(ofModel && stageTotals(ofModel, false)).toMatchObject({ cost_usd: 0, at_most_usd: 0.5 });
});

test("a call that fails gives no account of an attempt that nobody settled", () => {
  const out = { ...sent(1), attempt: 1, reserved_usd: 0.5 };
  expect(atMostUsd(totalsOf(opened, out, failed(1, "timeout", "gone", { attempt: 1 })))).toBe(0.5);
  const settled = { event: "settled", unit: unit(1), attempt: 1, cost_usd: 0.1, at };
  expect(atMostUsd(totalsOf(opened, out, settled, failed(1, "timeout", "gone", { attempt: 1 })))).toBe(0.1);
});

test("workers' calls are told apart: one that begins again loses its own, and a dead one's are lost when someone says so", () => {
  const by = (worker: string, entry: object) => ({ ...entry, worker });
  const reserved = { ...sent(1), reserved_usd: 0.25 };
  const both = [opened, by("a", opened), by("b", opened), by("a", reserved), by("b", reserved), sent(2)];
  expect(totalsOf(...both)).toMatchObject({ legs: 1, sent: 3, inFlight: 3, openUsd: 0.5 });
  expect(totalsOf(...both, by("a", opened))).toMatchObject({
    legs: 1,
    inFlight: 2,
    lostInFlight: 1,
    lostUsd: 0.25,
  });
  const lost = { event: "lost", unit: unit(1), at };
  expect(totalsOf(...both, by("b", lost))).toMatchObject({ inFlight: 2, lostInFlight: 1, lostUsd: 0.25 });
  // The coordinator resumes; the workers continue.
  expect(totalsOf(...both, opened)).toMatchObject({ legs: 2, inFlight: 2, lostInFlight: 1 });
  expect(totalsOf(...both, by("b", replied(1, { cost_usd: 0.1 })))).toMatchObject({
    ...{ inFlight: 2, replied: 1, openUsd: 0.25, costUsd: 0.1 },
  });
});

test("a call in a provider's batch outlives the leg that sent it, and its outcome is counted once", () => {
  const batched = { ...sent(1), batch: "one", reserved_usd: 0.5 };
  const waiting = [opened, batched, { event: "batch", batch: "one", state: "submitted", at }, opened];
  const meanwhile = totalsOf(...waiting);
  expect(meanwhile).toMatchObject({ inFlight: 1, lostInFlight: 0, lostUsd: 0 });
  expect(atMostUsd(meanwhile)).toBe(0.5);
  expect(totalsOf(...waiting, replied(1, { cost_usd: 0.2 }))).toMatchObject({
    ...{ sent: 1, replied: 1, inFlight: 0, costUsd: 0.2, openUsd: 0 },
  });
});

test("a writer that lost the lock decides nothing, and what it spent counts all the same", () => {
  const under = (fence: number, entry: object) => ({ ...entry, fence });
  const reserved = { ...sent(1), reserved_usd: 0.5 };
  const totals = totalsOf(
    under(3, opened),
    under(4, opened),
    under(4, reserved),
    under(3, { ...sent(1), reserved_usd: 0.5 }),
    under(3, replied(1, { cost_usd: 0.2 })),
    under(3, { event: "closed", outcome: "finished", at }),
  );
  expect(totals).toMatchObject({
    staleLines: 3,
    sent: 2,
    replied: 0,
    inFlight: 1,
    lostInFlight: 1,
    closed: null,
  });
  expect(atMostUsd(totals)).toBeCloseTo(0.7, 12);
});

test("a writer that lost the lock cannot give up what another has under way", () => {
  const under = (fence: number, entry: object) => ({ ...entry, fence });
  const lost = { event: "lost", unit: sent(1).unit, at };
  const lines = [under(1, opened), under(2, opened), under(2, { ...sent(1), reserved_usd: 0.5 })];
  expect(totalsOf(...lines, under(1, lost))).toMatchObject({ inFlight: 1, lostInFlight: 0, staleLines: 1 });
  expect(totalsOf(...lines, under(2, lost))).toMatchObject({ inFlight: 0, lostInFlight: 1, lostUsd: 0.5 });
});

test("the cost of nothing is taken back, whatever lines follow each other", () => {
  const lines = fc.constantFrom<object>(
    ...[opened, { ...opened, worker: "w" }, { event: "closed", outcome: "finished", at }],
    ...[1, 2].flatMap((number) => [
      { ...sent(number), reserved_usd: 1 },
      { ...sent(number), reserved_usd: 1, attempt: 2 },
      { ...sent(number), reserved_usd: 1, worker: "w" },
      { ...sent(number), reserved_usd: 1, batch: "b" },
      settled(number, 1, { cost_usd: 0.5 }),
      settled(number, 2),
      replied(number, { cost_usd: 0.5 }),
      replied(number, { cost_usd: 0.5, attempt: 2, worker: "w" }),
      failed(number, "timeout", "no answer"),
      { event: "lost", unit: unit(number), at },
    ]),
  );
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 30 }), (entries) => {
      const counter = new JournalCounter();
      let known = 0;
      for (const entry of entries) {
        counter.record(JournalEntry.parse(entry));
        const { totals } = counter;
        expect(totals.costUsd).toBeGreaterThanOrEqual(known);
        known = totals.costUsd;
        const { replied: ok, failed: not, inFlight, lostInFlight, openUsd, sent: calls } = totals;
        expect(Math.min(ok, not, inFlight, lostInFlight, openUsd)).toBeGreaterThanOrEqual(0);
        expect(ok + not).toBeLessThanOrEqual(2);
        expect(inFlight + lostInFlight).toBeLessThanOrEqual(calls);
      }
    }),
  );
});
