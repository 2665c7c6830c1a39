import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { createRandom, type Random } from "../../src/kernel/random.ts";
import type { ModelPrice } from "../../src/schema/corpus/model-catalog.ts";

/** Outcome of an attempt. `told` reports the billed tokens, `mute` is billed without a report. */
export type Fate =
  | "answered"
  | "status-400"
  | "status-401"
  | "status-429"
  | "status-500"
  | "status-502"
  | "told-502"
  | "told-no-reply"
  | "mute-502"
  | "mute-truncated"
  | "mute-reset-before"
  | "mute-reset-within"
  | "mute-hang";

export type Format = "chat" | "openrouter" | "anthropic" | "gemini";

/** Tokens of a call; `input` includes cached ones, `output` includes reasoning. */
interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly thought: number;
}

export interface BillingServer extends AsyncDisposable {
  readonly url: string;
  /** The account's bill, in US dollars. */
  readonly billUsd: number;
  readonly attempts: number;
}

/** A server that counts the tokens it produces itself, delivered or not. */
export async function startBillingServer(world: {
  readonly seed: string;
  readonly format: Format;
  readonly price: ModelPrice;
  readonly mostTokens: number;
  readonly fateOf: (attempt: number, random: Random) => Fate;
}): Promise<BillingServer> {
  const { seed, format, price } = world;
  const asked = new Map<string, number>();
  let [billUsd, attempts] = [0, 0];
  const server = createServer(async (request, response) => {
    const prompt = await readText(request).catch(() => undefined);
    if (prompt === undefined) return;
    attempts += 1;
    const attempt = (asked.get(prompt) ?? 0) + 1;
    asked.set(prompt, attempt);
    const random = createRandom(`${seed}|${prompt}|${attempt}`);
    const fate = world.fateOf(attempt, random);
    const tokens = drawTokens(random, format, world.mostTokens);
    const owedUsd = isBilled(fate) ? billOf(tokens, price) : 0;
    billUsd += owedUsd;
    answer(response, fate, format, tokens, owedUsd);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get billUsd() {
      return billUsd;
    },
    get attempts() {
      return attempts;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function isBilled(fate: Fate): boolean {
  return fate === "answered" || fate.startsWith("told") || fate.startsWith("mute");
}

/** A prompt of more than a hundred bytes, and no more than the limit of output. */
function drawTokens(random: Random, format: Format, mostTokens: number): Tokens {
  const input = 1 + random.below(60);
  const cached = random.pick([0, random.below(input + 1)]);
  const written = format === "anthropic" ? random.below(input - cached + 1) : 0;
  const output = 1 + random.below(mostTokens);
  const thought = format === "anthropic" ? 0 : random.pick([0, random.below(output)]);
  return { input, cached, written, output, thought };
}

/** The bill by the provider's price list. */
function billOf({ input, cached, written, output }: Tokens, price: ModelPrice): number {
  const { cached_input = price.input, cache_write = price.input } = price;
  const ofInput = (input - cached - written) * price.input + cached * cached_input + written * cache_write;
  return (ofInput + output * price.output) / 1e6;
}

function answer(response: ServerResponse, fate: Fate, format: Format, tokens: Tokens, owedUsd: number): void {
  const usage = usageIn(format, tokens, owedUsd);
  const whole = JSON.stringify({ ...replyIn(format), ...usage });
  const send = (status: number, body: string, length = Buffer.byteLength(body)) =>
    response
      .writeHead(status, { "content-type": "application/json", "content-length": length })
      .write(body, () => (length > body.length ? response.socket?.resetAndDestroy() : response.end()));
  switch (fate) {
    case "answered":
      send(200, whole);
      break;
    case "told-no-reply":
      send(200, JSON.stringify({ ...emptyIn(format), ...usage }));
      break;
    case "told-502":
      send(502, JSON.stringify({ error: { message: "bad gateway" }, ...usage }));
      break;
    case "mute-truncated":
      send(200, whole.slice(0, whole.length / 2));
      break;
    case "mute-reset-within":
      send(200, whole.slice(0, whole.length / 2), whole.length);
      break;
    case "mute-reset-before":
      response.socket?.resetAndDestroy();
      break;
    case "mute-hang":
      break;
    default:
      send(Number(fate.slice(-3)), JSON.stringify({ error: { message: "no" } }));
  }
}

const TEXT = "Take one thing at a time.";

function replyIn(format: Format): object {
  if (format === "anthropic")
    return { ...emptyIn(format), content: [{ type: "text", text: TEXT }], stop_reason: "end_turn" };
  if (format === "gemini")
    return {
      candidates: [{ content: { role: "model", parts: [{ text: TEXT }] }, finishReason: "STOP", index: 0 }],
    };
  const choice = { index: 0, message: { role: "assistant", content: TEXT }, finish_reason: "stop" };
  return { ...emptyIn(format), choices: [choice] };
}

/** A body of status 200 that holds no reply. */
function emptyIn(format: Format): object {
  if (format === "anthropic")
    return { id: "1", type: "message", role: "assistant", model: "one", content: [], stop_reason: null };
  if (format === "gemini") return { candidates: [] };
  return { id: "1", object: "chat.completion", created: 1, model: "one", choices: [] };
}

/** Usage as each protocol counts it: Anthropic's input excludes cached tokens, Google's output excludes reasoning. */
function usageIn(format: Format, tokens: Tokens, owedUsd: number): object {
  const { input, cached, written, output, thought } = tokens;
  if (format === "anthropic")
    return {
      usage: {
        input_tokens: input - cached - written,
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
        output_tokens: output,
      },
    };
  if (format === "gemini")
    return {
      usageMetadata: {
        promptTokenCount: input,
        cachedContentTokenCount: cached,
        candidatesTokenCount: output - thought,
        thoughtsTokenCount: thought,
        totalTokenCount: input + output,
      },
    };
  return {
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens_details: { reasoning_tokens: thought },
      ...(format === "openrouter" ? { cost: owedUsd } : {}),
    },
  };
}
