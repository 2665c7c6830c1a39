import { expect, test } from "vitest";
import { assertPriced } from "./assert-priced.ts";
import { PRICE } from "./chain.fixture.ts";

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
