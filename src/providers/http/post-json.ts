import { BenchError } from "../../kernel/bench-error.ts";
import type { Clock } from "../../kernel/clock.ts";
import { describeNetworkFailure } from "../ai-sdk/describe-network-failure.ts";
import { AttemptError } from "../chain/attempt-error.ts";
import { ProviderUnreachableError } from "../chain/provider-unreachable-error.ts";
import { redact } from "../redact.ts";
import type { ProductCall } from "./product-call.ts";
import { responseFailure } from "./response-failure.ts";
import { sayBody } from "./say-body.ts";

/** Posts once and resolves with the parsed answer. Rejects with an AttemptError, or a BenchError that ends the run. */
export type PostJson = (modelId: string, call: ProductCall, signal: AbortSignal) => Promise<unknown>;

export function createPostJson(options: { readonly fetch: typeof fetch; readonly clock: Clock }): PostJson {
  return async (modelId, call, signal) => {
    signal.throwIfAborted();
    const { isOk, ...response } = await send(options.fetch, call, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw connectionFailure(error, modelId, call);
    });
    if (isOk) return parse(response.text, call);
    throw responseFailure(modelId, call, response, options.clock.now());
  };
}

async function send(through: typeof fetch, call: ProductCall, signal: AbortSignal) {
  const response = await through(call.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...lowerCased(call.headers) },
    body: JSON.stringify(call.body),
    // A redirected POST may arrive as a GET, and would take our keys to wherever it is sent.
    redirect: "manual",
    signal,
  });
  const { ok: isOk, status } = response;
  return { isOk, status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** An error that is not about the connection comes back as it is. */
function connectionFailure(error: unknown, modelId: string, { secrets }: ProductCall): unknown {
  // The network itself may be set up wrongly, which is said better there.
  if (!(error instanceof Error) || error instanceof BenchError) return error;
  const failure = describeNetworkFailure(error);
  if (failure === undefined) return error;
  const reason = redact(failure.reason, secrets);
  if (failure.isUntrusted) return new ProviderUnreachableError(modelId, reason);
  return new AttemptError(reason, {
    kind: "network",
    isRetryable: true,
    mayBeBilled: failure.wasConnected,
    isUnreachable: !failure.wasConnected,
  });
}

function parse(text: string, { secrets }: ProductCall): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AttemptError(`an answer that is not JSON: ${sayBody(text, secrets)}`, {
      kind: "bad_response",
      isRetryable: true,
      mayBeBilled: true,
    });
  }
}

/** So that a configured header takes the place of ours instead of being joined to it. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
