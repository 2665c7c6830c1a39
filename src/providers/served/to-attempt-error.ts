import type { APICallError } from "ai";
import { boundaryFailure, connectionFailure, type FailedResponse, failedAttempt } from "../call-failure.ts";
import { AttemptError, ProviderRefusedError } from "../errors.ts";
import type { AttemptCost } from "../model-client.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import { describeBody, redact } from "../redact.ts";
import type { ReportedTokens } from "../reported-usage.ts";
import { tokensIn } from "./readable-usage.ts";

/** Errors of the AI SDK for an invalid response with a good status. */
const MAKES_NO_SENSE = new Set([
  "AI_EmptyResponseBodyError",
  "AI_InvalidResponseDataError",
  "AI_JSONParseError",
  "AI_NoContentGeneratedError",
  "AI_TypeValidationError",
]);

/**
 * Converts an error of the AI SDK. Its message is redacted and the error itself dropped, because it contains the whole
 * exchange with keys. An error that is not the outcome of a call is returned unchanged.
 */
export function toAttemptError(
  error: unknown,
  settings: ProviderSettings,
  {
    nowMs,
    body: received = "",
    costOf = () => ({}),
  }: {
    readonly nowMs: number;
    /** The body of a response with a good status, if one came: some SDK errors lack it. */
    readonly body?: string;
    /** Returns the cost of a response without a reply that still reports its tokens. */
    readonly costOf?: CostOf;
  },
): unknown {
  if (!(error instanceof Error)) return error;
  // A refused response counts as refused, whatever its status.
  const boundary = boundaryFailure(error, settings.modelId);
  if (boundary !== undefined) return boundary;
  if (isApiCallError(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const { statusCode: status, responseHeaders: headers, responseBody: body = "" } = error;
    return statusFailure({ status, headers, body }, settings, nowMs, costIn(body, settings, costOf));
  }
  const failure = connectionFailure(error, settings.modelId, settings.secrets);
  if (failure !== undefined) return failure;
  if (isApiCallError(error) || MAKES_NO_SENSE.has(error.name)) {
    const said = isApiCallError(error) ? (error.responseBody ?? "") : "";
    const body = describeBody(said);
    return new AttemptError(
      redact(`a response that makes no sense${body === "" ? "" : `: ${body}`}`, settings.secrets),
      {
        kind: "bad_response",
        isRetryable: true,
        mayBeBilled: true,
        ...costIn(received, settings, costOf),
      },
    );
  }
  return error;
}

/** Decides for an unsuccessful status: retry, continue without this reply, or end the model's run. */
export function statusFailure(
  response: FailedResponse,
  settings: ProviderSettings,
  nowMs: number,
  /** Set if the response reports it. */
  cost: AttemptCost = {},
): AttemptError | ProviderRefusedError {
  const { status, body } = response;
  const said = redact(`HTTP ${status} ${describeBody(body)}`.trim(), settings.secrets);
  const refusal = providerRefusal(status, body, said, settings);
  if (refusal !== undefined) return refusal;
  return failedAttempt({ ...response, said, cost }, nowMs);
}

type CostOf = (tokens: ReportedTokens, reportedUsd: unknown) => AttemptCost;

function costIn(body: string, { protocol }: ProviderSettings, costOf: CostOf): AttemptCost {
  const told = tokensIn(body, protocol);
  return told === undefined ? {} : costOf(told.tokens, told.reportedUsd);
}

/** Compares by name, so that the check need not load the package. */
function isApiCallError(error: Error): error is APICallError {
  return error.name === "AI_APICallError";
}

/** Each provider's messages for a spent quota. A daily quota counts as spent, a per-minute quota does not. */
const QUOTA_SPENT =
  /insufficient_quota|billing_hard_limit_reached|billing_not_active|billing_error|credit balance is too low|"quotaId"\s*:\s*"[^"]*PerDay/i;
/** Google answers 400 to a wrong key. */
const BAD_KEY = /API_KEY_INVALID|API key not valid/;
/** OpenRouter answers 403 to words that it refuses to forward: that concerns one conversation, not the key. */
const FLAGGED_INPUT = /"flagged_input"|requires moderation/;

/** Returns the refusal if no other call would succeed. `said` is redacted. */
function providerRefusal(
  status: number,
  body: string,
  said: string,
  settings: ProviderSettings,
): ProviderRefusedError | undefined {
  const hint = hintFor(status, body, settings);
  return hint === undefined ? undefined : new ProviderRefusedError({ modelId: settings.modelId, said, hint });
}

function hintFor(status: number, body: string, settings: ProviderSettings): string | undefined {
  const { provider, model, keyVariables } = settings;
  if (status === 402 || (status >= 400 && status < 500 && QUOTA_SPENT.test(body))) {
    return `The quota or credit at ${provider} is spent: look at the account's limits and billing.`;
  }
  const key = keyVariables.length === 0 ? "the headers of the endpoint" : keyVariables.join(" or ");
  if (status === 401 || (status === 400 && BAD_KEY.test(body))) return `Check ${key}.`;
  if (status === 403 && !FLAGGED_INPUT.test(body)) {
    return `Check ${key}, and whether it may use the model "${model}".`;
  }
  if (status === 404) return `Check the model's name, "${model}", and the address ${settings.baseUrl}.`;
  return undefined;
}
