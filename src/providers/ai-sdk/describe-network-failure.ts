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
