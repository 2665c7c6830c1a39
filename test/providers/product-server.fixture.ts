import { createServer } from "node:http";
import { BenchError } from "../../src/kernel/errors.ts";
import { openProduct, type ProductContext } from "../../src/providers/open-product.ts";
import { harnessContext, httpHarness } from "../../src/providers/product/product.fixture.ts";
import { listenOnLoopback } from "../servers/listen-on-loopback.ts";
import { startModelServer } from "../servers/model-server.ts";
import type { ModelServerOptions } from "../servers/model-server-options.ts";

export const never = new AbortController().signal;
export const KEY = "planted-key-0123456789abcdef";

export async function caught(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new TypeError("not an error");
  return error;
}

/** Every text of an error that a person could see. */
export const shownOf = (error: Error) =>
  [error.message, error instanceof BenchError ? error.hint : "", error.stack, String(error.cause)].join("\n");

export async function companion(
  options: ModelServerOptions = {},
  config: Parameters<typeof httpHarness>[1] = {},
  parts: Partial<ProductContext> = {},
) {
  const server = await startModelServer(options);
  const context = harnessContext({ config: httpHarness(server.url, config), ...parts });
  return {
    server,
    context,
    client: openProduct("http/json", context),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** A server of a product that answers everything the same way. */
export async function productThatSays(status: number, headers: Record<string, string>, body: string) {
  const requests: { path: string; headers: object; body: string }[] = [];
  const server = createServer(async (incoming, response) => {
    const sent = (await incoming.toArray()).join("");
    requests.push({ path: incoming.url ?? "", headers: incoming.headers, body: sent });
    response.writeHead(status, headers).end(body);
  });
  const { port, close } = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, requests, [Symbol.asyncDispose]: close };
}
