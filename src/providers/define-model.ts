import type { ModelId } from "../schema/ids.ts";
import type { FinishReason } from "../schema/run/transcript.ts";
import type { ModelClient, ModelReply, ModelRequest } from "./model-client.ts";

/** A call to the user's own model. A judge must reply with one JSON object of the shape in `output`. */
export type OwnModelRequest = Pick<
  ModelRequest,
  "messages" | "sampling" | "origin" | "output" | "reasoningEffort"
>;

/** A reply with whatever is known about it. */
export interface OwnModelReply {
  readonly content: string;
  /** @default "stop" */
  readonly finishReason?: FinishReason;
  /** @default unknown: counted as none, which the run's manifest says; so are counts that cannot be */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Part of the input. @default 0 */
    readonly cachedTokens?: number;
    /** Part of the output. @default 0 */
    readonly reasoningTokens?: number;
  };
  /**
   * If the project's config has a price for this model, the larger of this and the price of the tokens counts.
   * @default unknown
   */
  readonly costUsd?: number;
  /** The answering model, as its provider names it. */
  readonly resolvedModel?: string;
}

export interface OwnModel {
  /**
   * `<provider>/<model>`, such as `acme/companion-2`, with a provider name that is not built in. Plans, reports and
   * folders use this name, and a resumed run finds its calls by it: give another model or version another name.
   */
  readonly modelId: string;
  /**
   * Makes one call. Any error it throws is the outcome of that call; it is retried if the error's `isRetryable` is
   * true.
   */
  complete(
    request: OwnModelRequest,
    signal: AbortSignal,
  ): Promise<string | OwnModelReply> | string | OwnModelReply;
  /** A program with known behaviour, whose results must never be mistaken for a model's. @default false */
  readonly simulated?: boolean;
}

export const UNKNOWN_TOKENS = "its tokens are not known";

/** Defines a model of your own, from a function that answers. */
export function defineModel({ modelId, simulated = false, complete }: OwnModel): ModelClient {
  return {
    // Validated when the model is opened, where all other names are known.
    modelId: modelId as ModelId,
    simulated,
    async complete({ messages, sampling, origin, output, reasoningEffort }, signal) {
      const asked: OwnModelRequest = {
        messages,
        sampling,
        origin,
        ...(output === undefined ? {} : { output }),
        ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
      };
      const said = await complete(asked, signal);
      return toModelReply(typeof said === "string" ? { content: said } : said);
    },
  };
}

function toModelReply(said: OwnModelReply): ModelReply {
  const { content, finishReason = "stop", usage, costUsd, resolvedModel } = said;
  return {
    content,
    finish_reason: finishReason,
    usage: {
      input_tokens: usage?.inputTokens ?? 0,
      cached_tokens: usage?.cachedTokens ?? 0,
      output_tokens: usage?.outputTokens ?? 0,
      reasoning_tokens: usage?.reasoningTokens ?? 0,
    },
    delivery: {
      ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
      ...(resolvedModel === undefined ? {} : { resolved_model: resolvedModel }),
      ...(usage === undefined ? { warnings: [UNKNOWN_TOKENS] } : {}),
    },
  };
}
