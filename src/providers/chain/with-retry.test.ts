import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, type Random } from "../../kernel/random.ts";
import { fails, hastyClock, never, REPLY, requestOf, scriptedModel } from "./chain.fixture.ts";
import { withRetry } from "./with-retry.ts";

const longest: Random = { ...createRandom("test"), next: () => 1 };

test("a reply is handed on as it came", async () => {
  const { clock } = hastyClock();
  const { client } = scriptedModel();
  const reply = await withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
  expect(reply).toBe(REPLY);
});

test("what may work the next time is tried again, with longer and longer waits", async () => {
  const { clock, sleepsMs } = hastyClock();
  const { client } = scriptedModel(
    fails(),
    fails({ kind: "network" }),
    fails({ kind: "timeout" }),
    () => REPLY,
  );
  const reply = await withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
  expect(reply).toBe(REPLY);
  expect(sleepsMs).toEqual([1000, 2000, 4000]);
});

test("waits are spread evenly between nothing and their longest", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (seed) => {
      const { clock, sleepsMs } = hastyClock();
      const { client } = scriptedModel(fails());
      const retried = withRetry(client, { clock, random: createRandom(seed), maxAttempts: 9 });
      await expect(retried.complete(requestOf(1), never)).rejects.toThrow();
      sleepsMs.forEach((ms, index) => {
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThan(Math.min(30_000, 1000 * 2 ** index));
      });
    }),
    { numRuns: 50 },
  );
});

test("after the last attempt the call has failed, with its cause", async () => {
  const { clock } = hastyClock();
  const { client, requests } = scriptedModel(fails());
  const failed = withRetry(client, { clock, random: longest, maxAttempts: 3 }).complete(requestOf(1), never);
  await expect(failed).rejects.toMatchObject({
    name: "ModelCallError",
    message: "it went wrong",
    kind: "server_error",
  });
  expect(requests).toHaveLength(3);
});

test("a request that is wrong is wrong the next time too", async () => {
  const { clock, sleepsMs } = hastyClock();
  const { client, requests } = scriptedModel(fails({ kind: "bad_request", isRetryable: false }));
  const failed = withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
  await expect(failed).rejects.toMatchObject({ name: "ModelCallError", kind: "bad_request" });
  expect(requests).toHaveLength(1);
  expect(sleepsMs).toEqual([]);
});

test("a time that the provider names is waited for, and the limiter is told", async () => {
  const { clock, sleepsMs } = hastyClock();
  const told: unknown[] = [];
  const limiter = {
    slowDown: (sentAtMs: number, retryAfterMs: number | undefined) => told.push([sentAtMs, retryAfterMs]),
    whenOpen: async () => {},
  };
  const busy = fails({ kind: "rate_limited", retryAfterMs: 7000 });
  const { client } = scriptedModel(busy, () => REPLY);
  await withRetry(client, { clock, random: longest, limiter }).complete(requestOf(1), never);
  expect(sleepsMs).toEqual([8000]);
  expect(told).toEqual([[0, 7000]]);
});

test("a provider that asks for hours stops everything, resumably", async () => {
  const { clock, sleepsMs } = hastyClock();
  const { client } = scriptedModel(fails({ kind: "rate_limited", retryAfterMs: 3_600_000 }));
  const failed = withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
  await expect(failed).rejects.toMatchObject({
    code: "IB_PROVIDER_REFUSED",
    hint: expect.stringContaining("wait 3600 s"),
  });
  expect(sleepsMs).toEqual([]);
});

test("a server that asks for hours is tried again after the longest wait, which is said", async () => {
  const { clock, sleepsMs } = hastyClock();
  const { client } = scriptedModel(fails({ retryAfterMs: 3_600_000 }), () => REPLY);
  const reply = await withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
  expect(sleepsMs).toEqual([120_000]);
  expect(reply.delivery?.warnings).toEqual(["the server asked for a wait of 3600 s; 120 s is the longest"]);
});

test.each([1e12, Number.POSITIVE_INFINITY])(
  "nobody waits %d ms, and the failure says so",
  async (retryAfterMs) => {
    const { clock, sleepsMs } = hastyClock();
    const { client } = scriptedModel(fails({ retryAfterMs }));
    const failed = withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
    await expect(failed).rejects.toThrow(
      "(the server asked for a wait of more than a day; 120 s is the longest)",
    );
    expect(sleepsMs).toEqual([120_000, 120_000, 120_000, 120_000]);
  },
);

test("an address where nobody answers stops everything in the end", async () => {
  const { clock } = hastyClock();
  const { client, requests } = scriptedModel(fails({ kind: "network", isUnreachable: true }));
  const failed = withRetry(client, { clock, random: longest }).complete(requestOf(1), never);
  await expect(failed).rejects.toMatchObject({ code: "IB_PROVIDER_UNREACHABLE" });
  expect(requests).toHaveLength(5);
});

test("an abort and a bug are not tried again", async () => {
  const { clock } = hastyClock();
  const bug = new TypeError("undefined is not a reply");
  const { client, requests } = scriptedModel(() => {
    throw bug;
  });
  await expect(withRetry(client, { clock, random: longest }).complete(requestOf(1), never)).rejects.toBe(bug);
  expect(requests).toHaveLength(1);
});

test("an abort ends a wait between attempts", async () => {
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const { clock } = hastyClock();
  const { client, requests } = scriptedModel(() => {
    controller.abort(reason);
    return fails()();
  });
  const failed = withRetry(client, { clock, random: longest }).complete(requestOf(1), controller.signal);
  await expect(failed).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

test("those who share the account are told of a refusal, and each attempt needs its allowance", async () => {
  const { clock } = hastyClock();
  const { client } = scriptedModel(
    fails({ kind: "rate_limited", retryAfterMs: 3000 }),
    fails({ kind: "network" }),
    () => REPLY,
  );
  const told: unknown[] = [];
  const others = { refused: (...refusal: readonly unknown[]) => void told.push(refusal) };
  const allowance = {
    permit: async () => 7,
    settle: (permitted: number, usage: unknown) => void told.push([permitted, usage]),
  };
  const retried = withRetry(client, { clock, random: longest, others, allowance });
  await retried.complete(requestOf(1), never);
  expect(told).toEqual([
    [0, 3000],
    [7, REPLY.usage],
  ]);
});
