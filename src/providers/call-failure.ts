/** Classifies failures of calls, for served models and products: on the way, or by the returned status. */
import type { FailureCause } from "../schema/run/journal.ts";
import { AttemptError, OutOfBounds, providersUnavailable } from "./errors.ts";
import type { AttemptCost } from "./model-client.ts";
import { redact } from "./redact.ts";

/** Describes a connection failure in our terms. Returns `undefined` for other errors. */
export function connectionFailure(
  error: Error,
  modelId: string,
  secrets: readonly string[],
): Error | undefined {
  const boundary = boundaryFailure(error, modelId);
  if (boundary !== undefined) return boundary;
  const failure = describeNetworkFailure(error);
  if (failure === undefined) return undefined;
  const reason = redact(failure.reason, secrets);
  if (failure.isUnusable) return providersUnavailable.IB_PROVIDER_UNREACHABLE(modelId, reason);
  return new AttemptError(reason, {
    kind: "network",
    isRetryable: true,
    mayBeBilled: failure.wasConnected,
    isUnreachable: !failure.wasConnected,
  });
}

export interface FailedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string;
}

const RETRYABLE_STATUSES = new Set([408, 409, 425, 429]);
/** A gateway stopped waiting. The model may have answered and billed. */
const GATEWAY_STATUSES = new Set([408, 502, 504, 520, 522, 524]);

/** Describes a status other than 2xx without more specific information. `said` is the redacted message. */
export function failedAttempt(
  {
    status,
    headers,
    body,
    said,
    cost = {},
  }: FailedResponse & {
    readonly said: string;
    /** Set if the response reports it. */
    readonly cost?: AttemptCost;
  },
  nowMs: number,
): AttemptError {
  return new AttemptError(said, {
    kind: kindOf(status),
    isRetryable: status >= 500 || RETRYABLE_STATUSES.has(status),
    mayBeBilled: GATEWAY_STATUSES.has(status),
    ...cost,
    retryAfterMs: retryAfterMs(headers, body, nowMs),
  });
}

function kindOf(status: number): FailureCause {
  if (status === 429) return "rate_limited";
  if (status === 408) return "timeout";
  return status >= 500 || RETRYABLE_STATUSES.has(status) ? "server_error" : "bad_request";
}

/**
 * Describes a call that we refused to make, or a response that we refused to read. Returns `undefined` for other
 * errors.
 */
export function boundaryFailure(error: Error, modelId: string): Error | undefined {
  return causesOf(error)
    .find((cause) => cause instanceof OutOfBounds)
    ?.failureOf(modelId);
}

interface NetworkFailure {
  readonly reason: string;
  /** Whether the request may have been sent. */
  readonly wasConnected: boolean;
  /** Whether a retry is useless: the server's certificate is rejected, or its port is blocked. */
  readonly isUnusable: boolean;
}

const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const UNTRUSTED = /^(ERR_TLS_|CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_)/;
/** undici's message when a proxy refuses a tunnel. */
const PROXY_REFUSED = /^Proxy response/;
/** undici's message for a port that browsers block (Fetch, "bad port"). It never sends to such a port. */
const BAD_PORT = "bad port";

/** Returns `undefined` if the error is not about the connection. */
function describeNetworkFailure(error: Error): NetworkFailure | undefined {
  for (const cause of causesOf(error)) {
    if (cause.message === BAD_PORT) {
      const reason =
        "its port is one that fetch refuses to ask (the standard's list of bad ports); use another";
      return { reason, wasConnected: false, isUnusable: true };
    }
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
    const isProxy = PROXY_REFUSED.test(cause.message);
    const isTorn = cause.message === "terminated" || cause.name === "AbortError";
    if (!isProxy && !isTorn && (code === undefined || code.startsWith("ERR_INVALID"))) continue;
    const wasConnected = !isProxy && !(code !== undefined && NEVER_CONNECTED.has(code));
    const reason = [code, cause.message].filter((part) => part).join(": ");
    return { reason, wasConnected, isUnusable: code !== undefined && UNTRUSTED.test(code) };
  }
  return undefined;
}

/** Lists the causes, innermost first because it is the most specific. An AggregateError covers all addresses tried. */
function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  let current: unknown = error;
  while (current instanceof Error && !causes.includes(current)) {
    causes.unshift(current);
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return causes;
}

/** Returns the wait that a response asks for, from its headers or, for Google, its body. */
function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  body: string | undefined,
  nowMs: number,
): number | undefined {
  const milliseconds = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  const value = headers?.["retry-after"]?.trim();
  if (value !== undefined && /^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const dateMs = value === undefined ? Number.NaN : Date.parse(value);
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
