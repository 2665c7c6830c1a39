/** Totals: `inputTokens` includes the cached ones, `outputTokens` the reasoning; each format reports them its own way. */
export interface WireUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** A model's answer, before a format makes a body of it. */
export interface WireAnswer {
  readonly text: string;
  readonly reasoning: string | null;
  readonly finish: "stop" | "length" | "refusal" | "content-filter";
  readonly usage: WireUsage;
  /** Part of the body only where the client asked for it, as OpenRouter does. */
  readonly costUsd: number;
}
