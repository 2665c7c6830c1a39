import type { ModelPrice } from "../../schema/model-catalog.ts";
import { UnknownPriceError } from "./unknown-price-error.ts";

/** Refuses a cost ceiling that could not be kept, before anything is spent. Simulated models and replays cost nothing. */
export function assertPriced(
  modelIds: readonly string[],
  prices: (modelId: string) => ModelPrice | undefined,
): void {
  const unknown = modelIds.filter(
    (modelId) => !/^(sim|replay)\//.test(modelId) && prices(modelId) === undefined,
  );
  if (unknown.length > 0) throw new UnknownPriceError(unknown);
}
