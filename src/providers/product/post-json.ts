import type { Clock } from "../../kernel/clock.ts";
import { BenchError } from "../../kernel/errors.ts";
import type { FailureCause } from "../../schema/run/journal.ts";
import { AttemptError, ProviderRefusedError, ProviderUnreachableError } from "../errors.ts";
import { boundaryFailure, describeNetworkFailure, retryAfterMs } from "../network.ts";
import { redact, redactedBody } from "../redact.ts";

/** One request to a product. */
export interface ProductCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What must never be shown. */
  readonly secrets: readonly string[];
  /** What a person should do when the product turns us away. */
  readonly advice: { readonly key: string; readonly address: string };
}

/** Posts once and resolves with the parsed answer. Rejects with an AttemptError, or a BenchError that ends the run. */
export type PostJson = (modelId: string, call: ProductCall, signal: AbortSignal) => Promise<unknown>;

export function createPostJson(options: { readonly fetch: typeof fetch; readonly clock: Clock }): PostJson {
  return async (modelId, call, signal) => {
    signal.throwIfAborted();
    const { isOk, ...response } = await send(options.fetch, call, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw connectionFailure(error, modelId, call);
    });
    if (isOk) return parseAnswer(response.text, call);
    throw responseFailure(modelId, call, response, options.clock.now());
  };
}

async function send(through: typeof fetch, call: ProductCall, signal: AbortSignal) {
  const response = await through(call.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...lowerCased(call.headers) },
    body: JSON.stringify(call.body),
    signal,
  });
  const { ok: isOk, status } = response;
  return { isOk, status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** An error that is not about the connection comes back as it is. */
function connectionFailure(error: unknown, modelId: string, { secrets }: ProductCall): unknown {
  // The network itself may be set up wrongly, which is said better there.
  if (!(error instanceof Error) || error instanceof BenchError) return error;
  const boundary = boundaryFailure(error, modelId);
  if (boundary !== undefined) return boundary;
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

function parseAnswer(text: string, { secrets }: ProductCall): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AttemptError(`an answer that is not JSON: ${redactedBody(text, secrets)}`, {
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

export interface FailedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const TRY_AGAIN = new Set([408, 409, 425, 429]);

/** A status other than 2xx in our terms: try again, go on without this reply, or end the run. */
function responseFailure(
  modelId: string,
  { secrets, advice }: ProductCall,
  { status, headers, text }: FailedResponse,
  nowMs: number,
): AttemptError | ProviderRefusedError {
  const said = [`HTTP ${status}`, redactedBody(text, secrets)].filter(Boolean).join(" ");
  const hint = hintFor(status, text, advice);
  if (hint !== undefined) return new ProviderRefusedError({ modelId, said, hint });
  return new AttemptError(said, {
    kind: kindOf(status),
    isRetryable: status >= 500 || TRY_AGAIN.has(status),
    retryAfterMs: retryAfterMs(headers, text, nowMs),
  });
}

/** Where to look, if no other call would fare better. */
function hintFor(status: number, text: string, advice: ProductCall["advice"]): string | undefined {
  if (status === 402 || (status === 429 && /insufficient_quota|credit balance is too low/i.test(text))) {
    return "The product's own quota or credit is spent.";
  }
  if (status === 401 || status === 403) return advice.key;
  if (status === 404) return advice.address;
  return undefined;
}

function kindOf(status: number): FailureCause {
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return status >= 500 || TRY_AGAIN.has(status) ? "server_error" : "bad_request";
}
