export type WireFormat =
  | "openai-chat"
  | "openrouter"
  | "openai-responses"
  | "anthropic"
  | "gemini"
  | "json-chat"
  | "givecare";

export interface WireMessage {
  /** As sent, except that Gemini's `model` is `assistant`; system prompts are the first messages. */
  readonly role: string;
  readonly text: string;
}

/** A parsed request, independent of its format. */
export interface WireRequest {
  readonly format: WireFormat;
  readonly path: string;
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly seed: number | null;
  readonly stream: boolean;
  /** Stateful formats only: the product's conversation, or the scenario. */
  readonly conversationId: string | null;
  /** Equal for equal format, model, messages and sampling: a retry has the hash of what it repeats. */
  readonly requestHash: string;
  /** 1 for the first request with this hash. */
  readonly attempt: number;
  /** The parsed body as sent. */
  readonly body: unknown;
}
