const LONGEST = 500;

/** What a person can read of an error's body, on one line. */
export function describeBody(body: string): string {
  const text = isHtml(body) ? `an HTML page${titleOf(body)}` : (messageOf(body) ?? body);
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
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
