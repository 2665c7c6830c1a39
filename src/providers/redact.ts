const REPLACEMENT = "[redacted]";
/** A shorter one would be found by chance in ordinary words, and protects nothing. */
const SHORTEST_SECRET = 6;

/** The text without the secrets. Everything that comes from outside passes here before it is shown or written down. */
export function redact(text: string, secrets: readonly string[]): string {
  let redacted = text;
  // Longest first: a secret that is part of another must not leave the other's remainder behind.
  const known = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  for (const secret of known) {
    redacted = redacted.replaceAll(secret, REPLACEMENT);
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret) redacted = redacted.replaceAll(encoded, REPLACEMENT);
  }
  return redacted;
}
