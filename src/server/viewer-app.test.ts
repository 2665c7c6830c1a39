import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { chunkPath } from "../schema/site-paths.ts";
import type { Site } from "../site/create-site.ts";
import { fixtureSite, SCAN } from "../site/site.fixture.ts";
import { serverErrors } from "./errors.ts";
import { serveOnLoopback } from "./serve.ts";
import { createViewerApp } from "./viewer-app.ts";

let controller = new AbortController();
let met: unknown[] = [];
const onError = (error: unknown) => void met.push(error);
afterEach(() => {
  controller.abort();
  controller = new AbortController();
  met = [];
});

const page = new Map([
  ["index.html", Buffer.from("<!doctype html><title>page</title>")],
  ["assets/page.js", Buffer.from("export {};")],
]);

async function serve(site: Site = fixtureSite()): Promise<string> {
  const { signal } = controller;
  const app = createViewerApp({ site, page, clock: systemClock, onError, signal });
  return (await serveOnLoopback(app, 0, signal)).url;
}

const nothing = async () => null;

/** Uses `http`, because `fetch` does not let a caller name another host. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("it listens on loopback alone", async () => {
  expect(await serve()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test.each([
  ["127.0.0.1:1234", 200],
  ["localhost:1234", 200],
  ["[::1]:1234", 200],
  ["rebound.example", 403],
  ["127.0.0.1.rebound.example", 403],
  ["localhost.rebound.example:80", 403],
])("a request that names the host %s gets %d", async (host, status) => {
  expect(await statusFor(`${await serve()}data/index.json`, host)).toBe(status);
});

test("page, data and errors all carry the policy that lets nothing in from elsewhere", async () => {
  const url = await serve();
  for (const path of ["", "assets/page.js", chunkPath.index(), "nothing"]) {
    const { headers } = await fetch(url + path);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("a chunk that did not change is not sent again", async () => {
  const url = (await serve()) + chunkPath.board(SCAN);
  const first = await fetch(url);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const second = await fetch(url, { headers: { "if-none-match": etag } });
  expect([second.status, await second.text()]).toEqual([304, ""]);
});

test("what can be searched comes as it is made, and is the chunk to the last character", async () => {
  const site = fixtureSite();
  const path = chunkPath.find(SCAN, "sim-breezy");
  const response = await fetch((await serve(site)) + path);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toBe(JSON.stringify(await site.chunk(path)));
});

test("an answer that breaks off on its way cannot be read as a whole one", async () => {
  const lost = new Error("a conversation is not what was sealed");
  async function* text() {
    yield '{"conversations":[{}';
    throw lost;
  }
  const url = await serve({ chunk: nothing, stream: async () => text() });
  await expect(fetch(url + chunkPath.find(SCAN, "sim-breezy")).then((it) => it.text())).rejects.toThrow();
  expect(met).toEqual([lost]);
});

test("what is not there is 404, and no path leads out of the page", async () => {
  const url = await serve();
  for (const path of [
    "data/scans/none/board.json",
    "package.json",
    "..%2fpackage.json",
    "assets/..%2f..%2fx",
  ]) {
    expect((await fetch(url + path)).status).toBe(404);
  }
});

test("a path that is no text is 404 and no error", async () => {
  const url = await serve();
  for (const path of ["data/%E0%A4%A", "%E0"]) {
    const { status, headers } = await fetch(url + path);
    expect([path, status, headers.get("x-content-type-options")]).toEqual([path, 404, "nosniff"]);
  }
  expect(met).toEqual([]);
});

test.each([
  [serverErrors.IB_PORT_TAKEN(1), serverErrors.IB_PORT_TAKEN(1).message],
  [new TypeError("nobody expects it"), "This is a bug in InvisibleBench; the terminal it runs in says more."],
])("what goes wrong is told to the terminal and to who asked: %s", async (error, told) => {
  const url = await serve({ chunk: () => Promise.reject(error), stream: nothing });
  const response = await fetch(url + chunkPath.index());
  expect([response.status, await response.json()]).toEqual([500, { error: told }]);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  expect(met).toEqual([error]);
});

test("a run's state is sent whenever it has changed, and only then", async () => {
  const states = ["planned", "running", "running", "finished"];
  let asked = 0;
  const site: Site = {
    chunk: async (path: string) => {
      expect(path).toBe("data/runs/demo.json");
      asked += 1;
      return { state: states[Math.min(asked, states.length) - 1] };
    },
    stream: nothing,
  };
  const response = await fetch(`${await serve(site)}data/runs/demo/events`);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString("utf8");
    if (text.includes("finished")) break;
  }
  const sent = text.split("\n").filter((line) => line.startsWith("data:"));
  expect(sent).toEqual([
    'data: {"state":"planned"}',
    'data: {"state":"running"}',
    'data: {"state":"finished"}',
  ]);
});

test("a taken port is said so", async () => {
  const url = new URL(await serve());
  const app = createViewerApp({
    site: fixtureSite(),
    page,
    clock: systemClock,
    onError,
    signal: controller.signal,
  });
  await expect(serveOnLoopback(app, Number(url.port), controller.signal)).rejects.toMatchObject({
    code: "IB_PORT_TAKEN",
  });
});

test("a signal that comes while the server begins to listen stops it too", async () => {
  const { signal } = controller;
  const app = createViewerApp({ site: fixtureSite(), page, clock: systemClock, onError, signal });
  const starting = serveOnLoopback(app, 0, signal);
  controller.abort();
  await (await starting).closed;
});

test("the server stops at the signal, even with a reader still connected", async () => {
  const { signal } = controller;
  const app = createViewerApp({ site: fixtureSite(), page, clock: systemClock, onError, signal });
  const { url, closed } = await serveOnLoopback(app, 0, signal);
  await fetch(`${url}data/runs/demo/events`);
  controller.abort();
  await closed;
});
