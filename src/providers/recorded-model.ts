/** Models and their records: every call written down, answers from a journal alone, answers as another run had them. */
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

/** Where calls are written down, by one process or by several. `append` resolves when the line is safe. */
export interface CallLog {
  find(unit: UnitKey): JournalOutcome | undefined | Promise<JournalOutcome | undefined>;
  /** Where a call still is that has no outcome yet; nothing where it is in no provider's batch. */
  inBatch?(unit: UnitKey): HeldCall | undefined;
  /** The providers' names of all batches on record. */
  readonly notedBatches?: ReadonlySet<string>;
  /** Rejects with AnsweredElsewhere where a call that is to be sent, or its outcome, is another worker's. */
  append(entry: JournalEntry): Promise<void>;
  /** Nobody waits any longer for a call that was sent: where others may make it, they may now. */
  giveUp?(unit: UnitKey, reason: string): Promise<void>;
}

/** What became of a call: a failed one is data too. */
export type CallOutcome =
  | {
      readonly ok: true;
      readonly unit: UnitKey;
      readonly reply: ModelReply;
      /** It was asked for here, and not found in the log. */
      readonly isNew?: true;
    }
  | { readonly ok: false; readonly unit: UnitKey; readonly reason: string };

/** A model whose every call is in the journal: one that is already there is never made again, unless it was lost. */
export interface RecordedModel {
  readonly client: ModelClient;
  ask(request: ModelRequest, signal: AbortSignal): Promise<CallOutcome>;
  /** Whether calls that were lost in an earlier leg are to be made once more. */
  readonly retriesLost: boolean;
  /** Makes a call once more, whatever the journal or a cache has; one that was made in this leg keeps its outcome. */
  askAgain(request: ModelRequest, why: string, signal: AbortSignal): Promise<CallOutcome>;
}

export function recordCalls(
  client: ModelClient,
  log: CallLog,
  clock: Clock,
  { retriesLost = false }: { readonly retriesLost?: boolean } = {},
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
          // Its line is there already; a second one would be a second call.
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
        noted: () => log.notedBatches ?? new Set(),
        note: ({ providerBatchId: provider_batch_id, ...event }) =>
          log.append({ event: "batch", ...event, provider_batch_id, at: timestamp() }),
      },
    };
    // A call that waits for its turn has cost nothing yet: if it never comes, nothing was lost.
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
      // Anything else (an abort, a full disk, a bug) is not the outcome of this call.
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

  /** Makes a call, or has it from whoever makes it. */
  const have = async (
    find: () => JournalOutcome | undefined | Promise<JournalOutcome | undefined>,
    makeIt: () => Promise<CallOutcome>,
    signal: AbortSignal,
  ): Promise<CallOutcome> => {
    for (;;) {
      const known = await find();
      if (known !== undefined) return outcomeOf(known);
      // It may have been told to stop while the log was looking.
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
    retriesLost,
    async ask(request, signal) {
      signal.throwIfAborted();
      const unit = unitKey(client.modelId, request);
      // What is in a batch was asked after whatever else is known of it.
      const isInBatch = client.gathers === true && log.inBatch?.(unit) !== undefined;
      const makeIt = () => make(request, unit, signal);
      return isInBatch ? makeIt() : have(() => log.find(unit), makeIt, signal);
    },
    async askAgain(request, why, signal) {
      signal.throwIfAborted();
      const unit = unitKey(client.modelId, request);
      // Of one that is not over here, whoever has it knows more than what was found before.
      const isOver = madeInThisLeg.has(unit);
      const find = () => (isOver ? log.find(unit) : undefined);
      return have(find, () => make(request, unit, signal, why), signal);
    },
  };
}

/**
 * How many of the calls that are in batches will be fetched from there. Throws where nobody would: asked live, they
 * would be paid for twice.
 */
export function callsToTakeUp(
  heldInBatches: number,
  clients: readonly (ModelClient | null)[],
  retriesLost = false,
): number {
  const gather = clients.filter((client) => client !== null).map((client) => client.gathers === true);
  if (heldInBatches > 0 && !gather.includes(true) && !retriesLost)
    throw providersErrors.IB_CALLS_IN_BATCH(heldInBatches);
  return gather.every((each) => each) ? heldInBatches : 0;
}

/**
 * The name of a call in a journal: what is asked of which model, and which call of the plan it is. Journals are read
 * for years, so nothing is in it that a library words (a form's JSON Schema) or that only speeds a call up.
 */
export function unitKey(modelId: ModelId, request: ModelRequest): UnitKey {
  const { messages, sampling, origin, output, reasoningEffort, ...rest } = request;
  const { sharedPrefix: _, attempts: __, isOfUse: ___, neverFromCache: ____, ...undecided } = rest;
  // A new field of a request does not compile before someone has said whether it makes another call.
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

/** A model that answers from a journal alone: what is not in it is an error, and nothing is ever sent. */
export function recordedOnly(
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

/** Answers every turn as a recorded run did, whatever it is told. */
export function createReplay(input: {
  readonly modelId: string;
  /** The recorded replies came from a simulated model. */
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
