import { expect, test } from "vitest";
import { sha256 } from "../kernel/hash.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import { ReplyOrigins } from "./reply-origins.ts";

const USAGE = { input_tokens: 1, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 };
const AT = "2026-11-16T00:00:00.000Z";

function sent(subject: string, more: object = {}) {
  const call = { stage: "target", model_id: "lab/one", subject };
  return JournalEntry.parse({ event: "sent", unit: sha256(subject), call, at: AT, ...more });
}

function replied(subject: string, more: object = {}) {
  const reply = { content: "Yes.", finish_reason: "stop", usage: USAGE, latency_ms: 1 };
  return JournalEntry.parse({ event: "replied", unit: sha256(subject), ...reply, at: AT, ...more });
}

const failed = (subject: string) =>
  JournalEntry.parse({ event: "failed", unit: sha256(subject), reason: "HTTP 500", at: AT });

const cached = (first_had_at: string) => ({ from_cache: true, first_had_at });

function originsOf(...entries: readonly JournalEntry[]) {
  const origins = new ReplyOrigins();
  for (const entry of entries) origins.record(entry);
  return origins.finish();
}

test("a conversation came from the cache where every one of its replies did", () => {
  const old = cached("2026-11-02T00:00:00.000Z");
  const origins = originsOf(
    ...["a.r1 turn 1", "a.r1 turn 2"].flatMap((turn) => [sent(turn), replied(turn, old)]),
    ...[sent("b.r1 turn 1"), replied("b.r1 turn 1", old), sent("b.r1 turn 2"), replied("b.r1 turn 2")],
  );
  expect(origins).toMatchObject({ replies: 4, repliesFromCache: 3, conversationsFromCache: 1 });
  expect([origins.oldestAt, origins.newestAt]).toEqual(["2026-11-02T00:00:00.000Z", AT]);
});

test("of a call that was asked again the last outcome counts, and the repair is told", () => {
  const turn = "a.r1 turn 1";
  const lost = originsOf(sent(turn), failed(turn));
  expect(lost).toMatchObject({ replies: 0, failed: 1, conversationsFromCache: 0, wasRepaired: false });
  const repaired = originsOf(
    sent(turn),
    failed(turn),
    sent(turn, { asked_again: "HTTP 500" }),
    replied(turn),
  );
  expect(repaired).toMatchObject({ replies: 1, failed: 0, wasRepaired: true });
});

test("what was sent and never came back is lost, and makes no conversation look cached or fresh", () => {
  const origins = originsOf(sent("a.r1 turn 1"));
  expect(origins).toMatchObject({ replies: 0, lostInFlight: 1, conversationsFromCache: 0, oldestAt: null });
});

test("what a router said is no reply, and its failures are told all the same", () => {
  const old = cached("2026-11-02T00:00:00.000Z");
  const call = { stage: "router", model_id: "lab/router", subject: "way" };
  const origins = originsOf(
    ...[sent("a.r1 turn 1"), replied("a.r1 turn 1")],
    ...[sent("way", { call }), replied("way", old)],
    ...[sent("other way", { call }), failed("other way")],
  );
  expect(origins).toMatchObject({ replies: 1, repliesFromCache: 0, failed: 1, oldestAt: AT });
});
