/** Collects waiting calls, sends them as one batch, and returns their answers when the provider has finished it. */
import type { Clock } from "../../kernel/clock.ts";
import { BenchError } from "../../kernel/errors.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { HeldCall } from "../../measure/held-calls.ts";
import { AttemptError, BatchInterrupted, providersUnavailable, SubmissionUnknown } from "../errors.ts";
import type { AttemptLog, BatchRecord } from "../model-client.ts";
import type { BatchAnswer, BatchService } from "./batch-service.ts";

/**
 * After this long without a new call, the batch is sent: remaining calls depend on answers. Affects only the number of
 * batches.
 */
const QUIET_MS = 500;
const POLL_MS = { first: 10_000, longest: 300_000 };
/** A batch that was just submitted may be missing from the provider's list for this long. */
const LISTED_AFTER_MS = 5_000;
/** Number of failed requests of one kind before giving up, over about twenty minutes. */
const TRIES = { most: 12, firstDelayMs: 1_000, longestDelayMs: 300_000 };
/** Number of times the provider must report that it knows no such batch. */
const GONE_LOOKS = 3;

/** One attempt, in the form that a live call would send. */
export interface BatchedCall {
  readonly url: string;
  readonly body: string;
  readonly attempts: Pick<AttemptLog, "sending"> & { readonly later: BatchRecord };
}

interface Parked extends BatchedCall {
  readonly unit: string;
  readonly signal: AbortSignal;
  readonly turn: PromiseWithResolvers<BatchAnswer>;
}

interface Batch {
  readonly name: string;
  readonly calls: ReadonlyMap<string, Parked>;
  /** An earlier session's record of the call. */
  readonly held: HeldCall | undefined;
  readonly record: BatchRecord;
}

export interface GathererOptions {
  readonly modelId: string;
  readonly service: BatchService;
  readonly clock: Clock;
  readonly quietMs?: number;
}

/** Collects one model's calls. */
export class Gatherer {
  readonly #options: GathererOptions;
  #fresh: Parked[] = [];
  #freshBytes = 0;
  #held = new Map<string, Parked[]>();
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** Batches of this session, by our name: later calls need not search for them. */
  readonly #ids = new Map<string, Promise<string>>();
  #lastParkedMs = 0;
  #isWatching = false;

  constructor(options: GathererOptions) {
    this.#options = options;
  }

  /**
   * Returns the outcome of one attempt. Rejects with BatchInterrupted if the outcome could not be determined: the
   * attempt is still in the batch, or will be in the next session.
   */
  async ask(call: BatchedCall, signal: AbortSignal): Promise<BatchAnswer> {
    const { unit } = call.attempts.later;
    for (let other = this.#underWay.get(unit); other !== undefined; other = this.#underWay.get(unit)) {
      await other.catch(() => undefined);
    }
    signal.throwIfAborted();
    const turn = Promise.withResolvers<BatchAnswer>();
    this.#underWay.set(unit, turn.promise);
    const leave = () => turn.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    this.#park({ ...call, unit, signal, turn });
    try {
      return await turn.promise;
    } finally {
      signal.removeEventListener("abort", leave);
      this.#underWay.delete(unit);
    }
  }

  #park(call: Parked): void {
    const held = call.attempts.later.held();
    if (held !== undefined) {
      this.#held.set(held.batch, [...(this.#held.get(held.batch) ?? []), call]);
    } else {
      const { requests, bytes } = this.#options.service.limits;
      const size = Buffer.byteLength(call.body);
      if (this.#fresh.length + 1 > requests || this.#freshBytes + size > bytes) this.#closeFresh();
      this.#fresh.push(call);
      this.#freshBytes += size;
    }
    this.#lastParkedMs = this.#options.clock.monotonicMs();
    if (!this.#isWatching) void this.#closeWhenQuiet();
  }

  async #closeWhenQuiet(): Promise<void> {
    const { clock, quietMs = QUIET_MS } = this.#options;
    this.#isWatching = true;
    for (;;) {
      const restMs = this.#lastParkedMs + quietMs - clock.monotonicMs();
      if (restMs <= 0) break;
      await clock.sleep(restMs, new AbortController().signal);
    }
    this.#isWatching = false;
    const held = this.#held;
    this.#held = new Map();
    for (const [name, calls] of held) void this.#carry(name, calls);
    this.#closeFresh();
  }

  #closeFresh(): void {
    const calls = this.#fresh;
    [this.#fresh, this.#freshBytes] = [[], 0];
    if (calls.length > 0) void this.#carry(this.#nameFor(calls), calls);
  }

  /** A unique name for our batch, from the time and the units. */
  #nameFor(calls: readonly Parked[]): string {
    const moment = new Date(this.#options.clock.now()).toISOString().replaceAll(/[-:.]/g, "");
    const units = calls.map(({ unit }) => unit).toSorted();
    return `ib-${moment}-${sha256(units.join()).slice(0, 12)}`;
  }

  /** Handles a batch from the announcement of its calls to their answers. Never rejects; its calls do. */
  async #carry(name: string, waiting: readonly Parked[]): Promise<void> {
    const calls = new Map(waiting.filter(({ signal }) => !signal.aborted).map((call) => [call.unit, call]));
    const [first] = calls.values();
    if (first === undefined) return;
    const { later: record } = first.attempts;
    const batch: Batch = { name, calls, held: record.held(), record };
    const abandoned = whenAllLeft(calls.values());
    try {
      await Promise.all(
        [...calls.values()].map(({ attempts }) => attempts.sending({ reservedUsd: undefined, batch: name })),
      );
      const id = await this.#idOf(batch, abandoned);
      await this.#untilEnded(batch, id, abandoned);
      await this.#enqueueTask(batch, id, abandoned);
    } catch (error) {
      const reason = error instanceof BenchError ? new BatchInterrupted(error) : error;
      for (const { turn } of calls.values()) turn.reject(reason);
    }
  }

  #idOf(batch: Batch, signal: AbortSignal): Promise<string> {
    const known = this.#ids.get(batch.name);
    if (known !== undefined) return known;
    const finding = this.#makeKnown(batch, signal);
    this.#ids.set(batch.name, finding);
    return finding;
  }

  async #makeKnown(batch: Batch, signal: AbortSignal): Promise<string> {
    const { held } = batch;
    if (held?.providerBatchId !== undefined) return held.providerBatchId;
    const sentMs = Date.parse(held?.since ?? "");
    const found = held && (await this.#locate(batch, { sinceMs: sentMs, lastTriedMs: sentMs }, signal));
    const id = found ?? (await this.#submit(batch, signal));
    await this.#note(batch, id, "submitted");
    return id;
  }

  async #submit(batch: Batch, signal: AbortSignal): Promise<string> {
    const { service, clock, modelId } = this.#options;
    const requests = [...batch.calls.values()].map(({ unit, url, body }) => ({
      unit,
      url,
      body: JSON.parse(body) as unknown,
    }));
    const sinceMs = clock.now();
    for (let tries = 1; ; tries++) {
      const { name } = batch;
      try {
        return await this.#persistently(() => service.submit({ name, requests }, signal), signal);
      } catch (error) {
        if (!(error instanceof SubmissionUnknown)) throw error;
        const found = await this.#locate(batch, { sinceMs, lastTriedMs: clock.now() }, signal);
        if (found !== null) return found;
        if (tries >= TRIES.most) throw providersUnavailable.IB_PROVIDER_UNREACHABLE(modelId, error.message);
      }
    }
  }

  /** Returns the provider's id of a batch that may have been submitted; `null` if it never arrived. */
  async #locate(
    batch: Batch,
    { sinceMs, lastTriedMs }: { readonly sinceMs: number; readonly lastTriedMs: number },
    signal: AbortSignal,
  ): Promise<string | null> {
    const { service, clock } = this.#options;
    const { name, held, calls, record } = batch;
    const units = held?.units ?? new Set(calls.keys());
    const since = new Date(sinceMs).toISOString();
    const noted = record.noted();
    const restMs = lastTriedMs + LISTED_AFTER_MS - clock.now();
    if (restMs > 0) await clock.sleep(restMs, signal);
    for (let waitMs = POLL_MS.first; ; waitMs = longer(waitMs)) {
      const found = await this.#persistently(
        () => service.find({ name, units, since, noted }, signal),
        signal,
      );
      if (found !== "unknown") return found;
      await clock.sleep(waitMs, signal);
    }
  }

  async #untilEnded(batch: Batch, id: string, signal: AbortSignal): Promise<void> {
    const { service, clock } = this.#options;
    let [lastSaid, goneLooks] = ["", 0];
    for (let waitMs = POLL_MS.first; ; waitMs = longer(waitMs)) {
      const { ended, gone, said } = await this.#persistently(() => service.state(id, signal), signal);
      goneLooks = gone ? goneLooks + 1 : 0;
      if (ended || goneLooks >= GONE_LOOKS) return this.#note(batch, id, "ended", said);
      if (said !== lastSaid) await this.#note(batch, id, "polled", said);
      lastSaid = said;
      await clock.sleep(waitMs, signal);
    }
  }

  /** If reading breaks off, the remaining answers are read again. */
  async #enqueueTask({ calls }: Batch, id: string, signal: AbortSignal): Promise<void> {
    const open = new Set(calls.keys());
    await this.#persistently(async () => {
      for await (const answer of this.#options.service.answers({ id, units: new Set(open) }, signal)) {
        open.delete(answer.unit);
        calls.get(answer.unit)?.turn.resolve(answer);
      }
    }, signal);
    for (const unit of open) calls.get(unit)?.turn.resolve({ unit, lost: "missing" });
  }

  #note(batch: Batch, providerBatchId: string, state: "submitted" | "polled" | "ended", detail = "") {
    const { name, calls, held, record } = batch;
    const units = held?.units.size ?? calls.size;
    return record.note({
      batch: name,
      state,
      providerBatchId,
      units,
      ...(detail === "" ? {} : { detail }),
    });
  }

  /** Retries network failures, because a batch can take hours. */
  async #persistently<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { clock, modelId } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof AttemptError)) throw error;
        if (!error.failure.isRetryable) throw providersUnavailable.IB_BATCH_REFUSED(modelId, error.message);
        if (tries >= TRIES.most) throw providersUnavailable.IB_PROVIDER_UNREACHABLE(modelId, error.message);
        const wishedMs = Math.max(TRIES.firstDelayMs * 2 ** (tries - 1), error.failure.retryAfterMs ?? 0);
        await clock.sleep(Math.min(wishedMs, TRIES.longestDelayMs), signal);
      }
    }
  }
}

function longer(waitMs: number): number {
  return Math.min(waitMs * 2, POLL_MS.longest);
}

/** Aborts when no caller waits for any of them. */
function whenAllLeft(calls: Iterable<Parked>): AbortSignal {
  const all = new AbortController();
  let waiting = 0;
  for (const { signal, turn } of calls) {
    waiting += 1;
    const leave = () => {
      waiting -= 1;
      if (waiting === 0) all.abort(signal.reason);
    };
    const beAnswered = () => {
      waiting -= 1;
      signal.removeEventListener("abort", leave);
    };
    signal.addEventListener("abort", leave, { once: true });
    turn.promise.then(beAnswered, () => undefined);
  }
  return all.signal;
}
