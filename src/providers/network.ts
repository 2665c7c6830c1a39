/** The network connection to a server, for served models and products. */
import { readFile } from "node:fs/promises";
import { getCACertificates } from "node:tls";
import { AttemptError, OutOfBounds, providersUnavailable } from "./errors.ts";
import type { ProviderContext } from "./provider-context.ts";

type Surroundings = Pick<ProviderContext, "environment" | "provenance">;

/** Limit for one decompressed response. The longest replies are well under one mebibyte. */
export const LARGEST_RESPONSE_BYTES = 8 * 2 ** 20;

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY"] as const;
const CERTIFICATES = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"] as const;

const networks = new Map<string, Promise<typeof fetch>>();

/**
 * Returns a `fetch` for the server at one address, with the environment's proxy and certificate authorities. All calls
 * share one connection pool. It refuses other origins and limits response sizes: see `boundaryFailure`.
 */
export async function openNetwork(
  surroundings: Surroundings,
  address: string,
  largestResponseBytes: number = LARGEST_RESPONSE_BYTES,
): Promise<typeof fetch> {
  const { environment } = surroundings;
  assertOwnWay(surroundings);
  const either = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  for (const name of PROXIES) if (!isProxy(either(name))) throw providersUnavailable.IB_BAD_PROXY(name);
  const proxies = {
    httpProxy: either("HTTP_PROXY"),
    httpsProxy: either("HTTPS_PROXY"),
    noProxy: either("NO_PROXY"),
  };
  // Node reads the second one by itself only if it is set before the start.
  const files = CERTIFICATES.flatMap((name) => environment[name] || []);
  const key = JSON.stringify([proxies, files, largestResponseBytes]);
  const network = networks.get(key) ?? connect(proxies, files, largestResponseBytes);
  networks.set(key, network);
  return boundTo(new URL(address), await network);
}

/**
 * The proxy and certificate authorities decide who can read the traffic, so a folder that may come from strangers must
 * not set them.
 */
function assertOwnWay({ environment, provenance }: Surroundings): void {
  const names = [...PROXIES, ...PROXIES.map((name) => name.toLowerCase()), ...CERTIFICATES];
  const [found] = names.filter((name) => environment[name] && provenance.fromDotEnv.has(name));
  if (found !== undefined) throw providersUnavailable.IB_NETWORK_OF_PROJECT(found);
}

function isProxy(address: string): boolean {
  return address === "" || (URL.canParse(address) && /^(https?|socks5?):$/.test(new URL(address).protocol));
}

/** Refuses every other server, whatever address a library builds. */
function boundTo({ origin, host }: URL, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) {
      throw new OutOfBounds((modelId) =>
        providersUnavailable.IB_OTHER_HOST(modelId, { host: url.host, configured: host }),
      );
    }
    return send(input, init);
  };
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
    // Our own timeout covers the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    // One request per connection: the limiter decides their number, not a server's limit of streams.
    allowH2: false,
  });
  type Fetch = typeof fetch;
  const fetchWithinBounds = async (input: string, init: Record<string, unknown>) => {
    // A followed redirect would send keys and the conversation to any host, and take that host's answer for the
    // model's.
    const response = await undiciFetch(input, { ...init, redirect: "manual", dispatcher });
    const { status, statusText, headers, body } = response;
    if (status >= 300 && status <= 399) {
      await body?.cancel();
      const host = hostOf(headers.get("location"), input);
      throw new OutOfBounds((modelId) =>
        providersUnavailable.IB_PROVIDER_REDIRECTED(modelId, { status, host }),
      );
    }
    return body === null
      ? response
      : new Response(upToLimit(body, largestResponseBytes), { status, statusText, headers });
  };
  // Node's types and the package's describe the same standard, but are not assignable to each other.
  return fetchWithinBounds as unknown as Fetch;
}

/** Returns only the host: paths and queries of a redirect can contain what was sent. */
function hostOf(location: string | null, from: string): string | undefined {
  return location !== null && URL.canParse(location, from) ? new URL(location, from).host : undefined;
}

/** Yields a decompressed body and stops it at the limit: a small body can decompress to any size. */
async function* upToLimit(body: AsyncIterable<Uint8Array>, largestBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) throw new OutOfBounds(() => responseTooLarge(largestBytes));
    yield chunk;
  }
}

/** Creates the error for a response over the size limit. */
export function responseTooLarge(largestBytes: number): AttemptError {
  const message = `a response of more than ${largestBytes / 2 ** 20} MiB, which is not read further`;
  return new AttemptError(message, { kind: "bad_response", isRetryable: false, mayBeBilled: true });
}

async function readCertificates(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw providersUnavailable.IB_CERTIFICATE_FILE(path, cause);
  });
}
