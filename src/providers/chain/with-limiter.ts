import type { ModelClient } from "../model-client.ts";
import type { AdaptiveLimiter } from "./adaptive-limiter.ts";

/** Calls wait for their turn; one that is tried again keeps its place meanwhile. */
export function withLimiter(client: ModelClient, limiter: AdaptiveLimiter): ModelClient {
  return {
    ...client,
    async complete(request, signal) {
      await limiter.enter(signal);
      let isClean = false;
      try {
        const reply = await client.complete(request, signal);
        isClean = true;
        return reply;
      } finally {
        limiter.leave(isClean);
      }
    },
  };
}
