/** Who may ask: requests that name this machine, and holders of a token. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was meant for this machine. A page elsewhere can point its own name at 127.0.0.1 and so read
 * a server that listens only there; then the name in the request is not one of these.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_HOST.test(host);
}

const TOKEN_BYTES = 18;

export interface AccessTokens {
  /** One for each name, in their order. */
  readonly issued: readonly { readonly name: string; readonly token: string }[];
  /** Whose token this is; null where it is nobody's. */
  holderOf(token: string): string | null;
}

/** Fresh at every start: whoever has a token is taken for its holder. */
export function issueTokens(
  names: readonly string[],
  newToken = () => randomBytes(TOKEN_BYTES).toString("base64url"),
): AccessTokens {
  const issued = names.map((name) => ({ name, token: newToken() }));
  return {
    issued,
    // Digests have one length and are compared in one time, so that neither tells a part of a token.
    holderOf: (token) =>
      issued.find((candidate) => timingSafeEqual(digest(candidate.token), digest(token)))?.name ?? null,
  };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}
