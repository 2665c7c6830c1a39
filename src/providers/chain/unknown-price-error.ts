import { BenchError } from "../../kernel/bench-error.ts";

/** A cost ceiling was set for models whose price is not known. */
export class UnknownPriceError extends BenchError {
  readonly code = "IB_UNKNOWN_PRICE";

  constructor(modelIds: readonly string[]) {
    super(`A cost ceiling cannot be kept without a price, and none is known for ${modelIds.join(", ")}.`, {
      hint: "Add it under `prices` in invisiblebench.config.yaml, or leave out --max-cost-usd.",
    });
  }
}
