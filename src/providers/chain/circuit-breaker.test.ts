import { expect, test } from "vitest";
import { createRandom } from "../../kernel/random.ts";
import type { ModelReply } from "../model-client.ts";
import { fails, hastyClock, never, REPLY, requestOf, scriptedModel } from "./chain.fixture.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { withRetry } from "./with-retry.ts";

const random = { ...createRandom("test"), next: () => 1 };

function guarded(...script: readonly (() => ModelReply)[]) {
  const { clock } = hastyClock();
  const { client, requests } = scriptedModel(...script);
  const breaker = new CircuitBreaker("test/model", clock);
  return { model: withRetry(client, { clock, random, breaker }), requests };
}

test("a server that only fails is given up after a few calls, and is not asked again", async () => {
  const { model, requests } = guarded(fails());
  await expect(model.complete(requestOf(1), never)).rejects.toThrow("it went wrong");
  const down = {
    code: "IB_PROVIDER_DOWN",
    exitCode: 3,
    message: expect.stringContaining("failed 10 times in a row (30 s)"),
  };
  await expect(model.complete(requestOf(2), never)).rejects.toMatchObject(down);
  await expect(model.complete(requestOf(3), never)).rejects.toMatchObject(down);
  expect(requests).toHaveLength(10);
});

test("one reply in between, and it is only a bad day", async () => {
  const four = [fails(), fails(), fails(), fails()];
  const { model, requests } = guarded(
    ...four,
    () => REPLY,
    ...four,
    () => REPLY,
    ...four,
    () => REPLY,
  );
  for (const turn of [1, 2, 3]) await expect(model.complete(requestOf(turn), never)).resolves.toBe(REPLY);
  expect(requests).toHaveLength(15);
});

test("one prompt that a server chokes on stops nobody", async () => {
  const { model } = guarded(...Array.from({ length: 5 }, () => fails()), () => REPLY);
  await expect(model.complete(requestOf(1), never)).rejects.toThrow("it went wrong");
  await expect(model.complete(requestOf(2), never)).resolves.toBe(REPLY);
});

test.each(["bad_request", "rate_limited"] as const)(
  "%s is no sign of a server that is down",
  async (kind) => {
    const { model } = guarded(fails({ kind }));
    for (const turn of [1, 2, 3, 4])
      await expect(model.complete(requestOf(turn), never)).rejects.toThrow("it went wrong");
  },
);
