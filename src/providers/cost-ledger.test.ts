import { describe, expect, test } from "vitest";
import { never, PRICE, settle } from "./chain/chain.fixture.ts";
import { describeLedgerContract } from "./cost-ledger.contract.ts";
import { assertPriced, CostLedger } from "./cost-ledger.ts";

describeLedgerContract("ledger in memory", async (options) => ({
  ledger: new CostLedger(options),
  quiet: async () => {
    await settle();
  },
}));

test("what an earlier leg has in a batch is taken up, never waits, and is waited for", async () => {
  const ledger = new CostLedger({ ceilingUsd: 1 });
  ledger.addEarlierSpending("scan", 0.9, 1);
  const next = ledger.reserve(0.5, never);
  const held = ledger.takeUp(0.8);
  expect([ledger.spentUsd, ledger.reservedUsd]).toEqual([0.1, 0.8]);
  held.settle(0.2);
  (await next).settle(0.5);
  expect(ledger.spentUsd).toBeCloseTo(0.8, 9);
});

describe("assert priced", () => {
  const prices = (modelId: string) => (modelId === PRICE.model ? PRICE : undefined);

  test("a ceiling is refused for models without a price, all of them by name", () => {
    expect(() =>
      assertPriced(["test/model", "acme/one", "acme/two"], { prices, configFile: "ci.yaml" }),
    ).toThrow(
      expect.objectContaining({
        code: "IB_UNKNOWN_PRICE",
        message: expect.stringContaining("acme/one, acme/two"),
        hint: "Add it under `prices` in ci.yaml, or leave out `maxCostUsd`.",
      }),
    );
  });

  test("simulated models and replays cost nothing and need no price", () => {
    expect(() => assertPriced(["sim/careful", "replay/run-1", "test/model"], { prices })).not.toThrow();
  });
});
