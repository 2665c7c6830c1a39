/** What may be shown of what a server said: one line, without keys. */

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

/** What a product said, short and without keys. */
export function redactedBody(body: string, secrets: readonly string[]): string {
  // Before, so that no half of a key is left where the text is cut; after, for keys that were written as JSON escapes.
  return redact(describeBody(redact(body, secrets)), secrets);
}

const LONGEST_LINE = 500;

/** What a person can read of an error's body, on one line. */
export function describeBody(body: string): string {
  const text = isHtml(body) ? `an HTML page${titleOf(body)}` : (messageOf(body) ?? body);
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}

function isHtml(body: string): boolean {
  return /^\s*<(!doctype|html|head|body)/i.test(body);
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  return title ? ` ("${title}")` : "";
}

/** All providers have it in one of these places. */
function messageOf(body: string): string | undefined {
  try {
    const { error, message } = JSON.parse(body);
    const said: unknown = error?.message ?? message ?? error;
    return typeof said === "string" ? said : undefined;
  } catch {
    return undefined;
  }
}
