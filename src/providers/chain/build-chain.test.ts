import { expect, test } from "vitest";
import { CostLedger } from "../cost-ledger.ts";
import { ALL_OWN } from "../key-hosts.fixture.ts";
import type { AttemptCost } from "../model-client.ts";
import type { ProviderContext } from "../provider-context.ts";
import { createLimiterPool } from "../provider-context.ts";
import { buildChain } from "./build-chain.ts";
import { worstCaseUsd } from "./call-cost.ts";
import { fails, hastyClock, never, PRICE, REPLY, requestOf, scriptedModel } from "./chain.fixture.ts";

function contextWith(change: Partial<ProviderContext>): ProviderContext {
  const { clock: haste } = hastyClock();
  // The watchdog would fire at once if its sleep ended at once.
  const clock = {
    ...haste,
    sleep: (ms: number, signal: AbortSignal) =>
      ms < 60_000 ? haste.sleep(ms, signal) : new Promise<void>(() => {}),
  };
  return {
    environment: {},
    provenance: ALL_OWN,
    endpoints: {},
    prices: () => undefined,
    clock,
    limiterFor: createLimiterPool({ maxConnections: 4, clock }),
    ledger: null,
    cacheDirectory: null,
    timeoutMs: 300_000,
    ...change,
  };
}
const served = { account: "test", address: "http://127.0.0.1", price: PRICE };

test("every attempt is paid for, and announced before it goes out", async () => {
  const ledger = new CostLedger({ ceilingUsd: 1 });
  const announced: unknown[] = [];
  const { client, requests } = scriptedModel(fails({ mayBeBilled: true }), fails(), () => REPLY);
  const chain = buildChain(client, served, contextWith({ ledger }));
  const worstCase = worstCaseUsd("test/model", requestOf(1), PRICE);
  const attempts = {
    sending: async ({ reservedUsd }: { readonly reservedUsd: number | undefined }) =>
      void announced.push([requests.length, reservedUsd]),
    settled: async (cost: AttemptCost) => void announced.push(cost.atMostUsd ?? cost.costUsd),
  };
  const reply = await chain.complete(requestOf(1, { attempts }), never);
  expect(reply.delivery).toEqual({ at_most_usd: worstCase });
  expect(ledger.spentUsd).toBeCloseTo(2 * worstCase, 8);
  expect(announced).toEqual([[0, worstCase], worstCase, [1, worstCase], 0, [2, worstCase]]);
});

test("a call that the ceiling stops is not announced", async () => {
  const { client, requests } = scriptedModel();
  const chain = buildChain(client, served, contextWith({ ledger: new CostLedger({ ceilingUsd: 1e-6 }) }));
  const refuse = () => Promise.reject(new Error("nothing is sent"));
  const attempts = { sending: refuse, settled: refuse };
  await expect(chain.complete(requestOf(1, { attempts }), never)).rejects.toMatchObject({
    code: "IB_COST_CEILING",
  });
  expect(requests).toEqual([]);
});
