/** Limits of a server's influence: it cannot cause more than the one answer it was asked for. */
import { createServer } from "node:http";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { expect, test } from "vitest";
import { connectionFailure } from "../../src/providers/call-failure.ts";

import { ALL_OWN } from "../../src/providers/key-hosts.fixture.ts";
import { openNetwork } from "../../src/providers/network.ts";
import { openProduct } from "../../src/providers/open-product.ts";
import { harnessContext, httpHarness } from "../../src/providers/product/product.fixture.ts";
import { listenOnLoopback } from "../servers/listen-on-loopback.ts";
import { caught, productThatSays, shownOf } from "./product-server.fixture.ts";
import { KEYS, MODELS, never, quickClock, requestFor, servedModel } from "./served-model.fixture.ts";

const SERVED = [...Object.values(MODELS), "ollama/llama3", "acme/companion-2"];
const EVERY_REDIRECT = SERVED.flatMap((model) => [302, 307, 308].map((status) => [model, status] as const));

test.each(EVERY_REDIRECT)("%s is not asked elsewhere because of HTTP %i", async (modelId, status) => {
  await using elsewhere = await productThatSays(200, {}, "{}");
  await using server = await productThatSays(status, { location: `${elsewhere.url}/v1?key=spoken` }, "");
  const model = await servedModel(modelId, server.url);
  const error = await caught(model.complete(requestFor("A private word."), never));
  expect(error).toMatchObject({ code: "IB_PROVIDER_REDIRECTED" });
  expect(error.message).toContain(
    `${modelId} cannot be asked: HTTP ${status} sends the call on to ${new URL(elsewhere.url).host}.`,
  );
  expect(shownOf(error)).not.toContain("spoken");
  for (const key of Object.values(KEYS)) expect(shownOf(error)).not.toContain(key);
  expect(elsewhere.requests).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test("a redirect to nowhere and one to the same host end the call as well", async () => {
  await using nowhere = await productThatSays(308, {}, "");
  const lost = await servedModel("acme/companion-2", nowhere.url);
  expect((await caught(lost.complete(requestFor("Hello."), never))).message).toContain(
    "an address it does not name",
  );
  await using around = await productThatSays(307, { location: "/v1/chat/completions" }, "");
  const looping = await servedModel("acme/companion-2", around.url);
  expect(await caught(looping.complete(requestFor("Hello."), never))).toMatchObject({
    code: "IB_PROVIDER_REDIRECTED",
  });
  expect(around.requests).toHaveLength(1);
});

test("a server that asks for thirty years is waited for two minutes at a time, and the failure says so", async () => {
  await using server = await productThatSays(503, { "retry-after": "1000000000" }, "busy");
  const sleepsMs: number[] = [];
  // The timeout of an attempt sleeps by the same clock.
  const sleep = async (ms: number, signal: AbortSignal) => {
    if (ms !== 120_000) return quickClock.sleep(ms, signal);
    sleepsMs.push(ms);
  };
  const model = await servedModel("acme/companion-2", server.url, { clock: { ...quickClock, sleep } });
  const error = await caught(model.complete(requestFor("Hello."), never));
  expect(error.message).toBe(
    "HTTP 503 busy (the server asked for a wait of more than a day; 120 s is the longest)",
  );
  expect(sleepsMs).toEqual([120_000, 120_000, 120_000, 120_000]);
});

test("whoever is handed a way to one server can use it for no other", async () => {
  await using elsewhere = await productThatSays(200, {}, "{}");
  await using server = await productThatSays(200, {}, "{}");
  const send = await openNetwork({ environment: KEYS, provenance: ALL_OWN }, `${server.url}/v1`);
  const { port } = new URL(server.url);
  const others = [
    elsewhere.url,
    `http://localhost:${port}/v1`,
    `https://127.0.0.1:${port}/v1`,
    `http://127.0.0.1:${port}@${new URL(elsewhere.url).host}/v1`,
  ];
  for (const address of others) {
    for (const input of [address, new URL(address)]) {
      const error = await caught(send(input, { method: "POST", body: "A private word." }));
      expect(connectionFailure(error, "acme/companion-2", [])).toMatchObject({ code: "IB_OTHER_HOST" });
    }
  }
  expect((await send(`${server.url}/elsewhere/on/it`, { method: "POST", body: "{}" })).ok).toBe(true);
  expect(server.requests).toHaveLength(1);
  expect(elsewhere.requests).toEqual([]);
});

const MEBIBYTE = 2 ** 20;

/** Answers everything with an endless JSON string, compressed to almost nothing, until the client disconnects. */
async function bomb(status: number) {
  const made = { requests: 0, bytes: 0 };
  const block = Buffer.alloc(MEBIBYTE, "a");
  const server = createServer((_, response) => {
    made.requests += 1;
    response.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" });
    const endless = function* () {
      yield '{"choices":"';
      for (let count = 0; count < 4096; count++) {
        made.bytes += block.length;
        yield block;
      }
    };
    pipeline(endless, createGzip({ level: 1 }), response, () => {});
  });
  const { port, close } = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, made, [Symbol.asyncDispose]: close };
}

const TOO_LARGE = {
  message: "a response of more than 8 MiB, which is not read further",
  kind: "bad_response",
  retries: 0,
};

test.each(SERVED)("%s cannot fill the memory with one response", async (modelId) => {
  await using server = await bomb(200);
  const model = await servedModel(modelId, server.url);
  expect(await caught(model.complete(requestFor("Hello."), never))).toMatchObject(TOO_LARGE);
  expect(server.made.requests).toBe(1);
});

test.each([200, 500])("neither can a product, with HTTP %i", async (status) => {
  await using server = await bomb(status);
  const client = openProduct("http/json", harnessContext({ config: httpHarness(server.url) }));
  expect(await caught(client.complete(requestFor("Hello."), never))).toMatchObject(TOO_LARGE);
  expect(server.made.requests).toBe(1);
});

test("the server is hung up on, long before it has said everything", async () => {
  await using server = await bomb(500);
  const model = await servedModel("acme/companion-2", server.url);
  expect(await caught(model.complete(requestFor("Hello."), never))).toMatchObject(TOO_LARGE);
  // Buffers on the way hold compressed bytes, a thousandth of these.
  expect(server.made.bytes).toBeLessThan(4096 * MEBIBYTE);
});
