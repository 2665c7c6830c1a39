import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { buffer as readBytes } from "node:stream/consumers";
import * as z from "zod";
import type { BatchStore } from "./batch-store.ts";
import { rateLimit } from "./error-for-fault.ts";
import { refuseKey } from "./read-request.ts";
import { jsonPayload, type Payload, reset, sendWhole } from "./send-response.ts";
import type { WireBody, WireError, WireProtocol } from "./wire-protocol.ts";

export interface BatchCall {
  readonly method: string;
  readonly url: URL;
  /** The server's address, as the client uses it. */
  readonly origin: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** One provider's batch routes. */
export interface BatchRoutes {
  /** Its way of presenting keys, and of saying errors. */
  readonly protocol: WireProtocol;
  claims(method: string, path: string): boolean;
  /** The one request that makes a batch. */
  submits(call: BatchCall): boolean;
  /** A string is a file. Throws a ZodError for what the provider would not accept; `null` for what is not there. */
  respond(call: BatchCall, store: BatchStore): Promise<WireBody | string | null>;
}

const UNAVAILABLE: WireError = { problem: "overloaded", status: 503, message: "Try again later" };
const BROKEN: WireError = { problem: "server", status: 500, message: "The server had an error" };

/** One request about batches: the key first, then what a submission is to meet, then what the provider says. */
export async function handleBatchRequest(
  routes: BatchRoutes,
  url: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
  store: BatchStore,
): Promise<void> {
  const { method = "GET", headers } = incoming;
  const { protocol } = routes;
  const scheme = store.options.tls === undefined ? "http" : "https";
  const origin = `${scheme}://${headers.host}`;
  const call: BatchCall = { method, url, origin, headers, body: await readBytes(incoming) };
  const refuse = (error: WireError) => sendWhole(response, jsonPayload(protocol.error(error)));

  const refusal = refuseKey(protocol, store.options, protocol.keyOf(headers, url.searchParams));
  if (refusal !== null) return refuse(refusal);
  const faulty = protocol.faultyHeaders?.(headers) ?? null;
  if (faulty !== null) return refuse({ problem: "bad-request", status: 400, message: faulty });

  const met = routes.submits(call) ? store.nextSubmissionMeets() : null;
  if (met === "refused-429") return refuse(rateLimit("batches"));
  if (met === "refused-503") return refuse(UNAVAILABLE);
  const said = await respondOrRefuse(routes, call, store);
  if (met === "taken-then-reset") return reset(response);
  if (met === "taken-then-500") return refuse(BROKEN);
  return sendWhole(response, said);
}

async function respondOrRefuse(routes: BatchRoutes, call: BatchCall, store: BatchStore): Promise<Payload> {
  const { protocol } = routes;
  try {
    const said = await routes.respond(call, store);
    if (typeof said === "string") return { status: 200, type: "application/x-jsonl", frames: [said] };
    if (said !== null) return jsonPayload(said);
    const message = `There is nothing at ${call.url.pathname}`;
    return jsonPayload(protocol.error({ problem: "unknown-model", status: 404, message }));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const message = z.prettifyError(error);
    return jsonPayload(protocol.error({ problem: "bad-request", status: 400, message }));
  }
}
