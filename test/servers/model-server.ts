import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { BatchStore, type StoredBatch } from "./batch-store.ts";
import { anthropicBatchRoutes } from "./batches/anthropic.ts";
import { geminiBatchRoutes } from "./batches/gemini.ts";
import { openaiBatchRoutes } from "./batches/openai.ts";
import { anthropic } from "./formats/anthropic.ts";
import { gemini } from "./formats/gemini.ts";
import { givecare } from "./formats/givecare.ts";
import { jsonChat } from "./formats/json-chat.ts";
import { openaiChat } from "./formats/openai-chat.ts";
import { openaiResponses } from "./formats/openai-responses.ts";
import { handleBatchRequest } from "./handle-batch-request.ts";
import { type Handling, handleRequest } from "./handle-request.ts";
import { Ledger } from "./ledger.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";
import type { LogEntry } from "./log-entry.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import { jsonPayload, sendWhole } from "./send-response.ts";

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a path: OpenAI's base URL is `${url}/v1`, OpenRouter's `${url}/api/v1`. */
  readonly url: string;
  /** PEM of the certificate to trust, if the server speaks TLS. */
  readonly certificate: string | null;
  /** In order of arrival; an entry of a request in flight changes until it is settled. */
  readonly log: readonly LogEntry[];
  /** In order of submission. */
  readonly batches: readonly StoredBatch[];
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** Replies sent whole, with status 200. */
  readonly answered: number;
  /** Cost of everything that a provider would bill. */
  readonly costUsd: number;
  /** Ends every connection, hanging ones too. */
  close(): Promise<void>;
}

/** A server on the loopback that speaks the providers' wire formats, with latency, prices and faults on request. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const tls =
    options.tls === true ? selfSignedCertificate(["127.0.0.1", "localhost"]) : (options.tls ?? null);
  const ledger = new Ledger(options.logFile);
  const handling: Handling = { options, ledger, attempts: new Map() };
  const store = new BatchStore(handling);
  const batchRoutes = [openaiBatchRoutes, anthropicBatchRoutes, geminiBatchRoutes];
  const protocols = [
    openaiChat("openai-chat"),
    openaiChat("openrouter"),
    openaiResponses,
    anthropic,
    gemini,
    jsonChat(),
    givecare,
  ];

  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
    const own = incoming.method === "GET" ? ownPage(ledger, store, url.pathname) : null;
    if (own !== null) return sendWhole(response, jsonPayload({ status: 200, body: own }));
    const routes = batchRoutes.find((each) => each.claims(incoming.method ?? "", url.pathname));
    if (routes !== undefined) return handleBatchRequest(routes, url, incoming, response, store);
    const protocol = protocols.find((each) => each.claims(incoming.method ?? "", url.pathname));
    if (protocol !== undefined) return handleRequest(protocol, url, incoming, response, handling);
    const body = { error: { message: `No such endpoint: ${incoming.method} ${url.pathname}` } };
    return sendWhole(response, jsonPayload({ status: 404, body }));
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    respond(incoming, response).catch((error: unknown) => {
      if (response.destroyed) return;
      // A mistake in a test's own reply function is sent to the client, which fails the test with it.
      const body = { error: { message: `model server: ${error instanceof Error ? error.stack : error}` } };
      if (!response.headersSent) response.writeHead(501, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  };

  const server =
    tls === null
      ? createHttpServer(listener)
      : createHttpsServer({ key: tls.privateKey, cert: tls.certificate }, listener);
  // An idle connection closed under a client's hands would be a fault nobody asked for.
  server.keepAliveTimeout = 0;
  const { port, close: stop } = await listenOnLoopback(server);
  const close = async () => {
    await stop();
    ledger.close();
  };
  return {
    url: `${tls === null ? "http" : "https"}://127.0.0.1:${port}`,
    certificate: tls?.certificate ?? null,
    log: ledger.log,
    batches: store.batches,
    get inFlight() {
      return ledger.inFlight;
    },
    get maxInFlight() {
      return ledger.maxInFlight;
    },
    get answered() {
      return ledger.answered;
    },
    get costUsd() {
      return ledger.costUsd;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Pages for other processes: the settled part of the log, and the counts. */
function ownPage(ledger: Ledger, store: BatchStore, path: string): unknown {
  if (path === "/_server/batches") return store.batches;
  if (path === "/_server/log") return ledger.log.filter((entry) => entry.outcome !== "pending");
  if (path !== "/_server/counts") return null;
  const { inFlight, maxInFlight, answered, costUsd } = ledger;
  return { inFlight, maxInFlight, answered, costUsd };
}
