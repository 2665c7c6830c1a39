import type { ModelId } from "../schema/ids.ts";
import type { Usage } from "../schema/journal.ts";
import type { Sampling } from "../schema/run-plan.ts";
import type { FinishReason } from "../schema/transcript.ts";

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
      readonly mode_id: string;
      readonly window: number;
      readonly repetition: number;
      readonly attempt: number;
    };

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly sampling: Sampling;
  readonly origin: CallOrigin;
}

export interface ModelReply {
  readonly content: string;
  readonly finish_reason: FinishReason;
  readonly usage: Usage;
}

/** A model that can be asked. Rejects with a ModelCallError when a reply could not be had. */
export interface ModelClient {
  readonly modelId: ModelId;
  /** A program with known behaviour, whose results must never pass for a model's. */
  readonly simulated: boolean;
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}
