/** Access control: requests that name this machine, and holders of a token. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Whether a request names this machine. A foreign page can point its own host name at 127.0.0.1 and so read a
 * loopback-only server; its requests then carry that other name.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK_HOST.test(host);
}

const TOKEN_BYTES = 18;

export interface AccessTokens {
  /** One for each name, in their order. */
  readonly issued: readonly { readonly name: string; readonly token: string }[];
  /** The holder of a token; null for an unknown token. */
  holderOf(token: string): string | null;
}

/** Issues new tokens at every start. A token identifies its holder. */
export function issueTokens(
  names: readonly string[],
  newToken = () => randomBytes(TOKEN_BYTES).toString("base64url"),
): AccessTokens {
  const issued = names.map((name) => ({ name, token: newToken() }));
  return {
    issued,
    // Compares digests of equal length in constant time, so that neither length nor time reveals part of a token.
    holderOf: (token) =>
      issued.find((candidate) => timingSafeEqual(digest(candidate.token), digest(token)))?.name ?? null,
  };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}
