import { expect, test } from "vitest";

import { openProduct, type ProductContext } from "../../src/providers/open-product.ts";
import {
  harnessContext,
  httpHarness,
  requestFor,
  SCENARIO_ID,
} from "../../src/providers/product/product.fixture.ts";
import { startModelServer } from "../servers/model-server.ts";
import type { ModelServerOptions } from "../servers/model-server-options.ts";
import { caught, KEY, never, productThatSays, shownOf } from "./product-server.fixture.ts";

async function giveCare(options: ModelServerOptions = {}, parts: Partial<ProductContext> = {}) {
  const server = await startModelServer(options);
  const environment = { GIVECARE_SITE_URL: `${server.url}/`, GIVECARE_BENCH_KEY: KEY };
  const client = openProduct("givecare/v2", harnessContext({ environment, ...parts }));
  return { server, client, environment, [Symbol.asyncDispose]: () => server.close() };
}

test("GiveCare is told the turn and what was said before, without our system prompt", async () => {
  await using product = await giveCare({ reply: "I hear you.", apiKeys: [KEY] });
  expect(product.client).toMatchObject({ modelId: "givecare/v2", simulated: false });
  const reply = await product.client.complete(requestFor("I am tired.", [["Hi.", "Hello."]]), never);
  expect(reply).toMatchObject({ content: "I hear you.", finish_reason: "stop" });
  expect(product.server.log).toMatchObject([
    {
      format: "givecare",
      path: "/api/admin",
      conversationId: SCENARIO_ID,
      messages: [
        { role: "user", text: "Hi." },
        { role: "assistant", text: "Hello." },
        { role: "user", text: "I am tired." },
      ],
    },
  ]);
});

test("GiveCare's health is asked for once, before the first of many turns", async () => {
  await using site = await productThatSays(
    200,
    {},
    JSON.stringify({ result: { ok: true, replyText: "Yes." } }),
  );
  const environment = { GIVECARE_SITE_URL: site.url, GIVECARE_BENCH_KEY: KEY };
  const client = openProduct("givecare/v2", harnessContext({ environment }));
  await Promise.all(["One.", "Two.", "Three."].map((said) => client.complete(requestFor(said), never)));
  await client.complete(requestFor("Four."), never);
  const actions = site.requests.map(({ body }) => JSON.parse(body).action);
  expect(actions).toEqual(["harnessHealth", ...Array(4).fill("runBenchmarkTurn")]);
  expect(site.requests.map(({ headers }) => headers)).toMatchObject(
    Array(5).fill({ authorization: `Bearer ${KEY}`, "content-type": "application/json" }),
  );
});

test("the health check is no attempt at the turn that waits for it", async () => {
  await using site = await productThatSays(
    200,
    {},
    JSON.stringify({ result: { ok: true, replyText: "Yes." } }),
  );
  const environment = { GIVECARE_SITE_URL: site.url, GIVECARE_BENCH_KEY: KEY };
  const client = openProduct("givecare/v2", harnessContext({ environment }));
  let sent = 0;
  const attempts = {
    sending: async () => {
      sent += 1;
    },
    settled: async () => undefined,
  };
  await client.complete({ ...requestFor("One."), attempts }, never);
  expect(site.requests).toHaveLength(2);
  expect(sent).toBe(1);
});

test.each([
  [401, JSON.stringify({ error: `bad key ${KEY}` }), "HTTP 401 bad key [redacted]"],
  [503, "<html><title>Down</title></html>", 'HTTP 503 an HTML page ("Down")'],
  [200, JSON.stringify({ result: { ok: false, why: "no tenant" } }), 'it answered {"result":{"ok":false,'],
  [200, JSON.stringify({ error: "no such action" }), "it answered no such action"],
  [200, "welcome", "an answer that is not JSON: welcome"],
])("a health check that gets %i %s names both variables and begins no turn", async (status, body, said) => {
  await using site = await productThatSays(status, {}, body);
  const environment = { GIVECARE_SITE_URL: site.url, GIVECARE_BENCH_KEY: KEY };
  const client = openProduct("givecare/v2", harnessContext({ environment }));
  const error = await caught(client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ code: "IB_GIVECARE_HEALTH" });
  expect(error.message).toContain(said);
  expect(error).toMatchObject({ hint: expect.stringMatching(/GIVECARE_SITE_URL.*GIVECARE_BENCH_KEY/) });
  expect(shownOf(error)).not.toContain(KEY);
  expect(site.requests.filter(({ body }) => body.includes("runBenchmarkTurn"))).toEqual([]);
});

test("a site that nobody serves fails its health check", async () => {
  const { server, environment } = await giveCare();
  await server.close();
  const client = openProduct("givecare/v2", harnessContext({ environment }));
  expect(await caught(client.complete(requestFor("Hi."), never))).toMatchObject({
    code: "IB_GIVECARE_HEALTH",
  });
});

test("GiveCare without address and key is refused at the first turn, not before", async () => {
  const client = openProduct("givecare/v2", harnessContext());
  const error = await caught(client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ code: "IB_MISSING_VARIABLES" });
  expect(error.message).toContain("GIVECARE_SITE_URL, GIVECARE_BENCH_KEY");
  expect(error).not.toMatchObject({ hint: expect.stringContaining("createBench") });
});

test("a library that was handed no environment is told how to hand one over", async () => {
  const context = harnessContext();
  const provenance = { ...context.provenance, isEnvironmentGiven: false };
  const config = httpHarness("https://example.org", { headers: { authorization: "Bearer {env.ACME_KEY}" } });
  for (const harness of ["givecare/v2", "http/json"] as const) {
    const client = openProduct(harness, { ...context, provenance, config });
    const error = await caught(client.complete(requestFor("Hi."), never));
    expect(error).toMatchObject({ hint: expect.stringContaining("createBench({ environment") });
  }
});

test("an address that is none is named by its variable", async () => {
  const environment = { GIVECARE_SITE_URL: "givecare.example", GIVECARE_BENCH_KEY: KEY };
  const client = openProduct("givecare/v2", harnessContext({ environment }));
  const error = await caught(client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({
    code: "IB_BAD_ADDRESS",
    message: expect.stringContaining("GIVECARE_SITE_URL"),
  });
});
