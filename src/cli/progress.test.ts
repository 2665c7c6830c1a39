import { expect, test } from "vitest";
import { Sha256 } from "../schema/ids.ts";
import { plainProgress, renderMeter, WorkMeter } from "./progress.ts";

const at = "2026-11-15T00:00:00.000Z";
const usage = { input_tokens: 10, cached_tokens: 0, output_tokens: 500, reasoning_tokens: 0 };
const unit = (digit: string) => Sha256.parse(digit.repeat(64));

function sent(meter: WorkMeter, digit: string, model_id = "openai/a", stage: "run" | "scan" = "run"): void {
  const call = { stage: "target", model_id, subject: "x.r1 turn 1" } as const;
  meter.add({ kind: "call", stage, entry: { event: "sent", unit: unit(digit), call, at } }, 0);
}
function replied(
  meter: WorkMeter,
  digit: string,
  delivery: { readonly cost_usd?: number; readonly from_cache?: true } = {},
  stage: "run" | "scan" = "run",
): void {
  const entry = { event: "replied", unit: unit(digit), content: "", finish_reason: "stop", usage } as const;
  meter.add({ kind: "call", stage, entry: { ...entry, latency_ms: 1, ...delivery, at } }, 0);
}

test("a line says what is done, under way and failed, how fast, for how much, and how long it will take", () => {
  const meter = new WorkMeter();
  meter.add({ kind: "planned", stage: "run", total: { "openai/a": 4 } }, 0);
  for (const digit of ["1", "2", "3", "4"]) sent(meter, digit);
  replied(meter, "1", { cost_usd: 0.1 });
  replied(meter, "2", { cost_usd: 0.15 });
  meter.add({ kind: "call", stage: "run", entry: { event: "failed", unit: unit("3"), reason: "", at } }, 0);
  meter.add({ kind: "finished", stage: "run", of: "openai/a", id: "x", complete: true }, 0);
  const [line] = meter.meters(10_000).map(renderMeter);
  expect(line).toBe(
    "openai/a  1/4 conversations · 1 in flight · 1 failed · 100 tokens/s · $0.25 · 30 s left",
  );
});

test("one reply of unknown price makes the sum unknown, not too small", () => {
  const meter = new WorkMeter();
  meter.add({ kind: "planned", stage: "run", total: { "openai/a": 1 } }, 0);
  sent(meter, "1");
  sent(meter, "2");
  replied(meter, "1", { cost_usd: 0.1 });
  replied(meter, "2");
  expect(meter.meters(0)[0]?.costUsd).toBeNull();
});

test("a failed attempt that was billed is in the sum", () => {
  const meter = new WorkMeter();
  meter.add({ kind: "planned", stage: "run", total: { "openai/a": 1 } }, 0);
  sent(meter, "1");
  const failed = { event: "failed", unit: unit("1"), reason: "cut off", cost_usd: 0.2, at } as const;
  meter.add({ kind: "call", stage: "run", entry: failed }, 0);
  expect(meter.meters(0)).toMatchObject([{ failed: 1, inFlight: 0, costUsd: 0.2 }]);
});

test("a cached reply is no speed: its tokens were produced another day", () => {
  const meter = new WorkMeter();
  meter.add({ kind: "planned", stage: "run", total: { "openai/a": 1 } }, 0);
  sent(meter, "1");
  replied(meter, "1", { cost_usd: 0, from_cache: true });
  expect(meter.meters(0)).toMatchObject([{ outputTokens: 0, costUsd: 0 }]);
});

test("the cost is that of all legs, and unknown if that of an earlier one is", () => {
  const meter = new WorkMeter();
  const spentUsd = { "openai/a": 0.25, "openai/b": null };
  meter.add({ kind: "planned", stage: "run", total: { "openai/a": 1, "openai/b": 1 }, spentUsd }, 0);
  expect(meter.meters(0).map(({ costUsd }) => costUsd)).toEqual([0.25, null]);
});

test("a second judge, for whom nothing was planned, has a line of its own", () => {
  const meter = new WorkMeter();
  meter.add({ kind: "planned", stage: "scan", total: { "openai/judge": 1 } }, 0);
  sent(meter, "1", "openai/judge", "scan");
  replied(meter, "1", { cost_usd: 0.1 }, "scan");
  sent(meter, "2", "anthropic/second", "scan");
  replied(meter, "2", { cost_usd: 0.3 }, "scan");
  sent(meter, "3", "anthropic/second", "scan");
  const lines = meter.meters(10_000).map(renderMeter);
  expect(lines).toEqual([
    "openai/judge  0/1 transcripts judged · 50 tokens/s · $0.10",
    "anthropic/second  2 calls · 1 in flight · 50 tokens/s · $0.30",
  ]);
});

test("a batch, which may take hours, has a line of its own", () => {
  let written = "";
  const follow = plainProgress({ write: (text) => (written += text), columns: 80, nowMs: () => 0 });
  const entry = { event: "batch", batch: "ib-1", provider_batch_id: "batch_9", units: 3, at } as const;
  follow({ kind: "call", stage: "scan", entry: { ...entry, state: "submitted" } });
  follow({
    kind: "call",
    stage: "scan",
    entry: { ...entry, state: "polled", detail: "in_progress, 1 of 3" },
  });
  expect(written).toBe(
    "batch batch_9: 3 calls, submitted\nbatch batch_9: 3 calls, not ended yet (in_progress, 1 of 3)\n",
  );
});
