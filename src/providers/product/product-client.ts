import type { Clock } from "../../kernel/clock.ts";
import type { ModelId } from "../../schema/ids.ts";
import { AttemptError, providersUnavailable } from "../errors.ts";
import type { ModelClient, ModelReply } from "../model-client.ts";
import { redact, redactedBody } from "../redact.ts";
import type { PostJson, ProductCall } from "./post-json.ts";
import { type ProductTurn, productTurn, type TargetOrigin } from "./product-turn.ts";
import { errorInAnswer, followReplyPath } from "./reply-path.ts";

/** Common parts of all product clients. */
export interface ProductParts {
  readonly post: PostJson;
  readonly clock: Clock;
  /** Returns the same id for all turns of a transcript, for products that keep the conversation themselves. */
  readonly conversationIdFor: (origin: TargetOrigin) => string;
}

interface ProductOptions extends ProductParts {
  readonly modelId: ModelId;
  /** May throw a BenchError, for example because a key is missing: it is first called with the first turn. */
  readonly callFor: (turn: ProductTurn) => ProductCall;
  readonly replyPath: string;
}

const OWN_WAYS =
  "the product uses its own system prompt, sampling and length limit; its tokens are not known";

/** Creates a client for one attempt to get a product's reply to a turn. */
export function createProductClient(options: ProductOptions): ModelClient {
  const { modelId, post, callFor, replyPath, conversationIdFor, clock } = options;
  let hasFoundReply = false;

  return {
    modelId,
    simulated: false,
    async complete(request, signal) {
      const turn = productTurn(request, conversationIdFor);
      const call = callFor(turn);
      const startedMs = clock.monotonicMs();
      const answer = await post(modelId, call, signal);
      const latencyMs = clock.monotonicMs() - startedMs;

      const found = followReplyPath(answer, replyPath);
      if (found.kind === "text") {
        hasFoundReply = true;
        return asReply(found.text, latencyMs);
      }
      const said = errorInAnswer(answer);
      if (said !== null) throw badResponse(`an error with status 200: ${redactedBody(said, call.secrets)}`);
      if (found.kind === "null") throw badResponse(`no reply: ${found.place} is null`);
      const reason = redact(found.reason, call.secrets);
      // If a reply was found before, the path is right and this answer is the exception.
      if (hasFoundReply || turn.turn > 1) throw badResponse(`no reply at ${replyPath}: ${reason}`);
      throw providersUnavailable.IB_REPLY_PATH({ modelId, path: replyPath, reason });
    },
  };
}

function asReply(content: string, latencyMs: number): ModelReply {
  return {
    content,
    finish_reason: "stop",
    usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
    latencyMs,
    delivery: { warnings: [OWN_WAYS] },
  };
}

function badResponse(message: string): AttemptError {
  return new AttemptError(message, { kind: "bad_response", isRetryable: true, mayBeBilled: true });
}
