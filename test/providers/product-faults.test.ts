import { expect, test } from "vitest";
import { ModelCallError, ProviderRefusedError } from "../../src/providers/errors.ts";
import { openProduct } from "../../src/providers/open-product.ts";
import { harnessContext, httpHarness, requestFor } from "../../src/providers/product/product.fixture.ts";
import { caught, companion, KEY, never, productThatSays, shownOf } from "./product-server.fixture.ts";

test.each([
  "rate-limit-seconds",
  "rate-limit-date",
  "rate-limit",
  "status-408",
  "status-409",
  "status-425",
  "status-500",
  "status-502",
  "status-503",
  "html-502",
  "error-in-200",
  "reset-before-headers",
  "reset-mid-body",
  "truncated-json",
  "invalid-json",
] as const)("after %s a product is asked again", async (fault) => {
  await using product = await companion({ faults: [{ attempts: [fault, fault] }], reply: "At last." });
  const { content } = await product.client.complete(requestFor("Hi."), never);
  expect(content).toBe("At last.");
  expect(product.server.log).toHaveLength(3);
});

test.each(["hang", "slow-body"] as const)(
  "a %s ends with our patience, then a product is asked again",
  async (fault) => {
    const faults = [{ attempts: [fault] }];
    await using product = await companion({ faults, reply: "At last." }, {}, { timeoutMs: 100_000 });
    const { content } = await product.client.complete(requestFor("Hi."), never);
    expect(content).toBe("At last.");
    expect(product.server.log).toHaveLength(2);
  },
);

test("a product that never recovers is data, with its cause", async () => {
  await using product = await companion({ faults: () => "status-503" });
  const error = await caught(product.client.complete(requestFor("Hi."), never));
  expect(error).toBeInstanceOf(ModelCallError);
  expect(error).toMatchObject({
    kind: "server_error",
    retries: 4,
    message: expect.stringContaining("HTTP 503"),
  });
});

test.each([
  ["expired-key", "Check ACME_KEY."],
  ["forbidden", "Check ACME_KEY."],
  ["wrong-model", "Check `url` of `http_harness` in the config file."],
  ["quota-spent", "The product's own quota or credit is spent."],
] as const)("%s ends the run at once and says where to look", async (fault, hint) => {
  const headers = { authorization: "Bearer {env.ACME_KEY}" };
  await using product = await companion(
    { faults: () => fault },
    { headers },
    { environment: { ACME_KEY: KEY } },
  );
  const error = await caught(product.client.complete(requestFor("Hi."), never));
  expect(error).toBeInstanceOf(ProviderRefusedError);
  expect(error).toMatchObject({ hint: expect.stringContaining(hint) });
  expect(product.server.log).toHaveLength(1);
});

test.each(["key-echo-401", "key-echo-500"] as const)("%s shows no key", async (fault) => {
  const headers = { authorization: "Bearer {env.ACME_KEY}" };
  await using product = await companion(
    { faults: () => fault },
    { headers },
    { environment: { ACME_KEY: KEY } },
  );
  const error = await caught(product.client.complete(requestFor("Hi."), never));
  expect(error.message).toContain("[redacted]");
  expect(shownOf(error)).not.toContain(KEY);
});

test("no half of a key is left where a long error is cut", async () => {
  const padding = "x".repeat(490);
  await using site = await productThatSays(400, {}, `${padding}${KEY}`);
  const config = httpHarness(site.url, { headers: { "x-api-key": "{env.ACME_KEY}" } });
  const client = openProduct("http/json", harnessContext({ config, environment: { ACME_KEY: KEY } }));
  const error = await caught(client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ kind: "bad_request", retries: 0 });
  expect(error.message).not.toContain("planted");
});

test("a redirect is not followed, and its target is named", async () => {
  await using elsewhere = await productThatSays(200, {}, "{}");
  await using site = await productThatSays(302, { location: `${elsewhere.url}/login` }, "");
  const client = openProduct("http/json", harnessContext({ config: httpHarness(site.url) }));
  const error = await caught(client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ code: "IB_PROVIDER_REDIRECTED" });
  expect(error.message).toContain(`HTTP 302 sends the call on to ${new URL(elsewhere.url).host}.`);
  expect(elsewhere.requests).toEqual([]);
});

test("an address where nobody answers ends the run", async () => {
  const product = await companion();
  await product.server.close();
  const error = await caught(product.client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ code: "IB_PROVIDER_UNREACHABLE" });
});
