import { readFile } from "node:fs/promises";
import { getCACertificates } from "node:tls";
import type { ProviderContext } from "../provider-context.ts";
import { CertificateFileError } from "./certificate-file-error.ts";

type Environment = ProviderContext["environment"];

const networks = new Map<string, Promise<typeof fetch>>();

/** `fetch` through the proxy and with the certificate authorities of the environment. One pool of connections for all. */
export function openNetwork(environment: Environment): Promise<typeof fetch> {
  const either = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  const proxies = {
    httpProxy: either("HTTP_PROXY"),
    httpsProxy: either("HTTPS_PROXY"),
    noProxy: either("NO_PROXY"),
  };
  // Node reads the second by itself only if it is set before the start, and not from .env.
  const files = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"].flatMap((name) => environment[name] || []);
  const key = JSON.stringify([proxies, files]);
  const network = networks.get(key) ?? connect(proxies, files);
  networks.set(key, network);
  return network;
}

async function connect(
  proxies: { readonly httpProxy: string; readonly httpsProxy: string; readonly noProxy: string },
  files: readonly string[],
): Promise<typeof fetch> {
  const { EnvHttpProxyAgent, fetch: undiciFetch } = await import("undici");
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
  // Node's types and the package's describe the same standard, but are not assignable to each other.
  return ((input: string, init: Record<string, unknown>) =>
    undiciFetch(input, { ...init, dispatcher })) as unknown as Fetch;
}

async function readCertificates(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new CertificateFileError(path, cause);
  });
}
