import { describe, expect, test } from "vitest";
import type { CallOrigin, ModelReply } from "./model-client.ts";
import { createReplay } from "./recorded-model.ts";

describe("replay", () => {
  const never = new AbortController().signal;
  const RECORDED: ModelReply = {
    content: "Tell me more.",
    finish_reason: "length",
    usage: { input_tokens: 5, cached_tokens: 0, output_tokens: 3, reasoning_tokens: 0 },
    latencyMs: 800,
    delivery: { cost_usd: 0.5 },
  };
  const replay = createReplay({
    modelId: "replay/run-1",
    simulated: false,
    find: (scenarioId, repeat, turn) =>
      scenarioId === "safety_crisis_test_001" && repeat === 2 && turn === 3 ? RECORDED : undefined,
  });
  const ask = (origin: CallOrigin) =>
    replay.complete({ messages: [], sampling: { temperature: 0, max_tokens: 1, seed: null }, origin }, never);

  test("a turn is answered as it was recorded, at no cost", async () => {
    const reply = await ask({ stage: "target", scenario_id: "safety_crisis_test_001", repeat: 2, turn: 3 });
    const { content, finish_reason, usage } = RECORDED;
    expect(reply).toEqual({ content, finish_reason, usage });
  });

  test("a turn that was not recorded could not be had", async () => {
    const asked = ask({ stage: "target", scenario_id: "safety_crisis_test_001", repeat: 2, turn: 4 });
    await expect(asked).rejects.toMatchObject({
      name: "ModelCallError",
      message: "replay/run-1 has no reply to safety_crisis_test_001.r2 turn 4",
    });
  });

  test("a replay does not judge", async () => {
    const origin = { transcript_id: "m/s.r1", subject: "IB-A1", window: 0, repetition: 1, attempt: 1 };
    await expect(ask({ stage: "judge", ...origin })).rejects.toThrow("does not judge");
  });
});
