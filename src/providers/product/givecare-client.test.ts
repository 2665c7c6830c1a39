import { expect, test } from "vitest";
import { ModelId } from "../../schema/ids.ts";
import type { ModelClient } from "../model-client.ts";
import { withHealthCheck } from "./givecare-client.ts";
import { requestFor } from "./product.fixture.ts";

const never = new AbortController().signal;
const request = requestFor("Hello.");
const REPLY = {
  content: "Hello to you.",
  finish_reason: "stop",
  usage: { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
} as const;

function product() {
  const asked: string[] = [];
  const client: ModelClient = {
    modelId: ModelId.parse("acme/companion"),
    simulated: false,
    complete: async ({ messages }) => {
      asked.push(messages.at(-1)?.content ?? "");
      return REPLY;
    },
  };
  return { client, asked };
}

test("nothing is sent before the check has succeeded, which is made once", async () => {
  const { client, asked } = product();
  const healthy = Promise.withResolvers<void>();
  let checks = 0;
  const checked = withHealthCheck(client, () => {
    checks += 1;
    return healthy.promise;
  });
  const replies = [checked.complete(request, never), checked.complete(request, never)];
  await new Promise(setImmediate);
  expect(asked).toEqual([]);
  healthy.resolve();
  expect(await Promise.all(replies)).toEqual([REPLY, REPLY]);
  await checked.complete(request, never);
  expect(checks).toBe(1);
});

test("a failed check fails everyone who waits for it, and the next call checks again", async () => {
  const { client, asked } = product();
  const ill = new Error("not ready");
  let checks = 0;
  const checked = withHealthCheck(client, async () => {
    checks += 1;
    if (checks === 1) throw ill;
  });
  const first = [checked.complete(request, never), checked.complete(request, never)];
  expect(await Promise.allSettled(first)).toEqual([
    { status: "rejected", reason: ill },
    { status: "rejected", reason: ill },
  ]);
  expect(asked).toEqual([]);
  await expect(checked.complete(request, never)).resolves.toBe(REPLY);
  expect(checks).toBe(2);
});

test("one who leaves does not take the others along", async () => {
  const { client } = product();
  const leaving = new AbortController();
  let checks = 0;
  const checked = withHealthCheck(client, (_, signal) => {
    checks += 1;
    if (checks > 1) return Promise.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const first = checked.complete(request, leaving.signal);
  const second = checked.complete(request, never);
  const reason = new Error("Ctrl-C");
  leaving.abort(reason);
  await expect(first).rejects.toBe(reason);
  await expect(second).resolves.toBe(REPLY);
  expect(checks).toBe(2);
});

test("one who waits for another's check can leave at once", async () => {
  const { client } = product();
  const healthy = Promise.withResolvers<void>();
  const checked = withHealthCheck(client, () => healthy.promise);
  const leaving = new AbortController();
  const first = checked.complete(request, never);
  const second = checked.complete(request, leaving.signal);
  const reason = new Error("Ctrl-C");
  leaving.abort(reason);
  await expect(second).rejects.toBe(reason);
  healthy.resolve();
  await expect(first).resolves.toBe(REPLY);
});
