import { replyName } from "../domain/keys.ts";
import type { HeldCall } from "../measure/held-calls.ts";
import type { ModelId } from "../schema/ids.ts";
import type { Delivery, FailureCause, UnitKey, Usage } from "../schema/run/journal.ts";
import type { Sampling } from "../schema/run/run-plan.ts";
import type { FinishReason } from "../schema/run/transcript.ts";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/**
 * Which call of the plan a request is. It tells repetitions of one prompt apart and names the call to a person;
 * no real provider sends it anywhere.
 */
export type CallOrigin =
  | { readonly stage: "target"; readonly scenario_id: string; readonly repeat: number; readonly turn: number }
  | {
      readonly stage: "judge";
      readonly transcript_id: string;
      /** A check's id, or the name of another question, such as `IB-A1 sweep`. */
      readonly subject: string;
      readonly window: number;
      readonly repetition: number;
      readonly attempt: number;
    }
  | {
      readonly stage: "router";
      readonly transcript_id: string;
      /** The turn whose message is chosen. */
      readonly turn: number;
      readonly attempt: number;
    };

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly sampling: Sampling;
  readonly origin: CallOrigin;
  /** The first messages are shared by all requests with the same key: for prefix caches that must be asked for. */
  readonly sharedPrefix?: { readonly messages: number; readonly key: string };
  /** The reply is to be one JSON object of this shape, where a provider can be held to it. Its version says when the shape changed. */
  readonly output?: { readonly name: string; readonly version: number; readonly jsonSchema: object };
  readonly reasoningEffort?: "minimal" | "low" | "medium" | "high";
  /** Whether a reply can be used for what it was asked for. One that cannot is no outcome to keep for others. */
  readonly isOfUse?: (reply: ModelReply) => boolean;
  /** Asked once more, because it was lost: what others had is not wanted. */
  readonly neverFromCache?: true;
  /** Told of every attempt, by clients that announce them; no part of what is asked. */
  readonly attempts?: AttemptLog;
}

/** Where the attempts of one call are written down: each before it goes out, and when it came to nothing. */
export interface AttemptLog {
  /** Resolves when the attempt may go out. */
  sending(attempt: {
    /** What it may cost at most, where known. */
    readonly reservedUsd: number | undefined;
    /** Our name for the provider's batch that it goes with. */
    readonly batch?: string;
  }): Promise<void>;
  /**
   * The last attempt that was announced brought a reply. What was set aside for it is settled by whoever writes it down:
   * once, when its line is on disk, or when it never will be. Without this it is settled at once.
   */
  replied?(settle: (isOnDisk: boolean) => void): void;
  /** The last attempt that was announced brought no reply. */
  settled(failure: AttemptCost & { readonly reason: string; readonly cause?: FailureCause }): Promise<void>;
  /** For clients that ask later: the call's name, and what is on record of the provider's batches. */
  readonly later?: BatchRecord;
}

export interface BatchRecord {
  readonly unit: UnitKey;
  /** Until the next attempt is announced; that of the batch which holds the call is on record already. */
  held(): HeldCall | undefined;
  /** The providers' names of all batches on record, of this call or of others. */
  noted(): ReadonlySet<string>;
  /** Resolves when it is on record. */
  note(event: {
    readonly batch: string;
    readonly state: "submitted" | "polled" | "ended";
    readonly providerBatchId: string;
    readonly units: number;
    readonly detail?: string;
  }): Promise<void>;
}

/** What an attempt without a reply has cost: what is known of it, where somebody says so, and the most that it may be. */
export interface AttemptCost {
  readonly costUsd?: number | undefined;
  readonly atMostUsd?: number | undefined;
}

export interface ModelReply {
  readonly content: string;
  readonly finish_reason: FinishReason;
  readonly usage: Usage;
  /** Of the call itself, without waiting for its turn; absent where nobody measured it. */
  readonly latencyMs?: number;
  readonly delivery?: Delivery;
}

/** A model that can be asked. Rejects with a ModelCallError when a reply could not be had. */
export interface ModelClient {
  readonly modelId: ModelId;
  /** A program with known behaviour, whose results must never pass for a model's. */
  readonly simulated: boolean;
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  /** It tells `attempts` when a request's turn has come; with others, a call counts as sent when it is made. */
  readonly announcesSending?: true;
  /** Its calls wait for others and go out together, so that none is worth waiting for. */
  readonly gathers?: true;
}

/** What a person reads to know which call this was. */
export function describeCall(origin: CallOrigin): string {
  switch (origin.stage) {
    case "target":
      return replyName(origin.scenario_id, origin.repeat, origin.turn);
    case "router":
      return `${origin.transcript_id} way to turn ${origin.turn} try ${origin.attempt}`;
    case "judge":
      return `${origin.transcript_id} ${origin.subject} window ${origin.window} vote ${origin.repetition}.${origin.attempt}`;
  }
}
