import type { IncomingHttpHeaders } from "node:http";
import type { WireAnswer } from "./wire-answer.ts";
import type { WireFormat, WireRequest } from "./wire-request.ts";

/** The parsed request, before the server adds its own fields. */
export type AskedFor = Omit<WireRequest, "format" | "path" | "requestHash" | "attempt" | "body">;

export interface WireError {
  readonly problem:
    | "bad-request"
    | "no-key"
    | "bad-key"
    | "forbidden"
    | "unknown-model"
    | "rate-limit"
    | "quota"
    | "server"
    | "overloaded";
  /** The usual status; a format may have another for the problem. */
  readonly status: number;
  readonly message: string;
}

export interface WireBody {
  readonly status: number;
  readonly body: unknown;
}

/** One wire format: how requests are read and how answers and errors look. */
export interface WireProtocol {
  readonly format: WireFormat;
  /** Whether requests without any key are refused. */
  readonly needsKey: boolean;
  claims(method: string, path: string): boolean;
  keyOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | null;
  /** The fault in the headers, except the key. */
  faultyHeaders?(headers: IncomingHttpHeaders): string | null;
  /** Throws a ZodError for a body that the provider would not accept. */
  read(body: unknown, path: string, query: URLSearchParams): AskedFor;
  /** The reply to a request that is no model call, such as a health check. */
  control?(body: unknown): unknown;
  answer(request: WireRequest, answer: WireAnswer): WireBody;
  /** The same answer as server-sent events. */
  events(request: WireRequest, answer: WireAnswer): readonly string[];
  error(error: WireError): WireBody;
  /** An error after the stream has begun. */
  errorEvent(body: unknown): string;
  /** Called once a reply was sent whole: for products that keep the conversation. */
  remember?(request: WireRequest, answer: WireAnswer): void;
}
