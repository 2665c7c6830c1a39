import type { FailureCause } from "../../schema/journal.ts";
import { retryAfterMs } from "../ai-sdk/retry-after.ts";
import { AttemptError } from "../chain/attempt-error.ts";
import { ProviderRefusedError } from "../chain/provider-refused-error.ts";
import type { ProductCall } from "./product-call.ts";
import { sayBody } from "./say-body.ts";

export interface FailedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const TRY_AGAIN = new Set([408, 409, 425, 429]);

/** A status other than 2xx in our terms: try again, go on without this reply, or end the run. */
export function responseFailure(
  modelId: string,
  { secrets, advice }: ProductCall,
  { status, headers, text }: FailedResponse,
  nowMs: number,
): AttemptError | ProviderRefusedError {
  const { location } = headers;
  const target = status < 400 && location !== undefined ? `to ${location}` : "";
  const said = [`HTTP ${status}`, sayBody(target, secrets), sayBody(text, secrets)].filter(Boolean).join(" ");
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
  if (status < 400) return `${advice.address} Redirects are not followed, so that no key goes astray.`;
  return undefined;
}

function kindOf(status: number): FailureCause {
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return status >= 500 || TRY_AGAIN.has(status) ? "server_error" : "bad_request";
}
