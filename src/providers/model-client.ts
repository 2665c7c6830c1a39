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
 * Identifies the plan's call that a request belongs to. It distinguishes repetitions of one prompt and names the call
 * for people. No real provider receives it.
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
      /** The turn whose message is being chosen. */
      readonly turn: number;
      readonly attempt: number;
    };

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly sampling: Sampling;
  readonly origin: CallOrigin;
  /** The first messages are shared by all requests with the same key, for prefix caches that must be requested. */
  readonly sharedPrefix?: { readonly messages: number; readonly key: string };
  /**
   * The shape that the reply must have as one JSON object, where a provider can enforce it. Its version changes with
   * the shape.
   */
  readonly output?: { readonly name: string; readonly version: number; readonly jsonSchema: object };
  readonly reasoningEffort?: "minimal" | "low" | "medium" | "high";
  /** Whether a reply is usable for its purpose. An unusable one is not stored for others. */
  readonly isOfUse?: (reply: ModelReply) => boolean;
  /** Set for a repeated call after a failure: cached replies are not used. */
  readonly neverFromCache?: true;
  /** Receives every attempt, from clients that announce them. Not part of the request. */
  readonly attempts?: AttemptLog;
}

/** Records the attempts of one call: each before it is sent, and each failure. */
export interface AttemptLog {
  /** Resolves when the attempt may be sent. */
  sending(attempt: {
    /** Its maximum cost, if known. */
    readonly reservedUsd: number | undefined;
    /** Our name for the provider's batch that contains it. */
    readonly batch?: string;
  }): Promise<void>;
  /**
   * Reports that the last announced attempt brought a reply. The log settles its reservation, once: when the line is on
   * disk, or when it never will be. Without this method it is settled at once.
   */
  replied?(settle: (isOnDisk: boolean) => void): void;
  /** Reports that the last announced attempt brought no reply. */
  settled(failure: AttemptCost & { readonly reason: string; readonly cause?: FailureCause }): Promise<void>;
  /** For clients that use batches: the call's name, and the recorded batches of the provider. */
  readonly later?: BatchRecord;
}

export interface BatchRecord {
  readonly unit: UnitKey;
  /** Valid until the next attempt is announced; the batch that holds the call is recorded already. */
  held(): HeldCall | undefined;
  /** The provider's names of all recorded batches, for this call or others. */
  noted(): ReadonlySet<string>;
  /** Resolves when the event is recorded. */
  note(event: {
    readonly batch: string;
    readonly state: "submitted" | "polled" | "ended";
    readonly providerBatchId: string;
    readonly units: number;
    readonly detail?: string;
  }): Promise<void>;
}

/** The cost of an attempt without a reply: the known cost, if reported, and the maximum. */
export interface AttemptCost {
  readonly costUsd?: number | undefined;
  readonly atMostUsd?: number | undefined;
}

export interface ModelReply {
  readonly content: string;
  readonly finish_reason: FinishReason;
  readonly usage: Usage;
  /** Time of the call itself, without waiting for a place; missing if not measured. */
  readonly latencyMs?: number;
  readonly delivery?: Delivery;
}

/** A model that answers requests. Rejects with a ModelCallError if there is no reply. */
export interface ModelClient {
  readonly modelId: ModelId;
  /** A program with known behaviour, whose results must never be mistaken for a model's. */
  readonly simulated: boolean;
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  /** It tells `attempts` when a request is sent. For other clients a call counts as sent when it is made. */
  readonly announcesSending?: true;
  /** Its calls are collected into batches, so no caller should wait for a single one. */
  readonly gathers?: true;
}

/** Describes a call for people. */
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
