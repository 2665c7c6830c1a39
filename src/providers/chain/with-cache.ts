import { ModelCallError } from "../model-call-error.ts";
import type { ModelClient, ModelReply, ModelRequest } from "../model-client.ts";
import { openCacheDirectory } from "./cache-directory.ts";
import { CacheEntry, cacheKey, fromCacheEntry, isWorthKeeping, toCacheEntry } from "./cache-entry.ts";

export interface CacheOptions {
  readonly directory: string;
  /** Where the model is served: the same name elsewhere may be another model. */
  readonly address: string;
}

/** A request that was answered before is answered from disk; equal requests under way at the same time share one call. */
export function withCache(client: ModelClient, { directory, address }: CacheOptions): ModelClient {
  const cache = openCacheDirectory(directory);
  const underWay = new Map<string, Promise<ModelReply>>();

  const lookUp = async (key: string): Promise<ModelReply | undefined> => {
    const text = await cache.read(key);
    if (text === undefined) return undefined;
    const entry = CacheEntry.safeParse(parseJson(text));
    return entry.success ? fromCacheEntry(entry.data) : undefined;
  };

  const ask = async (key: string, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    const kept = await lookUp(key);
    if (kept !== undefined) return kept;
    const reply = await client.complete(request, signal);
    if (!isWorthKeeping(reply)) return reply;
    try {
      await cache.write(key, JSON.stringify(toCacheEntry(reply)));
      return reply;
    } catch (error) {
      // The reply is paid for; a full disk must not take it away.
      const warning = `not cached: ${error instanceof Error ? error.message : String(error)}`;
      const warnings = [...(reply.delivery?.warnings ?? []), warning];
      return { ...reply, delivery: { ...reply.delivery, warnings } };
    }
  };

  return {
    ...client,
    async complete(request, signal) {
      signal.throwIfAborted();
      const key = cacheKey(client.modelId, address, request);
      for (;;) {
        const other = underWay.get(key);
        if (other === undefined) break;
        const outcome = await shared(other, signal);
        if (outcome !== undefined) return outcome;
      }
      const asking = ask(key, request, signal).finally(() => underWay.delete(key));
      underWay.set(key, asking);
      return asking;
    },
  };
}

/** What another caller's call came to, at no cost to this one; nothing if the other caller gave up. */
async function shared(other: Promise<ModelReply>, signal: AbortSignal): Promise<ModelReply | undefined> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return fromCacheEntry(toCacheEntry(await Promise.race([other, aborted.promise])));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelCallError)) return undefined;
    throw new ModelCallError(error.message, error.kind === undefined ? {} : { kind: error.kind });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
