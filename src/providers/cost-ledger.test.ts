import { describe, expect, test } from "vitest";
import { PRICE, settle } from "./chain/chain.fixture.ts";
import { describeLedgerContract } from "./cost-ledger.contract.ts";
import { assertPriced, CostLedger } from "./cost-ledger.ts";

describeLedgerContract("ledger in memory", async (options) => ({
  ledger: new CostLedger(options),
  quiet: async () => {
    await settle();
  },
}));

describe("assert priced", () => {
  const prices = (modelId: string) => (modelId === PRICE.model ? PRICE : undefined);

  test("a ceiling is refused for models without a price, all of them by name", () => {
    expect(() => assertPriced(["test/model", "acme/one", "acme/two"], prices)).toThrow(
      expect.objectContaining({
        code: "IB_UNKNOWN_PRICE",
        message: expect.stringContaining("acme/one, acme/two"),
      }),
    );
  });

  test("simulated models and replays cost nothing and need no price", () => {
    expect(() => assertPriced(["sim/careful", "replay/run-1", "test/model"], prices)).not.toThrow();
  });
});
