/** Models with records: each call is written down, answered only from a journal, or replayed from another run. */
import { replyName } from "../domain/keys.ts";
import type { Clock } from "../kernel/clock.ts";
import { hashOf } from "../kernel/hash.ts";
import type { HeldCall } from "../measure/held-calls.ts";
import { ModelId, Sha256 } from "../schema/ids.ts";
import type { JournalEntry, JournalOutcome, UnitKey } from "../schema/run/journal.ts";
import { AnsweredElsewhere, ModelCallError, providersErrors, UnrecordedCallError } from "./errors.ts";
import {
  type AttemptLog,
  describeCall,
  type ModelClient,
  type ModelReply,
  type ModelRequest,
} from "./model-client.ts";

/** The log of calls, from one process or several. `append` resolves when the line is safe. */
export interface CallLog {
  find(unit: UnitKey): JournalOutcome | undefined | Promise<JournalOutcome | undefined>;
  /** Returns the provider's batch that holds an unfinished call; nothing if none does. */
  inBatch?(unit: UnitKey): HeldCall | undefined;
  /** The provider's names of all recorded batches. */
  readonly recordedBatches?: ReadonlySet<string>;
  /** Rejects with AnsweredElsewhere if another worker holds the call to be sent, or its outcome. */
  append(entry: JournalEntry): Promise<void>;
  /** Releases a sent call that no caller waits for, so that other workers may make it. */
  giveUp?(unit: UnitKey, reason: string): Promise<void>;
}

/** The outcome of a call; a failed one is data too. */
export type CallOutcome =
  | {
      readonly ok: true;
      readonly unit: UnitKey;
      readonly reply: ModelReply;
      /** Set if the call was requested here and was not in the log. */
      readonly isNew?: true;
    }
  | { readonly ok: false; readonly unit: UnitKey; readonly reason: string };

/** A model that journals every call. A journaled call is never repeated, unless it failed and is retried. */
export interface RecordedModel {
  readonly client: ModelClient;
  ask(request: ModelRequest, signal: AbortSignal): Promise<CallOutcome>;
  /** Whether failed calls of an earlier session are retried. */
  readonly retriesFailed: boolean;
  /** Repeats a call, regardless of journal and cache. A call made in this session keeps its outcome. */
  askAgain(request: ModelRequest, why: string, signal: AbortSignal): Promise<CallOutcome>;
}

export function recordCalls(
  client: ModelClient,
  log: CallLog,
  clock: Clock,
  { retriesFailed = false }: { readonly retriesFailed?: boolean } = {},
): RecordedModel {
  const timestamp = () => new Date(clock.now()).toISOString();
  const madeInThisLeg = new Set<UnitKey>();

  const make = async (
    request: ModelRequest,
    unit: UnitKey,
    signal: AbortSignal,
    why?: string,
  ): Promise<CallOutcome> => {
    madeInThisLeg.add(unit);
    const { modelId: model_id, announcesSending } = client;
    const call = { stage: request.origin.stage, model_id, subject: describeCall(request.origin) };
    const again = why === undefined ? {} : { asked_again: why };
    let held = client.gathers === true ? log.inBatch?.(unit) : undefined;
    let attempt = 0;
    let isSent = false;
    let settle: (isOnDisk: boolean) => void = () => undefined;
    const recordSent = async (more: { attempt?: number; reserved_usd?: number; batch?: string }) => {
      isSent = true;
      await log.append({ event: "sent", unit, call, ...more, ...again, at: timestamp() });
    };
    const attempts: AttemptLog = {
      sending: async ({ reservedUsd, batch }) => {
        const before = held;
        held = undefined;
        if (before !== undefined && before.batch === batch) {
          // Its line exists already; a second one would mean a second call.
          [isSent, attempt] = [true, before.attempt];
          return;
        }
        attempt += 1;
        const reserved = reservedUsd === undefined ? {} : { reserved_usd: reservedUsd };
        await recordSent({ attempt, ...reserved, ...(batch === undefined ? {} : { batch }) });
      },
      replied: (whenWritten) => {
        settle = whenWritten;
      },
      settled: async ({ reason, cause, costUsd, atMostUsd }) => {
        await log.append({
          event: "settled",
          unit,
          attempt,
          reason,
          ...(cause === undefined ? {} : { cause }),
          ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
          ...(atMostUsd === undefined ? {} : { at_most_usd: atMostUsd }),
          at: timestamp(),
        });
      },
      later: {
        unit,
        held: () => held,
        noted: () => log.recordedBatches ?? new Set(),
        note: ({ providerBatchId: provider_batch_id, ...event }) =>
          log.append({ event: "batch", ...event, provider_batch_id, at: timestamp() }),
      },
    };
    // A call that waits for its place has cost nothing yet, so nothing is lost if it is never sent.
    if (announcesSending !== true) await recordSent({});
    const startedMs = clock.monotonicMs();
    const which = () => (attempt === 0 ? {} : { attempt });
    let isOnDisk = false;
    let isOver = false;
    try {
      const fresh = why === undefined ? {} : { neverFromCache: true as const };
      const reply = await client.complete({ ...request, ...fresh, attempts }, signal);
      if (!isSent) await recordSent({});
      const { content, finish_reason, usage, latencyMs, delivery } = reply;
      const latency_ms = Math.round(latencyMs ?? clock.monotonicMs() - startedMs);
      const said = { content, finish_reason, usage, latency_ms, ...delivery };
      await log.append({ event: "replied", unit, ...which(), ...said, at: timestamp() });
      [isOnDisk, isOver] = [true, true];
      return { ok: true, unit, reply, isNew: true };
    } catch (error) {
      // Any other error (an abort, a full disk, a bug) is not the outcome of this call.
      if (!(error instanceof ModelCallError)) throw error;
      if (!isSent) await recordSent({});
      const { message: reason, kind } = error;
      const cause = kind === undefined ? {} : { cause: kind };
      await log.append({ event: "failed", unit, ...which(), reason, ...cause, at: timestamp() });
      isOver = true;
      return { ok: false, unit, reason };
    } finally {
      settle(isOnDisk);
      if (isSent && !isOver) await log.giveUp?.(unit, "nobody waits for it any longer");
    }
  };

  /** Makes a call, or gets the outcome from the worker that makes it. */
  const have = async (
    find: () => JournalOutcome | undefined | Promise<JournalOutcome | undefined>,
    makeIt: () => Promise<CallOutcome>,
    signal: AbortSignal,
  ): Promise<CallOutcome> => {
    for (;;) {
      const known = await find();
      if (known !== undefined) return outcomeOf(known);
      // The work may have been stopped during the lookup.
      signal.throwIfAborted();
      try {
        return await makeIt();
      } catch (error) {
        if (!(error instanceof AnsweredElsewhere)) throw error;
        const settled = await error.settled(signal);
        if (settled !== "free") return outcomeOf(settled);
      }
    }
  };

  return {
    client,
    retriesFailed,
    async ask(request, signal) {
      signal.throwIfAborted();
      const unit = unitKey(client.modelId, request);
      // A call in a batch is newer than anything else known about it.
      const isInBatch = client.gathers === true && log.inBatch?.(unit) !== undefined;
      const makeIt = () => make(request, unit, signal);
      return isInBatch ? makeIt() : have(() => log.find(unit), makeIt, signal);
    },
    async askAgain(request, why, signal) {
      signal.throwIfAborted();
      const unit = unitKey(client.modelId, request);
      // If this session has not made the call yet, its holder knows more than the earlier lookup.
      const isOver = madeInThisLeg.has(unit);
      const find = () => (isOver ? log.find(unit) : undefined);
      return have(find, () => make(request, unit, signal, why), signal);
    },
  };
}

/**
 * Counts the calls in batches that will be fetched from there. Throws if they would be made live instead, because they
 * would be paid for twice.
 */
export function pendingBatchCalls(
  heldInBatches: number,
  clients: readonly (ModelClient | null)[],
  retriesFailed = false,
): number {
  const gather = clients.filter((client) => client !== null).map((client) => client.gathers === true);
  if (heldInBatches > 0 && !gather.includes(true) && !retriesFailed)
    throw providersErrors.IB_CALLS_IN_BATCH(heldInBatches);
  return gather.every((each) => each) ? heldInBatches : 0;
}

/**
 * Returns the name of a call in a journal, from the request, the model and the plan's call. Journals are read for
 * years, so it excludes texts that a library generates (a form's JSON Schema) and settings that only speed a call up.
 */
export function unitKey(modelId: ModelId, request: ModelRequest): UnitKey {
  const { messages, sampling, origin, output, reasoningEffort, ...rest } = request;
  const { sharedPrefix: _, attempts: __, isOfUse: ___, neverFromCache: ____, ...undecided } = rest;
  // A new field of a request does not compile until it is declared part of the key or not.
  undecided satisfies Readonly<Record<string, never>>;
  const key = {
    model_id: modelId,
    messages,
    sampling,
    origin,
    output: output && { name: output.name, version: output.version },
    reasoning_effort: reasoningEffort,
  };
  return Sha256.parse(hashOf(key));
}

function outcomeOf(entry: JournalOutcome): CallOutcome {
  if (entry.event === "failed") return { ok: false, unit: entry.unit, reason: entry.reason };
  const { unit, content, finish_reason, usage } = entry;
  return { ok: true, unit, reply: { content, finish_reason, usage } };
}

/** Creates a model that answers only from a journal: a missing call is an error, and nothing is sent. */
export function journalClient(
  model: { readonly model_id: ModelId; readonly simulated: boolean },
  calls: Pick<CallLog, "find">,
  clock: Clock,
): RecordedModel {
  const client: ModelClient = {
    modelId: model.model_id,
    simulated: model.simulated,
    complete: () => Promise.reject(new Error(`${model.model_id} is not to be asked`)),
  };
  const log: CallLog = {
    find: (unit) => calls.find(unit),
    append: async (entry) => {
      throw new UnrecordedCallError(entry.event === "sent" ? entry.call.subject : entry.event);
    },
  };
  return recordCalls(client, log, clock);
}

export type RecordedReply = Pick<ModelReply, "content" | "finish_reason" | "usage">;

/** Creates a model that answers every turn as a recorded run did, whatever it receives. */
export function createReplay(input: {
  readonly modelId: string;
  /** Whether the recorded replies came from a simulated model. */
  readonly simulated: boolean;
  readonly find: (scenarioId: string, repeat: number, turn: number) => RecordedReply | undefined;
}): ModelClient {
  const { modelId, simulated, find } = input;
  return {
    modelId: ModelId.parse(modelId),
    simulated,
    async complete({ origin }, signal) {
      signal.throwIfAborted();
      if (origin.stage !== "target")
        throw new ModelCallError(`${modelId} answers scenarios, it does not judge`);
      const { scenario_id, repeat, turn } = origin;
      const recorded = find(scenario_id, repeat, turn);
      if (recorded === undefined) {
        throw new ModelCallError(`${modelId} has no reply to ${replyName(scenario_id, repeat, turn)}`);
      }
      const { content, finish_reason, usage } = recorded;
      return { content, finish_reason, usage };
    },
  };
}
