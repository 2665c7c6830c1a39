import type { APICallError } from "ai";
import type { FailureCause } from "../../schema/journal.ts";
import { AttemptError } from "../chain/attempt-error.ts";
import { ProviderUnreachableError } from "../chain/provider-unreachable-error.ts";
import { redact } from "../redact.ts";
import { describeBody } from "./describe-body.ts";
import { describeNetworkFailure } from "./describe-network-failure.ts";
import { providerRefusal } from "./provider-refusal.ts";
import type { ProviderSettings } from "./provider-settings.ts";
import { retryAfterMs } from "./retry-after.ts";

const RETRYABLE_STATUSES = new Set([408, 409, 425, 429]);

/** What the AI SDK throws when a response with a good status makes no sense. */
const MAKES_NO_SENSE = new Set([
  "AI_EmptyResponseBodyError",
  "AI_InvalidResponseDataError",
  "AI_JSONParseError",
  "AI_NoContentGeneratedError",
  "AI_TypeValidationError",
]);

/**
 * An error of the AI SDK in our terms. What it says is redacted, and the error itself is left behind: it holds the
 * whole exchange, keys and all. Anything that is no outcome of a call comes back as it is.
 */
export function toAttemptError(error: unknown, settings: ProviderSettings, nowMs: number): unknown {
  if (!(error instanceof Error)) return error;
  const say = (text: string) => redact(text, settings.secrets);
  if (isApiCallError(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    return fromStatus(error, error.statusCode, settings, nowMs);
  }
  const network = describeNetworkFailure(error);
  if (network?.isUntrusted) return new ProviderUnreachableError(settings.modelId, say(network.reason));
  if (network !== undefined) {
    return new AttemptError(say(network.reason), {
      kind: "network",
      isRetryable: true,
      mayBeBilled: network.wasConnected,
      isUnreachable: !network.wasConnected,
    });
  }
  if (isApiCallError(error) || MAKES_NO_SENSE.has(error.name)) {
    const body = isApiCallError(error) ? describeBody(error.responseBody ?? "") : "";
    return new AttemptError(say(`a response that makes no sense${body === "" ? "" : `: ${body}`}`), {
      kind: "bad_response",
      isRetryable: true,
      mayBeBilled: true,
    });
  }
  return error;
}

function fromStatus(error: APICallError, status: number, settings: ProviderSettings, nowMs: number): Error {
  const body = error.responseBody ?? "";
  const said = redact(`HTTP ${status} ${describeBody(body)}`.trim(), settings.secrets);
  const refusal = providerRefusal(status, body, said, settings);
  if (refusal !== undefined) return refusal;
  return new AttemptError(said, {
    kind: kindOf(status),
    isRetryable: status >= 500 || RETRYABLE_STATUSES.has(status),
    retryAfterMs: retryAfterMs(error.responseHeaders, body, nowMs),
  });
}

function kindOf(status: number): FailureCause {
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return status >= 500 || RETRYABLE_STATUSES.has(status) ? "server_error" : "bad_request";
}

/** By name, so that the package need not be loaded to ask. */
function isApiCallError(error: Error): error is APICallError {
  return error.name === "AI_APICallError";
}
