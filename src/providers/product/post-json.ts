import type { Clock } from "../../kernel/clock.ts";
import { BenchError } from "../../kernel/errors.ts";
import { connectionFailure, failedAttempt } from "../call-failure.ts";
import { AttemptError, ProviderRefusedError } from "../errors.ts";
import { redactedBody } from "../redact.ts";

export interface ProductCall {
  readonly url: string;
  /** The configured address: the call goes to no other server. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Texts that must never be shown. */
  readonly secrets: readonly string[];
  /** Advice for a person when the product refuses a call. */
  readonly advice: { readonly key: string; readonly address: string };
}

/** Posts once and returns the parsed answer. Rejects with an AttemptError, or a BenchError that ends the run. */
export type PostJson = (modelId: string, call: ProductCall, signal: AbortSignal) => Promise<unknown>;

interface PostOptions {
  /** Returns a `fetch` for the server at one address only. */
  readonly connect: (address: string) => Promise<typeof fetch>;
  readonly clock: Clock;
}

export function createPostJson(options: PostOptions): PostJson {
  return async (modelId, call, signal) => {
    signal.throwIfAborted();
    const { isOk, ...response } = await send(options.connect, call, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // Errors in the network settings have a better message of their own.
      if (!(error instanceof Error) || error instanceof BenchError) throw error;
      throw connectionFailure(error, modelId, call.secrets) ?? error;
    });
    if (isOk) return parseAnswer(response.text, call);
    throw responseFailure(modelId, call, response, options.clock.now());
  };
}

async function send(connect: PostOptions["connect"], call: ProductCall, signal: AbortSignal) {
  const through = await connect(call.address);
  const response = await through(call.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...lowerCased(call.headers) },
    body: JSON.stringify(call.body),
    signal,
  });
  const { ok: isOk, status } = response;
  return { isOk, status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

function parseAnswer(text: string, { secrets }: ProductCall): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AttemptError(`an answer that is not JSON: ${redactedBody(text, secrets)}`, {
      kind: "bad_response",
      isRetryable: true,
      mayBeBilled: true,
    });
  }
}

/** Makes names lower case, so that a configured header replaces ours instead of being joined to it. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Decides for a status other than 2xx: retry, continue without this reply, or end the run. */
function responseFailure(
  modelId: string,
  { secrets, advice }: ProductCall,
  { status, headers, text }: Omit<Awaited<ReturnType<typeof send>>, "isOk">,
  nowMs: number,
): AttemptError | ProviderRefusedError {
  const said = [`HTTP ${status}`, redactedBody(text, secrets)].filter(Boolean).join(" ");
  const hint = hintFor(status, text, advice);
  if (hint !== undefined) return new ProviderRefusedError({ modelId, said, hint });
  return failedAttempt({ status, headers, body: text, said }, nowMs);
}

/** Returns a hint if no other call would succeed. */
function hintFor(status: number, text: string, advice: ProductCall["advice"]): string | undefined {
  if (status === 402 || (status === 429 && /insufficient_quota|credit balance is too low/i.test(text))) {
    return "The product's own quota or credit is spent.";
  }
  if (status === 401 || status === 403) return advice.key;
  if (status === 404) return advice.address;
  return undefined;
}
