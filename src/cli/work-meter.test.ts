import { expect, test } from "vitest";
import { Sha256 } from "../schema/ids.ts";
import { renderMeter } from "./progress.ts";
import { WorkMeter } from "./work-meter.ts";

const at = "2026-11-15T00:00:00.000Z";
const usage = { input_tokens: 10, cached_tokens: 0, output_tokens: 500, reasoning_tokens: 0 };
const unit = (digit: string) => Sha256.parse(digit.repeat(64));

function sent(meter: WorkMeter, digit: string): void {
  const call = { stage: "target", model_id: "openai/a", subject: "x.r1 turn 1" } as const;
  meter.add({ kind: "call", stage: "run", entry: { event: "sent", unit: unit(digit), call, at } }, 0);
}
function replied(meter: WorkMeter, digit: string, cost_usd?: number): void {
  const cost = cost_usd === undefined ? {} : { cost_usd };
  const entry = { event: "replied", unit: unit(digit), content: "", finish_reason: "stop", usage } as const;
  meter.add({ kind: "call", stage: "run", entry: { ...entry, latency_ms: 1, ...cost, at } }, 0);
}

test("a line says what is done, under way and failed, how fast, for how much, and how long it will take", () => {
  const meter = new WorkMeter();
  meter.add({ kind: "planned", stage: "run", total: { "openai/a": 4 } }, 0);
  for (const digit of ["1", "2", "3", "4"]) sent(meter, digit);
  replied(meter, "1", 0.1);
  replied(meter, "2", 0.15);
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
  replied(meter, "1", 0.1);
  replied(meter, "2");
  expect(meter.meters(0)[0]?.costUsd).toBeNull();
});
