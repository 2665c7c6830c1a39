/** What went wrong with a call, for served models and products alike: on the way, or by the status that came back. */
import type { FailureCause } from "../schema/run/journal.ts";
import { AttemptError, OutOfBounds, providersUnavailable } from "./errors.ts";
import type { AttemptCost } from "./model-client.ts";
import { redact } from "./redact.ts";

/** A failure on the way to the server or back, in our terms. `undefined` if the error is about something else. */
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
/** Somebody between us and the model gave up waiting; the model may have answered, and been paid for. */
const GATEWAY_STATUSES = new Set([408, 502, 504, 520, 522, 524]);

/** A status other than 2xx, where nothing better is known about it. `said` is what may be shown of it. */
export function failedAttempt(
  {
    status,
    headers,
    body,
    said,
    cost = {},
  }: FailedResponse & {
    readonly said: string;
    /** Where the response tells. */
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

/** A call that we ourselves did not make, or whose response we did not take, in our terms. `undefined` if the error is about something else. */
export function boundaryFailure(error: Error, modelId: string): Error | undefined {
  return causesOf(error)
    .find((cause) => cause instanceof OutOfBounds)
    ?.failureOf(modelId);
}

interface NetworkFailure {
  readonly reason: string;
  /** The request may have gone out. */
  readonly wasConnected: boolean;
  /** Asking again is of no use: the server's certificate is not accepted, or its port is never asked. */
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
/** What undici says when a proxy does not let a tunnel through. */
const PROXY_REFUSED = /^Proxy response/;
/** What it says of a port that no browser would ask either (Fetch, "bad port"): it sends nothing there, now or later. */
const BAD_PORT = "bad port";

/** `undefined` if the error is not about the connection. */
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

/** The innermost first: it knows best. An AggregateError stands for all addresses that were tried. */
function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  let current: unknown = error;
  while (current instanceof Error && !causes.includes(current)) {
    causes.unshift(current);
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return causes;
}

/** How long a response asks to be left alone, from its headers or, as Google does, from its body. */
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
