import { Agent, type Dispatcher, fetch, ProxyAgent } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { KEY } from "./ask-server.fixture.ts";
import { startModelServer } from "./model-server.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import { startProxy } from "./start-proxy.ts";

const CHAT = {
  method: "POST",
  headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
  body: JSON.stringify({ model: "m-1", messages: [{ role: "user", content: "hello" }] }),
};

function forThisTest<Connections extends Dispatcher>(dispatcher: Connections): Connections {
  onTestFinished(() => dispatcher.destroy());
  return dispatcher;
}

test("a certificate made at start is trusted by those who are told, and by nobody else", async () => {
  await using server = await startModelServer({ tls: true });
  const url = `${server.url}/v1/chat/completions`;
  const trusting = forThisTest(new Agent({ connect: { ca: server.certificate ?? "" } }));
  expect((await fetch(url, { ...CHAT, dispatcher: trusting })).status).toBe(200);
  await expect(fetch(url, CHAT)).rejects.toThrow();
  expect(server.answered).toBe(1);
});

test("a tunnel leads from a provider's name to the local server", async () => {
  const tls = selfSignedCertificate(["api.provider.test"]);
  await using server = await startModelServer({ tls });
  await using proxy = await startProxy({
    routes: { "api.provider.test:443": server.url.replace("https://", "") },
  });
  const through = forThisTest(new ProxyAgent({ uri: proxy.url, requestTls: { ca: tls.certificate } }));
  const response = await fetch("https://api.provider.test/v1/chat/completions", {
    ...CHAT,
    dispatcher: through,
  });
  expect(response.status).toBe(200);
  expect(proxy).toMatchObject({ targets: ["api.provider.test:443"], tunnels: 1, forwarded: 0 });
});

test("plain requests are forwarded", async () => {
  await using server = await startModelServer();
  await using proxy = await startProxy();
  const through = forThisTest(new ProxyAgent({ uri: proxy.url, proxyTunnel: false }));
  const url = `${server.url}/v1/chat/completions`;
  expect((await fetch(url, { ...CHAT, dispatcher: through })).status).toBe(200);
  expect(proxy).toMatchObject({ targets: [server.url.replace("http://", "")], tunnels: 0, forwarded: 1 });
  expect(server.answered).toBe(1);
});

test("a proxy with credentials turns away those without", async () => {
  await using server = await startModelServer();
  await using proxy = await startProxy({ credentials: "user:word" });
  const url = `${server.url}/v1/chat/completions`;
  const without = forThisTest(new ProxyAgent({ uri: proxy.url, proxyTunnel: true }));
  await expect(fetch(url, { ...CHAT, dispatcher: without })).rejects.toThrow();
  const admitted = forThisTest(
    new ProxyAgent({ uri: proxy.url.replace("//", "//user:word@"), proxyTunnel: true }),
  );
  expect((await fetch(url, { ...CHAT, dispatcher: admitted })).status).toBe(200);
  expect(proxy).toMatchObject({ tunnels: 1, refused: 1 });
});
