import type { APICallError } from "ai";
import { boundaryFailure, connectionFailure, type FailedResponse, failedAttempt } from "../call-failure.ts";
import { AttemptError, ProviderRefusedError } from "../errors.ts";
import type { AttemptCost } from "../model-client.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import { describeBody, redact } from "../redact.ts";
import type { ReportedTokens } from "../reported-usage.ts";
import { tokensIn } from "./readable-usage.ts";

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
export function toAttemptError(
  error: unknown,
  settings: ProviderSettings,
  {
    nowMs,
    body: received = "",
    costOf = () => ({}),
  }: {
    readonly nowMs: number;
    /** Of the response with a good status, where one came: not every error of the SDK holds it. */
    readonly body?: string;
    /** What a response has cost that is no reply and tells its tokens all the same. */
    readonly costOf?: CostOf;
  },
): unknown {
  if (!(error instanceof Error)) return error;
  // Whatever the status, a response that was not taken was not taken.
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

/** A response with a status that is no success, in our terms: try again, go on without this reply, or end everything. */
export function statusFailure(
  response: FailedResponse,
  settings: ProviderSettings,
  nowMs: number,
  /** Where the response tells. */
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

/** By name, so that the package need not be loaded to ask. */
function isApiCallError(error: Error): error is APICallError {
  return error.name === "AI_APICallError";
}

/** Each provider's own words for money that has run out; a day's quota counts as spent, a minute's does not. */
const QUOTA_SPENT =
  /insufficient_quota|billing_hard_limit_reached|billing_not_active|billing_error|credit balance is too low|"quotaId"\s*:\s*"[^"]*PerDay/i;
/** Google answers 400 to a wrong key. */
const BAD_KEY = /API_KEY_INVALID|API key not valid/;
/** OpenRouter answers 403 to words that it will not pass on: that is about one conversation, not about the key. */
const FLAGGED_INPUT = /"flagged_input"|requires moderation/;

/** Whether a response ends everything: no other call would fare better. `said` is redacted. */
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
