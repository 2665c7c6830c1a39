import { expect, test } from "vitest";
import type { LabelChange } from "../schema/review/review-label.ts";
import { issueTokens } from "./access.ts";
import { createReviewApp } from "./review-app.ts";
import type { ReviewState } from "./review-state.ts";

const CHANGE: LabelChange = { draft: { label: "PASS", quote: null, confidence: null, note: "" }, base: 0 };

function openApp(loopbackOnly = true, save?: ReviewState["save"]) {
  const asked: unknown[] = [];
  const desk: ReviewState = {
    session: (annotator) => ({
      batch_id: "review-0123456789ab",
      simulated: true,
      private: false,
      mode: "label",
      annotator,
      resources: [],
      items: [],
    }),
    task: () => null,
    save:
      save ??
      (async (...args) => {
        asked.push(args);
        return { kind: "unusable", problem: "These words are not there." };
      }),
  };
  const tokens = issueTokens(["anna", "ben"]);
  const page = new Map([["index.html", Buffer.from("<!doctype html>")]]);
  const app = createReviewApp({ desk, page, tokens, loopbackOnly });
  const tokenOf = (name: string) => tokens.issued.find((issued) => issued.name === name)?.token ?? "";
  const ask = (path: string, { token = "", ...request }: RequestInit & { token?: string } = {}) =>
    app.request(`http://127.0.0.1${path}`, {
      ...request,
      headers: { host: "127.0.0.1:1", authorization: `Bearer ${token}`, ...request.headers },
    });
  return { ask, asked, tokenOf };
}

test("a token stands for one name, and without one nothing is told or taken", async () => {
  const { ask, asked, tokenOf } = openApp();
  expect(await (await ask("/api/session", { token: tokenOf("ben") })).json()).toMatchObject({
    annotator: "ben",
  });
  const put = { method: "PUT", body: JSON.stringify(CHANGE) };
  for (const token of ["", "guess", `${tokenOf("anna")}x`]) {
    expect((await ask("/api/session", { token })).status).toBe(401);
    expect((await ask("/api/items/0123456789abcdef", { token })).status).toBe(401);
    expect((await ask("/api/items/0123456789abcdef", { ...put, token })).status).toBe(401);
  }
  expect(asked).toEqual([]);
});

test("each start has tokens of its own, too long to guess", () => {
  const [first] = issueTokens(["anna"]).issued;
  const [second] = issueTokens(["anna"]).issued;
  expect(first?.token).not.toBe(second?.token);
  expect(first?.token).toMatch(/^[\w-]{24}$/);
});

test("what is no label is refused, and what the desk declines is said", async () => {
  const { ask, asked, tokenOf } = openApp();
  const put = (body: string) =>
    ask("/api/items/0123456789abcdef", { method: "PUT", body, token: tokenOf("anna") });
  expect((await put("{")).status).toBe(400);
  expect((await put(JSON.stringify({ ...CHANGE, annotator: "ben" }))).status).toBe(400);
  expect((await put(JSON.stringify({ ...CHANGE, note: "x".repeat(200_000) }))).status).toBe(413);
  expect(asked).toEqual([]);
  const declined = await put(JSON.stringify(CHANGE));
  expect(declined.status).toBe(422);
  expect(await declined.json()).toEqual({ problem: "These words are not there." });
  expect(asked).toEqual([["anna", "0123456789abcdef", CHANGE]]);
});

test("a save that fails says why, with the usual headers", async () => {
  const { ask, tokenOf } = openApp(true, () => Promise.reject(new Error("The disk is full.")));
  const put = { method: "PUT", body: JSON.stringify(CHANGE), token: tokenOf("anna") };
  const answer = await ask("/api/items/0123456789abcdef", put);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ problem: "The disk is full." });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("on loopback a request for another host is refused; beyond it the token alone decides", async () => {
  const stranger = { headers: { host: "rebound.example" } };
  expect((await openApp().ask("/", stranger)).status).toBe(403);
  expect((await openApp(false).ask("/", stranger)).status).toBe(200);
});

test("every answer forbids foreign content, framing and keeping a copy", async () => {
  const { ask } = openApp();
  for (const path of ["/", "/api/session", "/nowhere"]) {
    const { headers } = await ask(path);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
});
