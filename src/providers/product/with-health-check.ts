import type { ModelClient, ModelRequest } from "../model-client.ts";

/**
 * Nothing is sent before the check has succeeded once. It is asked for with the first call, and others wait for it;
 * the one that asked may be aborted without harm to those.
 */
export function withHealthCheck(
  client: ModelClient,
  check: (request: ModelRequest, signal: AbortSignal) => Promise<void>,
): ModelClient {
  let checking: { readonly signal: AbortSignal; readonly outcome: Promise<void> } | undefined;

  const whenHealthy = async (request: ModelRequest, signal: AbortSignal): Promise<void> => {
    for (;;) {
      checking ??= { signal, outcome: check(request, signal) };
      const current = checking;
      try {
        await unlessAborted(current.outcome, signal);
        return;
      } catch (error) {
        // Who leaves takes nothing away from those who go on waiting.
        if (signal.aborted && signal !== current.signal) throw error;
        if (checking === current) checking = undefined;
        if (signal.aborted || !current.signal.aborted) throw error;
      }
    }
  };

  return {
    ...client,
    async complete(request, signal) {
      signal.throwIfAborted();
      await whenHealthy(request, signal);
      return client.complete(request, signal);
    },
  };
}

async function unlessAborted(outcome: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    await Promise.race([outcome, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
