import { createRandom } from "../../src/kernel/random.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import type { WireUsage } from "./wire-answer.ts";
import type { WireRequest } from "./wire-request.ts";

export function priceCall(
  price: ModelServerOptions["pricePerCallUsd"],
  request: WireRequest,
  usage: WireUsage,
): number {
  if (price === undefined) return 0;
  if (typeof price === "number") return price;
  if (typeof price === "function") {
    return price(request, createRandom(`price/${request.requestHash}/${request.attempt}`), usage);
  }
  const { inputUsdPerMillion, cachedInputUsdPerMillion = inputUsdPerMillion, outputUsdPerMillion } = price;
  const millionths =
    (usage.inputTokens - usage.cachedInputTokens) * inputUsdPerMillion +
    usage.cachedInputTokens * cachedInputUsdPerMillion +
    usage.outputTokens * outputUsdPerMillion;
  return millionths / 1_000_000;
}
