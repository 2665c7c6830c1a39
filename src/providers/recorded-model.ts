import type { Clock } from "../kernel/clock.ts";
import { hashOf } from "../kernel/hash.ts";
import { Sha256 } from "../schema/ids.ts";
import type { JournalEntry, UnitKey } from "../schema/journal.ts";
import { ModelCallError } from "./model-call-error.ts";
import type { CallOrigin, ModelClient, ModelReply, ModelRequest } from "./model-client.ts";

type RecordedOutcome = Extract<JournalEntry, { event: "replied" | "failed" }>;

/** Where calls are written down. `append` resolves when the line is safe. */
export interface CallLog {
  find(unit: UnitKey): RecordedOutcome | undefined;
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
      const unit = Sha256.parse(hashOf({ model_id: client.modelId, ...request }));
      const known = log.find(unit);
      if (known !== undefined) return outcomeOf(known);

      const call = {
        stage: request.origin.stage,
        model_id: client.modelId,
        subject: describe(request.origin),
      };
      await log.append({ event: "sent", unit, call, at: timestamp() });
      const startedMs = clock.monotonicMs();
      try {
        const reply = await client.complete(request, signal);
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

function outcomeOf(entry: RecordedOutcome): CallOutcome {
  if (entry.event === "failed") return { ok: false, unit: entry.unit, reason: entry.reason };
  const { unit, content, finish_reason, usage } = entry;
  return { ok: true, unit, reply: { content, finish_reason, usage } };
}

function describe(origin: CallOrigin): string {
  return origin.stage === "target"
    ? `${origin.scenario_id}.r${origin.repeat} turn ${origin.turn}`
    : `${origin.transcript_id} ${origin.mode_id} window ${origin.window} vote ${origin.repetition}.${origin.attempt}`;
}
