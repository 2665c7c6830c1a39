import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import { hashOf } from "../../src/kernel/hash.ts";
import { unknownModel } from "./error-for-fault.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import type { AskedFor, WireError, WireProtocol } from "./wire-protocol.ts";
import type { WireRequest } from "./wire-request.ts";

export interface Incoming {
  readonly headers: IncomingHttpHeaders;
  readonly url: URL;
  readonly text: string;
}

const NOTHING: AskedFor = {
  model: "",
  messages: [],
  temperature: null,
  maxTokens: null,
  seed: null,
  stream: false,
  conversationId: null,
};

/** The request as far as it can be read, and why a provider would turn it away. */
export function readRequest(
  protocol: WireProtocol,
  options: ModelServerOptions,
  { headers, url, text }: Incoming,
): { request: Omit<WireRequest, "attempt">; key: string; refusal: WireError | null } {
  const key = protocol.keyOf(headers, url.searchParams);
  const { body, asked, malformed } = readBody(protocol, url, text);
  const { format } = protocol;
  const { stream, ...hashed } = asked ?? NOTHING;
  return {
    request: {
      format,
      path: url.pathname,
      ...hashed,
      stream,
      requestHash: hashOf({ format, ...hashed }),
      body,
    },
    key: key ?? "",
    refusal:
      refuseKey(protocol, options, key) ??
      badRequest(protocol.faultyHeaders?.(headers) ?? malformed) ??
      (options.models === undefined || asked === null || options.models.includes(asked.model)
        ? null
        : unknownModel(asked.model)),
  };
}

function readBody(
  protocol: WireProtocol,
  url: URL,
  text: string,
): { body: unknown; asked: AskedFor | null; malformed: string | null } {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
    return { body, asked: protocol.read(body, url.pathname, url.searchParams), malformed: null };
  } catch (error) {
    if (error instanceof z.ZodError) return { body, asked: null, malformed: z.prettifyError(error) };
    if (error instanceof SyntaxError) return { body, asked: null, malformed: "the body is not valid JSON" };
    throw error;
  }
}

export function refuseKey(
  { needsKey }: WireProtocol,
  { apiKeys, keyless = false }: ModelServerOptions,
  key: string | null,
): WireError | null {
  if (key === null || key === "") {
    if (keyless || (!needsKey && apiKeys === undefined)) return null;
    return { problem: "no-key", status: 401, message: "No API key was given" };
  }
  if (apiKeys === undefined || apiKeys.includes(key)) return null;
  return { problem: "bad-key", status: 401, message: "The API key is not valid" };
}

function badRequest(message: string | null): WireError | null {
  return message === null ? null : { problem: "bad-request", status: 400, message };
}
