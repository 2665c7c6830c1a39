/** Responses whose token counts the AI SDK can read, so that an odd count never costs the reply that came with it. */
import type { ProviderSettings } from "../provider-settings.ts";
import type { ReportedTokens } from "../reported-usage.ts";

/** Stands for a count that is none. Whatever it is added to stays far below zero, so it is never taken for one. */
const NO_COUNT = -1e15;
const COUNT = /(?:_tokens|TokenCount)$/;

/**
 * The SDK refuses a whole response over a count that is no number, and the reply would be asked for, and paid for,
 * again. Such counts are replaced by one that cannot be; what they mean for the cost is decided where tokens are counted.
 * @param note is told each body as it came
 */
export function withReadableUsage(
  send: typeof fetch,
  protocol: ProviderSettings["protocol"],
  note: (body: string) => void,
): typeof fetch {
  return async (...request) => {
    const response = await send(...request);
    if (!response.ok) return response;
    const text = await response.text();
    note(text);
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

/** What a response tells of its tokens and its cost that is no reply; nothing where it tells none. */
export function tokensIn(
  text: string,
  protocol: ProviderSettings["protocol"],
): { readonly tokens: ReportedTokens; readonly reportedUsd: unknown } | undefined {
  const said = usageIn(text, protocol === "google" ? "usageMetadata" : "usage");
  if (said === undefined) return undefined;
  return { tokens: tokensOf(said, protocol), reportedUsd: reportedUsd(said, protocol) };
}

/** Only OpenRouter's protocol has a figure for the cost; from another server it could be anything. */
export function reportedUsd(
  usage: Readonly<Record<string, unknown>> | undefined,
  protocol: ProviderSettings["protocol"],
): unknown {
  return protocol === "openrouter" ? usage?.["cost"] : undefined;
}

/** As each protocol counts: Anthropic's input is what no cache has, Google's output is without what was thought. */
function tokensOf(
  said: Readonly<Record<string, unknown>>,
  protocol: ProviderSettings["protocol"],
): ReportedTokens {
  switch (protocol) {
    case "google": {
      const thought = said["thoughtsTokenCount"] ?? 0;
      return {
        input: said["promptTokenCount"],
        output: together(said["candidatesTokenCount"], thought),
        cachedInput: said["cachedContentTokenCount"] ?? 0,
        reasoning: thought,
      };
    }
    case "anthropic": {
      const cachedInput = said["cache_read_input_tokens"] ?? 0;
      const cacheWrite = said["cache_creation_input_tokens"] ?? 0;
      const input = together(said["input_tokens"], cachedInput, cacheWrite);
      return { input, output: said["output_tokens"], cachedInput, cacheWrite };
    }
    default: {
      const [ofPrompt, ofReply] = [said["prompt_tokens_details"], said["completion_tokens_details"]];
      return {
        input: said["prompt_tokens"],
        output: said["completion_tokens"],
        cachedInput: (isRecord(ofPrompt) ? ofPrompt["cached_tokens"] : undefined) ?? 0,
        reasoning: (isRecord(ofReply) ? ofReply["reasoning_tokens"] : undefined) ?? 0,
        total: said["total_tokens"],
      };
    }
  }
}

/** No count, if one of them is none. */
function together(...counts: readonly unknown[]): number {
  return counts.reduce<number>((sum, count) => sum + (typeof count === "number" ? count : Number.NaN), 0);
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
