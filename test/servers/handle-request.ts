import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { chooseFault } from "./choose-fault.ts";
import { chooseLatencyMs } from "./choose-latency.ts";
import { composeAnswer } from "./compose-answer.ts";
import { damagePayload, HTML_ERROR } from "./damage-payload.ts";
import { errorForFault, rateLimit } from "./error-for-fault.ts";
import type { FaultKind } from "./fault-kind.ts";
import type { Ledger, OpenEntry } from "./ledger.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import { readRequest } from "./read-request.ts";
import {
  drip,
  jsonPayload,
  type Payload,
  reset,
  sendHalfThenReset,
  sendWhole,
  streamPayload,
} from "./send-response.ts";
import type { WireAnswer } from "./wire-answer.ts";
import type { WireError, WireProtocol } from "./wire-protocol.ts";
import type { WireRequest } from "./wire-request.ts";

/** Faults that occur after a reply was generated. A call that hangs or is reset before its headers may never have begun. */
const BILLED: readonly FaultKind[] = [
  "reset-mid-body",
  "slow-body",
  "truncated-json",
  "invalid-json",
  "empty-content",
  "refusal",
  "content-filter",
  "length",
];

const WITHOUT_ANSWER: ReadonlySet<FaultKind> = new Set(["hang", "reset-before-headers", "html-502"]);

export interface Handling {
  readonly options: ModelServerOptions;
  readonly ledger: Ledger;
  /** Number of attempts by request hash. */
  readonly attempts: Map<string, number>;
}

/** Reads one model call, logs it, and answers as the options say. Rejects with the abort reason if the client leaves. */
export async function handleRequest(
  protocol: WireProtocol,
  url: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
  { options, ledger, attempts }: Handling,
): Promise<void> {
  const gone = new AbortController();
  let entry: OpenEntry | undefined;
  ledger.arrive();
  response.on("close", () => {
    ledger.leave();
    gone.abort();
    if (entry?.outcome !== "pending") return;
    ledger.settle(entry, response.writableFinished ? "answered" : "abandoned");
  });

  const at = Date.now();
  const { headers } = incoming;
  const {
    request: read,
    key,
    refusal,
  } = readRequest(protocol, options, {
    headers,
    url,
    text: await readText(incoming),
  });
  const control = refusal?.problem === "bad-request" ? protocol.control?.(read.body) : undefined;
  if (control !== undefined) return sendWhole(response, jsonPayload({ status: 200, body: control }));

  const crowded =
    ledger.inFlight > (options.concurrencyLimit ?? Number.POSITIVE_INFINITY) ||
    isWindowFull(options, ledger, at);
  const request: WireRequest = { ...read, attempt: (attempts.get(read.requestHash) ?? 0) + 1 };
  const fault =
    refusal !== null ? null : crowded ? "rate-limit-seconds" : chooseFault(options.faults, request);
  const { body: _body, ...logged } = request;
  entry = ledger.open({ ...logged, headersPresent: Object.keys(headers).sort(), fault, at });
  response.setHeader("x-request-id", `req_${entry.seq}`);

  // Neither counts as an attempt: the faults a request meets must not depend on what else was in flight.
  if (refusal !== null) return sendError(response, protocol, refusal, entry);
  if (crowded) {
    announceRetry(response, "rate-limit-seconds", options);
    return sendError(response, protocol, rateLimit(request.model), entry);
  }
  attempts.set(request.requestHash, request.attempt);

  const error = fault === null ? null : errorForFault(fault, request, key);
  const answer = await generate(options, request, fault, error, entry);
  const latencyMs = chooseLatencyMs(options.latencyMs, request);
  if (latencyMs > 0) await delay(latencyMs, undefined, { signal: gone.signal });
  gone.signal.throwIfAborted();

  if (fault !== null && error !== null) {
    announceRetry(response, fault, options);
    if (fault !== "error-in-200") return sendError(response, protocol, error, entry);
    const { body } = protocol.error(error);
    entry.status = 200;
    return sendWhole(
      response,
      request.stream ? streamPayload([protocol.errorEvent(body)]) : jsonPayload({ status: 200, body }),
    );
  }
  if (answer !== null)
    return deliver(protocol, request, answer, fault, { options, ledger, entry, response, gone });
  if (fault === "html-502") {
    entry.status = HTML_ERROR.status;
    return sendWhole(response, HTML_ERROR);
  }
  if (fault === "reset-before-headers") {
    ledger.settle(entry, "severed");
    reset(response);
  }
}

function isWindowFull({ requestsPerWindow }: ModelServerOptions, { log }: Ledger, at: number): boolean {
  if (requestsPerWindow === undefined) return false;
  const { requests, windowMs } = requestsPerWindow;
  const admitted = log.filter((entry) => entry.at > at - windowMs && entry.fault !== "rate-limit-seconds");
  return admitted.length >= requests;
}

/** Counts what is generated at once: a provider bills it whether or not the client stays to receive it. */
async function generate(
  options: ModelServerOptions,
  request: WireRequest,
  fault: FaultKind | null,
  error: WireError | null,
  entry: OpenEntry,
): Promise<WireAnswer | null> {
  const billed = fault === null || (options.billedFaults ?? BILLED).includes(fault);
  const answerable = error === null && (fault === null || !WITHOUT_ANSWER.has(fault));
  if (!billed && !answerable) return null;
  const answer = await composeAnswer(options, request, fault);
  if (billed) {
    entry.usage = answer.usage;
    entry.costUsd = answer.costUsd;
  }
  return answerable ? answer : null;
}

interface Delivery {
  readonly options: ModelServerOptions;
  readonly ledger: Ledger;
  readonly entry: OpenEntry;
  readonly response: ServerResponse;
  readonly gone: AbortController;
}

async function deliver(
  protocol: WireProtocol,
  request: WireRequest,
  answer: WireAnswer,
  fault: FaultKind | null,
  { options, ledger, entry, response, gone }: Delivery,
): Promise<void> {
  const payload: Payload = request.stream
    ? streamPayload(protocol.events(request, answer))
    : jsonPayload(protocol.answer(request, answer));
  entry.status = payload.status;
  switch (fault) {
    case "truncated-json":
    case "invalid-json":
      return sendWhole(response, damagePayload(payload, fault));
    case "reset-mid-body":
      ledger.settle(entry, "severed");
      return sendHalfThenReset(response, payload);
    case "slow-body":
      return drip(response, payload, options.slowBodyMs ?? 60_000, gone.signal);
    default:
      if (payload.status === 200) {
        entry.replyText = answer.text;
        protocol.remember?.(request, answer);
      }
      return sendWhole(response, payload);
  }
}

function sendError(
  response: ServerResponse,
  protocol: WireProtocol,
  error: WireError,
  entry: OpenEntry,
): Promise<void> {
  const payload = jsonPayload(protocol.error(error));
  entry.status = payload.status;
  return sendWhole(response, payload);
}

function announceRetry(response: ServerResponse, fault: FaultKind, options: ModelServerOptions): void {
  const seconds = options.retryAfterSeconds ?? 1;
  if (fault === "rate-limit-seconds") response.setHeader("retry-after", String(seconds));
  if (fault === "rate-limit-date") {
    const whole = Math.ceil(Date.now() / 1000 + seconds) * 1000;
    response.setHeader("retry-after", new Date(whole).toUTCString());
  }
}
