/** Models and their records: every call written down, answers from a journal alone, answers as another run had them. */
import { replyName } from "../domain/keys.ts";
import type { Clock } from "../kernel/clock.ts";
import { hashOf } from "../kernel/hash.ts";
import { ModelId, Sha256 } from "../schema/ids.ts";
import type { JournalEntry, JournalOutcome, UnitKey } from "../schema/run/journal.ts";
import { ModelCallError, UnrecordedCallError } from "./errors.ts";
import { describeCall, type ModelClient, type ModelReply, type ModelRequest } from "./model-client.ts";

/** Where calls are written down. `append` resolves when the line is safe. */
export interface CallLog {
  find(unit: UnitKey): JournalOutcome | undefined;
  append(entry: JournalEntry): Promise<void>;
}

/** What became of a call: a failed one is data too. */
export type CallOutcome =
  | { readonly ok: true; readonly unit: UnitKey; readonly reply: ModelReply }
  | { readonly ok: false; readonly unit: UnitKey; readonly reason: string };

/** A model whose every call is in the journal: one that is already there is never made again. */
export interface RecordedModel {
  readonly client: ModelClient;
  ask(request: ModelRequest, signal: AbortSignal): Promise<CallOutcome>;
}

export function recordCalls(client: ModelClient, log: CallLog, clock: Clock): RecordedModel {
  const timestamp = () => new Date(clock.now()).toISOString();
  return {
    client,
    async ask(request, signal) {
      signal.throwIfAborted();
      const unit = unitKey(client.modelId, request);
      const known = log.find(unit);
      if (known !== undefined) return outcomeOf(known);

      const call = {
        stage: request.origin.stage,
        model_id: client.modelId,
        subject: describeCall(request.origin),
      };
      const reserved_usd = client.worstCaseUsd?.(request);
      const reserved = reserved_usd === undefined ? {} : { reserved_usd };
      let sent: Promise<void> | undefined;
      const recordSent = () => {
        sent ??= log.append({ event: "sent", unit, call, ...reserved, at: timestamp() });
        return sent;
      };
      // A call that waits for its turn has cost nothing yet: if it never comes, nothing was lost.
      if (client.announcesSending !== true) await recordSent();
      const startedMs = clock.monotonicMs();
      try {
        const reply = await client.complete({ ...request, beforeSending: recordSent }, signal);
        await recordSent();
        const { content, finish_reason, usage, latencyMs, delivery } = reply;
        const latency_ms = Math.round(latencyMs ?? clock.monotonicMs() - startedMs);
        await log.append({
          event: "replied",
          unit,
          content,
          finish_reason,
          usage,
          latency_ms,
          ...delivery,
          at: timestamp(),
        });
        return { ok: true, unit, reply };
      } catch (error) {
        // Anything else (an abort, a full disk, a bug) is not the outcome of this call.
        if (!(error instanceof ModelCallError)) throw error;
        await recordSent();
        const { message: reason, kind, retries, costUsd } = error;
        await log.append({
          event: "failed",
          unit,
          reason,
          ...(kind === undefined ? {} : { cause: kind }),
          ...(retries === 0 ? {} : { retries }),
          ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
          at: timestamp(),
        });
        return { ok: false, unit, reason: error.message };
      }
    },
  };
}

/**
 * The name of a call in a journal: what is asked of which model, and which call of the plan it is. Journals are read
 * for years, so nothing is in it that a library words (a form's JSON Schema) or that only speeds a call up.
 */
export function unitKey(modelId: ModelId, request: ModelRequest): UnitKey {
  const { messages, sampling, origin, output, reasoningEffort, ...rest } = request;
  const { sharedPrefix: _, beforeSending: __, ...undecided } = rest;
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
