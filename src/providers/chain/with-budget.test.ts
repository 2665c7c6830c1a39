import { expect, test } from "vitest";
import { createRandom } from "../../kernel/random.ts";
import { CostLedger } from "../cost-ledger.ts";
import { AttemptError, CostCeilingError, ModelCallError, ProviderRefusedError } from "../errors.ts";
import { worstCaseUsd } from "./call-cost.ts";
import {
  fails,
  hastyClock,
  never,
  PRICE,
  REPLY,
  requestOf,
  scriptedModel,
  settle,
  untilAborted,
} from "./chain.fixture.ts";
import { withBudget } from "./with-budget.ts";
import { withRetry } from "./with-retry.ts";

const WORST_CASE = worstCaseUsd("test/model", requestOf(1), PRICE);
const unlimited = () => new CostLedger({ ceilingUsd: null });

test("a reply is settled at its own cost", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel(() => {
    expect(ledger.reservedUsd).toBeCloseTo(WORST_CASE, 8);
    return { ...REPLY, delivery: { cost_usd: 0.00001 } };
  });
  await withBudget(client, { ledger, price: PRICE }).complete(requestOf(1), never);
  expect([ledger.spentUsd, ledger.reservedUsd]).toEqual([0.00001, 0]);
});

test("a reply of unknown cost is settled at the worst case, and says so", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel();
  const reply = await withBudget(client, { ledger, price: PRICE }).complete(requestOf(1), never);
  expect(reply.delivery).toEqual({ at_most_usd: WORST_CASE });
  expect(ledger.spentUsd).toBeCloseTo(WORST_CASE, 8);
});

test("without a price the provider's own figure counts, and nothing is made up", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel(
    () => ({ ...REPLY, delivery: { cost_usd: 0.5 } }),
    () => REPLY,
  );
  const budgeted = withBudget(client, { ledger, price: undefined });
  await budgeted.complete(requestOf(1), never);
  expect(await budgeted.complete(requestOf(2), never)).toBe(REPLY);
  expect(ledger.spentUsd).toBe(0.5);
});

test("a ceiling without a price is refused before anything is sent", async () => {
  const { client, requests } = scriptedModel();
  const budgeted = withBudget(client, { ledger: new CostLedger({ ceilingUsd: 1 }), price: undefined });
  await expect(budgeted.complete(requestOf(1), never)).rejects.toMatchObject({ code: "IB_UNKNOWN_PRICE" });
  expect(requests).toEqual([]);
});

test("an attempt whose reply got lost is settled in full, one that was turned away costs nothing", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel(fails({ mayBeBilled: true, kind: "network" }), fails());
  const budgeted = withBudget(client, { ledger, price: PRICE });
  const settled: unknown[] = [];
  const attempts = { sending: async () => {}, settled: async (cost: unknown) => void settled.push(cost) };
  await expect(budgeted.complete(requestOf(1, { attempts }), never)).rejects.toThrow("it went wrong");
  expect(ledger.spentUsd).toBeCloseTo(WORST_CASE, 8);
  await expect(budgeted.complete(requestOf(2, { attempts }), never)).rejects.toThrow("it went wrong");
  expect(ledger.spentUsd).toBeCloseTo(WORST_CASE, 8);
  expect(settled).toEqual([
    { reason: "it went wrong", cause: "network", atMostUsd: WORST_CASE },
    { reason: "it went wrong", cause: "server_error", costUsd: 0 },
  ]);
});

test("a failure that says what it cost is settled at that", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel(fails({ mayBeBilled: true, costUsd: 0.00001 }));
  const budgeted = withBudget(client, { ledger, price: PRICE });
  await expect(budgeted.complete(requestOf(1), never)).rejects.toThrow("it went wrong");
  expect(ledger.spentUsd).toBe(0.00001);
});

test("a failure that somebody's own code throws may have been billed, and is settled as such", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel(() => {
    throw new ModelCallError("no reply", { kind: "bad_response" });
  });
  const settled: unknown[] = [];
  const attempts = { sending: async () => {}, settled: async (cost: unknown) => void settled.push(cost) };
  const budgeted = withBudget(client, { ledger, price: PRICE });
  await expect(budgeted.complete(requestOf(1, { attempts }), never)).rejects.toThrow("no reply");
  expect(ledger.spentUsd).toBeCloseTo(WORST_CASE, 8);
  expect(settled).toEqual([{ reason: "no reply", cause: "bad_response", atMostUsd: WORST_CASE }]);
});

test.each([
  ["is on disk", true],
  ["will never be, and then nothing is", false],
])("what is left over of a reply is free when its line %s", async (_, isOnDisk) => {
  const ledger = unlimited();
  const { client } = scriptedModel(async () => ({ ...REPLY, delivery: { cost_usd: 0.00001 } }));
  const handed: ((isOnDisk: boolean) => void)[] = [];
  const attempts = {
    sending: async () => {},
    settled: async () => {},
    replied: (settle: (isOnDisk: boolean) => void) => void handed.push(settle),
  };
  await withBudget(client, { ledger, price: PRICE }).complete(requestOf(1, { attempts }), never);
  expect([ledger.spentUsd, ledger.reservedUsd]).toEqual([0, expect.closeTo(WORST_CASE, 8)]);
  for (const settleReply of handed) settleReply(isOnDisk);
  expect(ledger.spentUsd).toBeCloseTo(isOnDisk ? 0.00001 : WORST_CASE, 8);
  expect(ledger.reservedUsd).toBe(0);
});

test("what is out when another call ends everything may have been billed, and nobody says otherwise", async () => {
  const ledger = unlimited();
  const { client } = scriptedModel(untilAborted);
  const stop = new AbortController();
  const settled: unknown[] = [];
  const attempts = {
    sending: async () => {},
    settled: async (failure: object) => {
      settled.push(failure);
    },
  };
  const refused = new ProviderRefusedError({ modelId: "test/model", said: "401", hint: "" });
  const asked = withBudget(client, { ledger, price: PRICE }).complete(
    requestOf(1, { attempts }),
    stop.signal,
  );
  await settle();
  stop.abort(refused);
  await expect(asked).rejects.toBe(refused);
  expect(settled).toEqual([]);
  expect(ledger.spentUsd).toBeCloseTo(WORST_CASE, 8);
});

test("an aborted attempt may have been billed, a refused key has not", async () => {
  const ledger = unlimited();
  const controller = new AbortController();
  const refusal = new ProviderRefusedError({ modelId: "test/model", said: "no", hint: "Check the key." });
  const { client } = scriptedModel(() => {
    throw refusal;
  }, untilAborted);
  const budgeted = withBudget(client, { ledger, price: PRICE });
  await expect(budgeted.complete(requestOf(1), never)).rejects.toBe(refusal);
  expect(ledger.spentUsd).toBe(0);
  const aborted = expect(budgeted.complete(requestOf(2), controller.signal)).rejects.toThrow("Ctrl-C");
  await settle();
  controller.abort(new Error("Ctrl-C"));
  await aborted;
  expect(ledger.spentUsd).toBeCloseTo(WORST_CASE, 8);
});

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

test.each(SEEDS)(
  "200 concurrent calls with retries never cost more than the ceiling (seed %i)",
  async (seed) => {
    const random = createRandom(`ceiling ${seed}`);
    const ceilingUsd = WORST_CASE * (1 + random.next() * 150);
    /** The provider's actual bill, unknown to the ledger. */
    let billedUsd = 0;
    const { client, requests } = scriptedModel(async (request) => {
      const costUsd = random.next() * worstCaseUsd("test/model", request, PRICE);
      const fate = random.next();
      for (let wait = random.below(4); wait > 0; wait--) await settle();
      if (fate < 0.15) throw new AttemptError("busy", { kind: "rate_limited", isRetryable: true });
      billedUsd += costUsd;
      expect(billedUsd).toBeLessThanOrEqual(ceilingUsd);
      if (fate < 0.3) {
        throw new AttemptError("torn", { kind: "network", isRetryable: true, mayBeBilled: true });
      }
      return { ...REPLY, delivery: { cost_usd: costUsd } };
    });
    const ledger = new CostLedger({ ceilingUsd });
    const { clock } = hastyClock();
    const chain = withRetry(withBudget(client, { ledger, price: PRICE }), { clock, random });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, turn) => chain.complete(requestOf(turn % 10), never)),
    );
    expect(billedUsd).toBeLessThanOrEqual(ledger.spentUsd);
    expect(ledger.spentUsd).toBeLessThanOrEqual(ceilingUsd);
    expect(ledger.reservedUsd).toBe(0);
    const refused = outcomes.filter(
      (outcome) => outcome.status === "rejected" && outcome.reason instanceof CostCeilingError,
    );
    // It does not stop too early: another call would not have fitted.
    if (refused.length > 0) expect(ledger.spentUsd + WORST_CASE).toBeGreaterThan(ceilingUsd);
    expect(requests.length).toBeGreaterThan(0);
  },
);
