import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { messageOf } from "../../kernel/errors.ts";
import { hashOf } from "../../kernel/hash.ts";
import { Delivery, Usage } from "../../schema/run/journal.ts";
import { FinishReason } from "../../schema/run/transcript.ts";
import { ModelCallError } from "../errors.ts";
import type { CallOrigin, ModelClient, ModelReply, ModelRequest } from "../model-client.ts";

export interface CacheOptions {
  readonly directory: string;
  /** The address of the model: the same name at another address may be another model. */
  readonly address: string;
  /** Provides the time stored with each reply. */
  readonly clock: Clock;
}

/** Answers repeated requests from disk. Equal concurrent requests share one call. */
export function withCache(client: ModelClient, { directory, address, clock }: CacheOptions): ModelClient {
  const cache = openCacheDirectory(directory);
  const underWay = new Map<string, Promise<ModelReply>>();
  const now = () => new Date(clock.now()).toISOString();

  const lookUp = async (key: string): Promise<ModelReply | undefined> => {
    const kept = await cache.read(key);
    if (kept === undefined) return undefined;
    const entry = CacheEntry.safeParse(parseEntry(kept.text));
    return entry.success ? fromCacheEntry(entry.data, kept.writtenAt) : undefined;
  };

  const ask = async (key: string, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    const kept = request.neverFromCache ? undefined : await lookUp(key);
    // Older versions also stored unreadable answers.
    if (kept !== undefined && isWorthKeeping(kept, request)) return kept;
    const reply = await client.complete(request, signal);
    if (!isWorthKeeping(reply, request)) return reply;
    try {
      await cache.write(key, JSON.stringify(toCacheEntry(reply, now())));
      return reply;
    } catch (error) {
      // The reply is paid for, so a full disk must not lose it.
      const warning = `not cached: ${messageOf(error)}`;
      const warnings = [...(reply.delivery?.warnings ?? []), warning];
      return { ...reply, delivery: { ...reply.delivery, warnings } };
    }
  };

  return {
    ...client,
    async complete(request, signal) {
      signal.throwIfAborted();
      const key = cacheKey(client.modelId, address, request);
      // A call in a provider's batch is already paid for, so another caller's reply is not used.
      if (request.attempts?.later?.held() !== undefined)
        return ask(key, { ...request, neverFromCache: true }, signal);
      for (;;) {
        const other = underWay.get(key);
        if (other === undefined) break;
        const outcome = await outcomeOfOtherCall(other, signal, now);
        if (outcome !== undefined) return outcome;
      }
      const asking = ask(key, request, signal).finally(() => underWay.delete(key));
      underWay.set(key, asking);
      return asking;
    },
  };
}

/** Returns the outcome of another caller's call, at no cost to this one; nothing if the other caller gave up. */
async function outcomeOfOtherCall(
  other: Promise<ModelReply>,
  signal: AbortSignal,
  now: () => string,
): Promise<ModelReply | undefined> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const reply = await Promise.race([other, aborted.promise]);
    return fromCacheEntry(toCacheEntry(reply, now()), now());
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelCallError)) return undefined;
    throw new ModelCallError(error.message, error.kind === undefined ? {} : { kind: error.kind });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function parseEntry(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A stored reply. */
const CacheEntry = z.strictObject({
  schema_version: z.literal(1),
  content: z.string(),
  finish_reason: FinishReason,
  usage: Usage,
  ...Delivery.pick({ resolved_model: true, warnings: true, first_had_at: true }).shape,
});
type CacheEntry = z.infer<typeof CacheEntry>;

/**
 * Hashes everything that determines a reply. Equal requests of one repetition share a reply; different repetitions
 * never do.
 */
function cacheKey(modelId: string, address: string, request: ModelRequest): string {
  const { messages, sampling, output, reasoningEffort, origin } = request;
  return hashOf({
    model_id: modelId,
    address,
    messages,
    sampling,
    output: output && { name: output.name, version: output.version },
    effort: reasoningEffort,
    which: repetitionOf(origin),
  });
}

/**
 * Two scenarios with the same first words count as two samples. A judge's or router's prompt contains all that matters,
 * so transcripts with equal prompts share a reply.
 */
function repetitionOf(origin: CallOrigin) {
  switch (origin.stage) {
    case "target":
      return { scenario_id: origin.scenario_id, repeat: origin.repeat };
    case "judge":
      return { repetition: origin.repetition, attempt: origin.attempt };
    case "router":
      return { attempt: origin.attempt };
  }
}

/** Refused, filtered, truncated and unreadable replies may be chance, so they are not stored. */
function isWorthKeeping(reply: ModelReply, { isOfUse }: ModelRequest): boolean {
  return reply.finish_reason === "stop" && (isOfUse?.(reply) ?? true);
}

function toCacheEntry({ content, finish_reason, usage, delivery }: ModelReply, now: string): CacheEntry {
  const { resolved_model, warnings, first_had_at = now } = delivery ?? {};
  return {
    schema_version: 1,
    content,
    finish_reason,
    usage,
    first_had_at,
    ...(resolved_model === undefined ? {} : { resolved_model }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

/** @param writtenAt for entries that do not record the time of their reply */
function fromCacheEntry(entry: CacheEntry, writtenAt: string): ModelReply {
  const { content, finish_reason, usage, schema_version: _, first_had_at = writtenAt, ...delivery } = entry;
  return {
    content,
    finish_reason,
    usage,
    delivery: { ...delivery, cost_usd: 0, from_cache: true, first_had_at },
  };
}

/** Texts by key, one file each. Files are written atomically; the last write wins. */
export interface CacheDirectory {
  read(key: string): Promise<{ readonly text: string; readonly writtenAt: string } | undefined>;
  write(key: string, text: string): Promise<void>;
}

function openCacheDirectory(directory: string): CacheDirectory {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), `${key}.json`);
  return {
    async read(key) {
      try {
        const text = await readFile(pathOf(key), "utf8");
        return { text, writtenAt: (await stat(pathOf(key))).mtime.toISOString() };
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(key, text) {
      const path = pathOf(key);
      const temporary = `${path}.${randomUUID()}.tmp`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(temporary, text);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}
