import type { WireBody, WireError } from "../wire-protocol.ts";

const TYPES: Readonly<Record<WireError["problem"], readonly [type: string, code: string | null]>> = {
  "bad-request": ["invalid_request_error", null],
  "no-key": ["invalid_request_error", null],
  "bad-key": ["invalid_request_error", "invalid_api_key"],
  forbidden: ["invalid_request_error", "unsupported_country_region_territory"],
  "unknown-model": ["invalid_request_error", "model_not_found"],
  "rate-limit": ["requests", "rate_limit_exceeded"],
  quota: ["insufficient_quota", "insufficient_quota"],
  server: ["server_error", null],
  overloaded: ["server_error", "server_overloaded"],
};

export function openaiError({ problem, status, message }: WireError): WireBody {
  const [type, code] = TYPES[problem];
  return { status, body: { error: { message, type, param: null, code } } };
}
