/** Makes token counts readable for the AI SDK, so that an invalid count never loses the reply that came with it. */
import type { ProviderSettings } from "../provider-settings.ts";
import type { ReportedTokens } from "../reported-usage.ts";

/** Marks an invalid count. Sums that include it stay far below zero, so they are never taken for a count. */
const NO_COUNT = -1e15;
const COUNT = /(?:_tokens|TokenCount)$/;

/**
 * Replaces invalid token counts by an impossible number. The SDK would reject the whole response, and the reply would
 * be requested and paid for again. `accountFor` decides what such counts mean for the cost.
 * @param note receives each original body
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
    // Length and encoding described the original bytes.
    const headers = new Headers(
      [...response.headers].filter(([name]) => !["content-length", "content-encoding"].includes(name)),
    );
    return new Response(readable(text, protocol), { status, statusText, headers });
  };
}

/** Returns text unchanged if it is not JSON, or is nested too deeply to be written again. */
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
  // Anthropic always sends these counts, and the SDK relies on it.
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

/** Returns the tokens and cost of a response without a reply; nothing if it reports none. */
export function tokensIn(
  text: string,
  protocol: ProviderSettings["protocol"],
): { readonly tokens: ReportedTokens; readonly reportedUsd: unknown } | undefined {
  const said = usageIn(text, protocol === "google" ? "usageMetadata" : "usage");
  if (said === undefined) return undefined;
  return { tokens: tokensOf(said, protocol), reportedUsd: reportedUsd(said, protocol) };
}

/** Returns OpenRouter's cost figure; other protocols define none, so it could mean anything. */
export function reportedUsd(
  usage: Readonly<Record<string, unknown>> | undefined,
  protocol: ProviderSettings["protocol"],
): unknown {
  return protocol === "openrouter" ? usage?.["cost"] : undefined;
}

/** Adds up each protocol's counts: Anthropic's input excludes cached tokens, Google's output excludes reasoning. */
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

/** Returns no count if one of the parts is invalid. */
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
