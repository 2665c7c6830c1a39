/** Responses whose token counts the AI SDK can read, so that an odd count never costs the reply that came with it. */
import type { ProviderSettings } from "../provider-settings.ts";
import type { ReportedTokens } from "../reported-usage.ts";

/** Stands for a count that is none. Whatever it is added to stays far below zero, so it is never taken for one. */
const NO_COUNT = -1e15;
const COUNT = /(?:_tokens|TokenCount)$/;

/**
 * The SDK refuses a whole response over a count that is no number, and the reply would be asked for, and paid for,
 * again. Such counts are replaced by one that cannot be; what they mean for the cost is decided where tokens are counted.
 */
export function withReadableUsage(send: typeof fetch, protocol: ProviderSettings["protocol"]): typeof fetch {
  return async (...request) => {
    const response = await send(...request);
    if (!response.ok) return response;
    const text = await response.text();
    const { status, statusText } = response;
    // Its length and coding were of the bytes that came.
    const headers = new Headers(
      [...response.headers].filter(([name]) => !["content-length", "content-encoding"].includes(name)),
    );
    return new Response(readable(text, protocol), { status, statusText, headers });
  };
}

/** What is no JSON, or is nested too deep to be written again, is handed on as it came. */
function readable(text: string, protocol: ProviderSettings["protocol"]): string {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? JSON.stringify({ ...body, ...usageOf(body, protocol) }) : text;
  } catch {
    return text;
  }
}

function usageOf(body: Readonly<Record<string, unknown>>, protocol: ProviderSettings["protocol"]) {
  const place = protocol === "google" ? "usageMetadata" : "usage";
  const said = body[place];
  if (isRecord(said)) return { [place]: withCounts(said, protocol) };
  return { [place]: protocol === "anthropic" ? withCounts({}, protocol) : null };
}

function withCounts(
  said: Readonly<Record<string, unknown>>,
  protocol: ProviderSettings["protocol"],
): Readonly<Record<string, unknown>> {
  // Anthropic's counts are never left out, and the SDK relies on it.
  const needed = protocol === "anthropic" ? { input_tokens: NO_COUNT, output_tokens: NO_COUNT } : {};
  return { ...needed, ...countsOf(said) };
}

function countsOf(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => {
      if (value === null) return [];
      if (COUNT.test(name)) return [[name, Number.isFinite(value) ? value : NO_COUNT]];
      if (name.endsWith("_details")) return isRecord(value) ? [[name, countsOf(value)]] : [];
      return [[name, value]];
    }),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The tokens that a response tells which is no reply; nothing where it tells none. */
export function tokensIn(text: string, protocol: ProviderSettings["protocol"]): ReportedTokens | undefined {
  const said = usageIn(text, protocol === "google" ? "usageMetadata" : "usage");
  if (said === undefined) return undefined;
  switch (protocol) {
    case "google":
      return { input: said["promptTokenCount"], output: said["candidatesTokenCount"] };
    case "anthropic":
      return { input: said["input_tokens"], output: said["output_tokens"] };
    default:
      return { input: said["prompt_tokens"], output: said["completion_tokens"], total: said["total_tokens"] };
  }
}

function usageIn(text: string, place: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const said = isRecord(body) ? body[place] : undefined;
    return isRecord(said) ? said : undefined;
  } catch {
    return undefined;
  }
}
