/** The way to a server, for served models and products alike: connections, their failures, and how long to stay away. */
import { readFile } from "node:fs/promises";
import { getCACertificates } from "node:tls";
import { AttemptError, CertificateFileError, ProviderRedirectedError, ResponseNotTaken } from "./errors.ts";
import type { ProviderContext } from "./provider-context.ts";

type Environment = ProviderContext["environment"];

/** Of one response, decompressed. The longest replies are well under one mebibyte. */
export const LARGEST_RESPONSE_BYTES = 8 * 2 ** 20;

const networks = new Map<string, Promise<typeof fetch>>();

/**
 * `fetch` through the proxy and with the certificate authorities of the environment. One pool of connections for all.
 * It goes nowhere but to the address it is given, and reads no response without end: see `boundaryFailure`.
 */
export function openNetwork(
  environment: Environment,
  largestResponseBytes: number = LARGEST_RESPONSE_BYTES,
): Promise<typeof fetch> {
  const either = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  const proxies = {
    httpProxy: either("HTTP_PROXY"),
    httpsProxy: either("HTTPS_PROXY"),
    noProxy: either("NO_PROXY"),
  };
  // Node reads the second by itself only if it is set before the start, and not from .env.
  const files = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"].flatMap((name) => environment[name] || []);
  const key = JSON.stringify([proxies, files, largestResponseBytes]);
  const network = networks.get(key) ?? connect(proxies, files, largestResponseBytes);
  networks.set(key, network);
  return network;
}

async function connect(
  proxies: { readonly httpProxy: string; readonly httpsProxy: string; readonly noProxy: string },
  files: readonly string[],
  largestResponseBytes: number,
): Promise<typeof fetch> {
  const { EnvHttpProxyAgent, Response, fetch: undiciFetch } = await import("undici");
  const authorities = await Promise.all(files.map(readCertificates));
  const tls = authorities.length === 0 ? {} : { ca: [...getCACertificates("default"), ...authorities] };
  const dispatcher = new EnvHttpProxyAgent({
    ...proxies,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    // Our own timeout governs the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    // One request per connection: how many there are is the limiter's business, not a server's limit of streams.
    allowH2: false,
  });
  type Fetch = typeof fetch;
  const fetchWithinBounds = async (input: string, init: Record<string, unknown>) => {
    // Followed, a redirect takes keys and the conversation to any host it likes, and that host's answer for the model's.
    const response = await undiciFetch(input, { ...init, redirect: "manual", dispatcher });
    const { status, statusText, headers, body } = response;
    if (status >= 300 && status <= 399) {
      await body?.cancel();
      const host = hostOf(headers.get("location"), input);
      throw new ResponseNotTaken((modelId) => new ProviderRedirectedError(modelId, { status, host }));
    }
    return body === null
      ? response
      : new Response(upToLimit(body, largestResponseBytes), { status, statusText, headers });
  };
  // Node's types and the package's describe the same standard, but are not assignable to each other.
  return fetchWithinBounds as unknown as Fetch;
}

/** The host alone: paths and queries of a redirect can hold what was sent. */
function hostOf(location: string | null, from: string): string | undefined {
  return location !== null && URL.canParse(location, from) ? new URL(location, from).host : undefined;
}

/** Hands a body on, decompressed, and gives it up where it gets too long: a small one can grow to any size. */
async function* upToLimit(body: AsyncIterable<Uint8Array>, largestBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) throw new ResponseNotTaken(() => responseTooLarge(largestBytes));
    yield chunk;
  }
}

/** A response that goes on and on. */
export function responseTooLarge(largestBytes: number): AttemptError {
  const message = `a response of more than ${largestBytes / 2 ** 20} MiB, which is not read further`;
  return new AttemptError(message, { kind: "bad_response", isRetryable: false, mayBeBilled: true });
}

/** A response that we ourselves did not take, in our terms. `undefined` if the error is about something else. */
export function boundaryFailure(error: Error, modelId: string): Error | undefined {
  return causesOf(error)
    .find((cause) => cause instanceof ResponseNotTaken)
    ?.failureOf(modelId);
}

async function readCertificates(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new CertificateFileError(path, cause);
  });
}

interface NetworkFailure {
  readonly reason: string;
  /** The request may have gone out. */
  readonly wasConnected: boolean;
  /** There is a server, and its certificate is not accepted. */
  readonly isUntrusted: boolean;
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

/** `undefined` if the error is not about the connection. */
export function describeNetworkFailure(error: Error): NetworkFailure | undefined {
  for (const cause of causesOf(error)) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
    const isProxy = PROXY_REFUSED.test(cause.message);
    const isTorn = cause.message === "terminated" || cause.name === "AbortError";
    if (!isProxy && !isTorn && (code === undefined || code.startsWith("ERR_INVALID"))) continue;
    const wasConnected = !isProxy && !(code !== undefined && NEVER_CONNECTED.has(code));
    const reason = [code, cause.message].filter((part) => part).join(": ");
    return { reason, wasConnected, isUntrusted: code !== undefined && UNTRUSTED.test(code) };
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
export function retryAfterMs(
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
