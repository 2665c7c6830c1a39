/** Redacts a server's message for display: one line, without keys. */

const REPLACEMENT = "[redacted]";
/** A shorter secret would match ordinary words by chance, and removing it protects nothing. */
const SHORTEST_SECRET = 6;

/** Removes the secrets from a text. Every text from outside passes here before it is shown or stored. */
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

/** Returns a product's message, short and without keys. */
export function redactedBody(body: string, secrets: readonly string[]): string {
  // Redacted before, so that cutting the text leaves no half of a key, and after, for keys written as JSON escapes.
  return redact(describeBody(redact(body, secrets)), secrets);
}

const LONGEST_LINE = 500;

/** Returns the readable part of an error's body, on one line. */
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

/** All providers put the message in one of these places. */
function messageOf(body: string): string | undefined {
  try {
    const { error, message } = JSON.parse(body);
    const said: unknown = error?.message ?? message ?? error;
    return typeof said === "string" ? said : undefined;
  } catch {
    return undefined;
  }
}
