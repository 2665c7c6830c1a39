import type { ModelClient } from "./model-client.ts";

/** At most `connections` calls at a time; the others wait in order. */
export function withLimiter(client: ModelClient, connections: number): ModelClient {
  let free = connections;
  const waiting: (() => void)[] = [];

  const enter = async (signal: AbortSignal) => {
    if (free > 0) {
      free--;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const leaveQueue = () => {
      const place = waiting.indexOf(turn.resolve);
      // Called up already: the call will end at once and hand its place on.
      if (place < 0) return;
      waiting.splice(place, 1);
      turn.reject(signal.reason);
    };
    waiting.push(turn.resolve);
    signal.addEventListener("abort", leaveQueue, { once: true });
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener("abort", leaveQueue);
    }
  };
  // A place is handed to the next in line, never given back to the pool first: no one can jump the queue.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };

  return {
    ...client,
    async complete(request, signal) {
      signal.throwIfAborted();
      await enter(signal);
      try {
        return await client.complete(request, signal);
      } finally {
        leave();
      }
    },
  };
}
