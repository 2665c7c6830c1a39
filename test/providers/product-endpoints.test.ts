import { expect, test } from "vitest";
import { ModelCallError } from "../../src/providers/errors.ts";
import { openProduct } from "../../src/providers/open-product.ts";
import {
  harnessContext,
  httpHarness,
  requestFor,
  SCENARIO_ID,
} from "../../src/providers/product/product.fixture.ts";
import { caught, companion, KEY, never, productThatSays } from "./product-server.fixture.ts";

test("a product that keeps the conversation goes on with it in the next leg of a run", async () => {
  await using product = await companion({ reply: ({ messages }) => `after ${messages.length}` });
  const first = await product.client.complete(requestFor("Hi."), never);
  const nextLeg = openProduct("http/json", product.context);
  const second = await nextLeg.complete(requestFor("I am tired.", [["Hi.", first.content]]), never);
  expect([first.content, second.content]).toEqual(["after 1", "after 3"]);
  expect(new Set(product.server.log.map(({ conversationId }) => conversationId)).size).toBe(1);
});

test("placeholders are filled into address, headers and body, each in its own way", async () => {
  await using site = await productThatSays(200, {}, JSON.stringify([{ text: "Yes." }]));
  const config = httpHarness(site.url, {
    url: `${site.url}/threads/{conversation_id}?scenario={scenario_id}`,
    headers: {
      Authorization: "Bearer {env.ACME_KEY}",
      "Content-Type": "application/acme",
      "X-Turn": "{turn}",
    },
    request: { input: "{message}", past: "{history}" },
    reply_path: "0.text",
  });
  const client = openProduct("http/json", harnessContext({ config, environment: { ACME_KEY: KEY } }));
  expect(client.modelId).toBe("acme/companion-2");
  const reply = await client.complete(requestFor("Tired.", [["Hi.", "Hello."]]), never);
  expect(reply.content).toBe("Yes.");
  const [sent] = site.requests;
  expect(sent?.path).toMatch(new RegExp(`^/threads/[0-9a-f-]{36}\\?scenario=${SCENARIO_ID}$`));
  expect(sent?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    "content-type": "application/acme",
    "x-turn": "2",
  });
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    input: "Tired.",
    past: [
      { role: "user", content: "Hi." },
      { role: "assistant", content: "Hello." },
    ],
  });
});

test("a path that leads nowhere says what is there, and ends the run before it is spent", async () => {
  await using product = await companion({}, { reply_path: "data.reply" });
  const error = await caught(product.client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ code: "IB_REPLY_PATH" });
  expect(error.message).toBe(
    'acme/companion-2 answered, but its reply is not at data.reply: there is no "reply" in data, which is an object with the keys answer, conversation_id.',
  );
  expect(product.server.log).toHaveLength(1);
});

test("an odd answer in the middle of a run costs that conversation only", async () => {
  await using site = await productThatSays(200, {}, JSON.stringify({ blocked: true }));
  const client = openProduct("http/json", harnessContext({ config: httpHarness(site.url) }));
  const error = await caught(client.complete(requestFor("Tired.", [["Hi.", "Hello."]]), never));
  expect(error).toBeInstanceOf(ModelCallError);
  expect(error).toMatchObject({ kind: "bad_response", message: expect.stringContaining("the keys blocked") });
});

test("an empty reply is a reply, and null is none", async () => {
  await using empty = await productThatSays(200, {}, JSON.stringify({ data: { answer: "" } }));
  await using nothing = await productThatSays(200, {}, JSON.stringify({ data: { answer: null } }));
  const open = (url: string) => openProduct("http/json", harnessContext({ config: httpHarness(url) }));
  expect(await open(empty.url).complete(requestFor("Hi."), never)).toMatchObject({ content: "" });
  const error = await caught(open(nothing.url).complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ kind: "bad_response", message: "no reply: data.answer is null" });
});

test("an abort is passed on as it is", async () => {
  await using product = await companion({ faults: () => "hang" });
  const controller = new AbortController();
  const asked = caught(product.client.complete(requestFor("Hi."), controller.signal));
  const reason = new Error("Ctrl-C");
  while (product.server.inFlight === 0) await new Promise(setImmediate);
  controller.abort(reason);
  expect(await asked).toBe(reason);
});

test("no more conversations are under way than there may be", async () => {
  await using product = await companion({ latencyMs: 20 }, {}, { maxConnections: 3 });
  const said = Array.from({ length: 12 }, (_, index) => `Hi ${index}.`);
  await Promise.all(said.map((each) => product.client.complete(requestFor(each), never)));
  expect(product.server.maxInFlight).toBe(3);
});

test("a description that cannot work, or is not there, is refused before any turn", () => {
  const config = httpHarness("https://example.org", { request: { text: "{message}", x: "{nonsense}" } });
  expect(() => openProduct("http/json", harnessContext({ config }))).toThrow(
    expect.objectContaining({ code: "IB_BAD_HTTP_HARNESS" }),
  );
  expect(() => openProduct("http/json", harnessContext())).toThrow(
    expect.objectContaining({ code: "IB_NO_HTTP_HARNESS" }),
  );
});

test("a product's missing key is named at the first turn", async () => {
  const headers = { authorization: "Bearer {env.ACME_KEY}" };
  await using product = await companion({}, { headers });
  const error = await caught(product.client.complete(requestFor("Hi."), never));
  expect(error).toMatchObject({ code: "IB_MISSING_VARIABLES" });
  expect(error.message).toContain("ACME_KEY");
  expect(product.server.log).toEqual([]);
});
