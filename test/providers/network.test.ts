import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { startProxy } from "../servers/start-proxy.ts";
import { addressesAt, KEYS, never, requestFor, servedModel } from "./served-model.fixture.ts";

const MODEL = "openai/gpt-4o-mini";

async function fileWith(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-network-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "authorities.pem");
  await writeFile(path, text);
  return path;
}

/** The environment says how to get out. */
async function ask(url: string, way: Record<string, string>, modelId = MODEL) {
  const environment = { ...KEYS, ...addressesAt(url), ...way };
  return (await servedModel(modelId, url, { environment })).complete(requestFor("Hello"), never);
}

test.each(["HTTP_PROXY", "http_proxy"])("a plain address is reached through %s", async (variable) => {
  await using server = await startModelServer();
  await using proxy = await startProxy();
  await ask(server.url, { [variable]: proxy.url });
  expect(proxy.targets).toEqual([new URL(server.url).host]);
  expect(server.answered).toBe(1);
});

test("a name that only the proxy knows is reached through it", async () => {
  await using server = await startModelServer();
  await using proxy = await startProxy({ routes: { "models.invalid:80": new URL(server.url).host } });
  await ask("http://models.invalid", { HTTP_PROXY: proxy.url });
  expect(server.answered).toBe(1);
});

test("NO_PROXY goes around the proxy", async () => {
  await using server = await startModelServer();
  await using proxy = await startProxy();
  await ask(server.url, { HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" });
  expect(proxy.targets).toEqual([]);
  expect(server.answered).toBe(1);
});

test.each(["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"])(
  "a certificate authority of one's own is trusted through %s",
  async (variable) => {
    await using server = await startModelServer({ tls: true });
    const file = await fileWith(server.certificate ?? "");
    await ask(server.url, { [variable]: file });
    expect(server.answered).toBe(1);
  },
);

test("TLS goes through a tunnel, with the same authorities", async () => {
  await using server = await startModelServer({ tls: true });
  await using proxy = await startProxy({ credentials: "user:secret-word" });
  const file = await fileWith(server.certificate ?? "");
  const address = proxy.url.replace("http://", "http://user:secret-word@");
  await ask(server.url, { HTTPS_PROXY: address, SSL_CERT_FILE: file });
  expect(proxy.tunnels).toBe(1);
  expect(server.answered).toBe(1);
});

test("without its authority a server is not trusted, and is not asked again", async () => {
  await using server = await startModelServer({ tls: true });
  await expect(ask(server.url, {})).rejects.toMatchObject({
    code: "IB_PROVIDER_UNREACHABLE",
    message: expect.stringMatching(/self.signed/i),
  });
  expect(server.log).toEqual([]);
});

test("a proxy that turns us away is named, without its password", async () => {
  await using server = await startModelServer({ tls: true });
  await using proxy = await startProxy({ credentials: "user:right-word" });
  const file = await fileWith(server.certificate ?? "");
  const address = proxy.url.replace("http://", "http://user:wrong-word@");
  const error = await ask(server.url, { HTTPS_PROXY: address, SSL_CERT_FILE: file }).catch(
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: "IB_PROVIDER_UNREACHABLE", message: expect.stringContaining("407") });
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain("wrong-word");
});

test("a file of certificates that cannot be read is named", async () => {
  await using server = await startModelServer();
  await expect(ask(server.url, { SSL_CERT_FILE: "/nowhere/at-all.pem" })).rejects.toMatchObject({
    code: "IB_CERTIFICATE_FILE",
    message: expect.stringContaining("/nowhere/at-all.pem"),
  });
});
