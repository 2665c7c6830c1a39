import type { FaultKind } from "./fault-kind.ts";
import type { WireError } from "./wire-protocol.ts";
import type { WireRequest } from "./wire-request.ts";

/** The provider's error behind a fault that is one; `null` for faults of transport and content. */
export function errorForFault(fault: FaultKind, request: WireRequest, key: string): WireError | null {
  switch (fault) {
    case "rate-limit-seconds":
    case "rate-limit-date":
    case "rate-limit":
      return rateLimit(request.model);
    case "quota-spent":
      return {
        problem: "quota",
        status: 429,
        message:
          "Your credit balance is too low: the current quota is exceeded. Check the plan and billing details.",
      };
    case "status-408":
      return { problem: "server", status: 408, message: "The request timed out" };
    case "status-409":
      return {
        problem: "server",
        status: 409,
        message: "The request conflicts with another one in progress",
      };
    case "status-425":
      return { problem: "server", status: 425, message: "Too early" };
    case "status-500":
    case "error-in-200":
      return {
        problem: "server",
        status: 500,
        message: "The server had an error while processing the request",
      };
    case "status-502":
      return { problem: "server", status: 502, message: "Bad gateway" };
    case "status-503":
      return { problem: "overloaded", status: 503, message: "The service is unavailable, try again later" };
    case "overloaded-529":
      return { problem: "overloaded", status: 529, message: "Overloaded" };
    case "key-echo-500":
      return { problem: "server", status: 500, message: `Upstream failed for credential ${key}` };
    case "key-echo-401":
      return { problem: "bad-key", status: 401, message: `Incorrect API key provided: ${key}` };
    case "expired-key":
      return { problem: "bad-key", status: 401, message: "API key expired. Renew the API key." };
    case "forbidden":
      return { problem: "forbidden", status: 403, message: "This key may not use the requested resource" };
    case "wrong-model":
      return unknownModel(request.model);
    default:
      return null;
  }
}

export function rateLimit(model: string): WireError {
  return {
    problem: "rate-limit",
    status: 429,
    message: `Rate limit reached for ${model} on requests per minute`,
  };
}

export function unknownModel(model: string): WireError {
  return {
    problem: "unknown-model",
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it`,
  };
}
