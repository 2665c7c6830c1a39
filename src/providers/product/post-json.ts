import type { Clock } from "../../kernel/clock.ts";
import { BenchError } from "../../kernel/errors.ts";
import { connectionFailure, failedAttempt } from "../call-failure.ts";
import { AttemptError, ProviderRefusedError } from "../errors.ts";
import { redactedBody } from "../redact.ts";

/** One request to a product. */
export interface ProductCall {
  readonly url: string;
  /** As it is configured: the call goes to no other server. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What must never be shown. */
  readonly secrets: readonly string[];
  /** What a person should do when the product turns us away. */
  readonly advice: { readonly key: string; readonly address: string };
}

/** Posts once and resolves with the parsed answer. Rejects with an AttemptError, or a BenchError that ends the run. */
export type PostJson = (modelId: string, call: ProductCall, signal: AbortSignal) => Promise<unknown>;

interface PostOptions {
  /** `fetch`, to the server at an address and no other. */
  readonly connect: (address: string) => Promise<typeof fetch>;
  readonly clock: Clock;
}

export function createPostJson(options: PostOptions): PostJson {
  return async (modelId, call, signal) => {
    signal.throwIfAborted();
    const { isOk, ...response } = await send(options.connect, call, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // The network itself may be set up wrongly, which is said better there.
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

/** So that a configured header takes the place of ours instead of being joined to it. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A status other than 2xx in our terms: try again, go on without this reply, or end the run. */
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

/** Where to look, if no other call would fare better. */
function hintFor(status: number, text: string, advice: ProductCall["advice"]): string | undefined {
  if (status === 402 || (status === 429 && /insufficient_quota|credit balance is too low/i.test(text))) {
    return "The product's own quota or credit is spent.";
  }
  if (status === 401 || status === 403) return advice.key;
  if (status === 404) return advice.address;
  return undefined;
}
