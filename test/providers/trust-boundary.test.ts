/** What a server may make us do: nothing beyond the one answer it was asked for. */
import { expect, test } from "vitest";
import { ProviderRedirectedError } from "../../src/providers/errors.ts";
import { caught, productThatSays, shownOf } from "./product-server.fixture.ts";
import { KEYS, MODELS, never, requestFor, servedModel } from "./served-model.fixture.ts";

const SERVED = [...Object.values(MODELS), "ollama/llama3", "acme/companion-2"];
const EVERY_REDIRECT = SERVED.flatMap((model) => [302, 307, 308].map((status) => [model, status] as const));

test.each(EVERY_REDIRECT)("%s is not asked elsewhere because of HTTP %i", async (modelId, status) => {
  await using elsewhere = await productThatSays(200, {}, "{}");
  await using server = await productThatSays(status, { location: `${elsewhere.url}/v1?key=spoken` }, "");
  const model = await servedModel(modelId, server.url);
  const error = await caught(model.complete(requestFor("A private word."), never));
  expect(error).toBeInstanceOf(ProviderRedirectedError);
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
  expect(await caught(looping.complete(requestFor("Hello."), never))).toBeInstanceOf(ProviderRedirectedError);
  expect(around.requests).toHaveLength(1);
});
