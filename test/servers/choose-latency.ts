import { createRandom } from "../../src/kernel/random.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import type { WireRequest } from "./wire-request.ts";

export function chooseLatencyMs(latency: ModelServerOptions["latencyMs"], request: WireRequest): number {
  if (latency === undefined || typeof latency === "number") return latency ?? 0;
  const { medianMs, sigma, seed = "latency" } = latency;
  const random = createRandom(`${seed}/${request.requestHash}/${request.attempt}`);
  // Box and Muller; 1 - next() is never 0.
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return medianMs * Math.exp(sigma * normal);
}
