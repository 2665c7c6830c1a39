import type { ModelId } from "../schema/ids.ts";
import type { FinishReason } from "../schema/run/transcript.ts";
import type { ModelClient, ModelReply, ModelRequest } from "./model-client.ts";

/** What a model of one's own is asked. A judge's reply is to be one JSON object of the shape in `output`. */
export type OwnModelRequest = Pick<
  ModelRequest,
  "messages" | "sampling" | "origin" | "output" | "reasoningEffort"
>;

/** A reply with as much as is known of it. */
export interface OwnModelReply {
  readonly content: string;
  /** @default "stop" */
  readonly finishReason?: FinishReason;
  /** @default unknown: counted as none, which the run's manifest says; so are counts that cannot be */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** Of the input. @default 0 */
    readonly cachedTokens?: number;
    /** Of the output. @default 0 */
    readonly reasoningTokens?: number;
  };
  /** Where the project's config has a price for this model, the larger of this and what the tokens come to counts. @default unknown */
  readonly costUsd?: number;
  /** The model that answered, as its provider names it. */
  readonly resolvedModel?: string;
}

export interface OwnModel {
  /**
   * `<provider>/<model>`, such as `acme/companion-2`, of a provider that is not known already. Plans, reports and folders
   * call the model so, and a resumed run finds its calls by it: another model, or another version, wants another name.
   */
  readonly modelId: string;
  /** One call. Whatever it throws is the outcome of that call; where `isRetryable` of the error is true, it is tried again. */
  complete(
    request: OwnModelRequest,
    signal: AbortSignal,
  ): Promise<string | OwnModelReply> | string | OwnModelReply;
  /** A program with known behaviour, whose results must never pass for a model's. @default false */
  readonly simulated?: boolean;
}

export const UNKNOWN_TOKENS = "its tokens are not known";

/** A model of one's own, from a function that answers. */
export function defineModel({ modelId, simulated = false, complete }: OwnModel): ModelClient {
  return {
    // Looked at when it is opened, where everything that could share the name is known.
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
