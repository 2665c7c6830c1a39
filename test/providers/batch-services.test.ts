import { createServer } from "node:http";
import { expect, test } from "vitest";
import type { PostponedRequest } from "../../src/providers/batch/batch-service.ts";
import { AttemptError, ProviderRefusedError, SubmissionUnknown } from "../../src/providers/errors.ts";
import { ALL_OWN } from "../../src/providers/key-hosts.fixture.ts";
import { openBatchService } from "../../src/providers/open-batch-service.ts";
import { listenOnLoopback } from "../servers/listen-on-loopback.ts";
import { startModelServer } from "../servers/model-server.ts";
import { startModelServerProcess } from "../servers/start-model-server-process.ts";
import {
  answersOf,
  type BatchFormat,
  FORMATS,
  liveResponse,
  requestsFor,
  serviceAt,
  unitFor,
  unitsOf,
} from "./batch-services.fixture.ts";
import { caught, productThatSays, shownOf } from "./product-server.fixture.ts";
import {
  addressesAt,
  KEYS,
  MODELS,
  never,
  quickClock,
  requestFor,
  servedModel,
} from "./served-model.fixture.ts";

const TEXTS = ["one", "two", "three", "four"];
const LONG_AGO = "2020-01-01T00:00:00Z";
const NOTHING_NOTED: ReadonlySet<string> = new Set();

/** An answer without its time, for comparison. */
function timeless(body: unknown): unknown {
  return typeof body === "object" && body !== null ? { ...body, created: 0 } : body;
}

test.each(FORMATS)(
  "%s: a batch's answers are those of live calls, in whatever order they come",
  async (format) => {
    await using server = await startModelServer({
      pricePerCallUsd: 0.5,
      batches: { reversed: true, endsAfterLooks: 2 },
    });
    const service = serviceAt(format, server.url);
    const requests = requestsFor(format, server.url, TEXTS);
    const id = await service.submit({ name: "scan-1", requests }, never);
    expect(await service.state(id, never)).toMatchObject({ ended: false, gone: false });
    const tooEarly = await caught(answersOf(service, id, requests));
    expect(tooEarly.message).toBe("the batch has not ended yet");
    expect(await service.state(id, never)).toMatchObject({ ended: true });

    const answers = await answersOf(service, id, requests);
    expect([...answers.keys()]).toEqual(TEXTS.map(unitFor).toReversed());
    expect(server.costUsd).toBe(1);
    expect(server.log.map((entry) => entry.batched)).toEqual(
      TEXTS.map((text) => ({ batch: id, unit: unitFor(text) })),
    );
    for (const request of requests) {
      const answer = answers.get(request.unit);
      if (answer === undefined || "lost" in answer) throw new Error("not answered");
      expect(answer.status).toBe(200);
      expect(timeless(answer.body)).toEqual(timeless(await liveResponse(request)));
    }
    expect(server.costUsd).toBe(3);
  },
);

test.each(FORMATS)(
  "%s: what our live client sends, its schema included, is taken as it is",
  async (format) => {
    const sent: PostponedRequest[] = [];
    await using server = await startModelServer({
      reply: ({ path, body }) => {
        sent.push({ unit: unitFor(`call ${sent.length}`), url: `${server.url}${path}`, body });
        return '{"verdict":"pass"}';
      },
    });
    const jsonSchema = {
      type: "object",
      properties: { verdict: { type: "string" } },
      required: ["verdict"],
      additionalProperties: false,
    };
    const output = { name: "verdict", version: 1, jsonSchema };
    const model = await servedModel(MODELS[format], server.url);
    const live = await model.complete(requestFor("Is this burnout?", { output }), never);
    expect(live.content).toBe('{"verdict":"pass"}');
    const requests = sent.slice();
    const service = serviceAt(format, server.url);
    const id = await service.submit({ name: "scan-1", requests }, never);
    const answers = await answersOf(service, id, requests);
    expect(answers.get(unitFor("call 0"))).toMatchObject({ status: 200 });
    expect(sent.map(({ body }) => body)).toEqual([requests[0]?.body, requests[0]?.body]);
    expect(JSON.stringify(requests[0]?.body)).toContain('"verdict"');
  },
);

test.each(FORMATS)(
  "%s: an error in a batch has the status of a live one, and the others are answered",
  async (format) => {
    await using server = await startModelServer({
      batches: {
        fates: [
          { textIncludes: "one", fate: "status-500" },
          { textIncludes: "two", fate: "rate-limit" },
          { textIncludes: "three", fate: "status-503" },
        ],
      },
    });
    const service = serviceAt(format, server.url);
    const [first, ...others] = requestsFor(format, server.url, [...TEXTS, "five"]);
    const faulty = { unit: unitFor("five"), url: first?.url ?? "", body: { model: "m" } };
    const requests = [first, ...others.slice(0, 3), faulty].filter((request) => request !== undefined);
    const id = await service.submit({ name: "scan-1", requests }, never);
    const answers = await answersOf(service, id, requests);
    const statusOf = (text: string) => answers.get(unitFor(text));
    // Anthropic's errors have a type in place of a status, and this one is any error of the server.
    expect(statusOf("one")).toMatchObject({ status: 500 });
    expect(statusOf("two")).toMatchObject({ status: 429 });
    expect(statusOf("three")).toMatchObject({ status: format === "anthropic" ? 529 : 503 });
    expect(statusOf("four")).toMatchObject({ status: 200 });
    expect(statusOf("five")).toMatchObject({ status: 400 });
    expect(JSON.stringify(statusOf("two"))).toContain("Rate limit reached");
  },
);

test.each(FORMATS)(
  "%s: what expired is lost as such, and what nobody mentions is missing",
  async (format) => {
    await using server = await startModelServer({
      pricePerCallUsd: 1,
      batches: {
        fates: [
          { textIncludes: "two", fate: "expired", times: 1 },
          { textIncludes: "three", fate: "missing" },
        ],
      },
    });
    const service = serviceAt(format, server.url);
    const requests = requestsFor(format, server.url, ["one", "two"]);
    const id = await service.submit({ name: "scan-1", requests }, never);
    const answers = await answersOf(service, id, requests);
    expect(answers.get(unitFor("one"))).toMatchObject({ status: 200 });
    expect(answers.get(unitFor("two"))).toMatchObject({ lost: "expired" });
    expect(server.costUsd).toBe(0.5);

    const again = requestsFor(format, server.url, ["two", "three"]);
    const second = await service.submit({ name: "scan-2", requests: again }, never);
    const later = await answersOf(service, second, again);
    expect(later.get(unitFor("two"))).toMatchObject({ status: 200 });
    expect(later.get(unitFor("three"))).toMatchObject({ lost: "missing" });
  },
);

test.each(FORMATS)(
  "%s: where a result cannot be read, nothing unmentioned is taken for free",
  async (format) => {
    await using server = await startModelServer({
      batches: {
        fates: [
          { textIncludes: "one", fate: "invalid-json" },
          { textIncludes: "two", fate: "expired" },
        ],
      },
    });
    const service = serviceAt(format, server.url);
    const requests = requestsFor(format, server.url, ["one", "two", "three"]);
    const id = await service.submit({ name: "scan-1", requests }, never);
    const answers = await answersOf(service, id, requests);
    expect(answers.get(unitFor("one"))).toEqual({
      unit: unitFor("one"),
      lost: "missing",
      said: "1 of the results could not be read",
    });
    // Google does not report which of its requests expired.
    expect(answers.get(unitFor("two"))).toMatchObject({ lost: format === "gemini" ? "missing" : "expired" });
    expect(answers.get(unitFor("three"))).toMatchObject({ status: 200 });
  },
);

test.each(["openai-chat", "gemini"] as const)("%s: a batch that is turned away says why", async (format) => {
  await using server = await startModelServer({
    batches: { turnedAway: `no such model, ${KEYS.OPENAI_API_KEY} ${KEYS.GEMINI_API_KEY}` },
  });
  const service = serviceAt(format, server.url);
  const requests = requestsFor(format, server.url, TEXTS);
  const id = await service.submit({ name: "scan-1", requests }, never);
  const { ended, said } = await service.state(id, never);
  expect(ended).toBe(true);
  expect(said).toBe("failed: no such model, [redacted] [redacted]");
  const answers = await answersOf(service, id, requests);
  expect([...answers.values()].map((answer) => "lost" in answer && answer.lost)).toEqual(
    TEXTS.map(() => "failed"),
  );
});

test.each(FORMATS)(
  "%s: a batch that the provider has forgotten is gone, and its answers are missing",
  async (format) => {
    await using server = await startModelServer();
    const service = serviceAt(format, server.url);
    const requests = requestsFor(format, server.url, ["one"]);
    expect(await service.state("batches/99", never)).toMatchObject({ ended: false, gone: true });
    const answers = await answersOf(service, "batches/99", requests);
    expect(answers.get(unitFor("one"))).toMatchObject({ lost: "missing" });
  },
);

test("results that are there no more make nothing expired that may have been billed", async () => {
  await using server = await startModelServer({
    batches: { filesAreGone: true, fates: [{ textIncludes: "two", fate: "expired" }] },
  });
  const service = serviceAt("openai-chat", server.url);
  const requests = requestsFor("openai-chat", server.url, ["one", "two"]);
  const id = await service.submit({ name: "scan-1", requests }, never);
  expect(await service.state(id, never)).toMatchObject({ ended: true, said: "expired, 2 of 2" });
  const answers = await answersOf(service, id, requests);
  expect([...answers.values()].map((answer) => "lost" in answer && answer.lost)).toEqual([
    "missing",
    "missing",
  ]);
});

async function submitOthers(format: BatchFormat, url: string, sizes: readonly number[]): Promise<void> {
  const service = serviceAt(format, url);
  for (const [index, size] of sizes.entries()) {
    const texts = Array.from({ length: size }, (_, number) => `another ${index}.${number}`);
    const requests = requestsFor(format, url, texts);
    await service.submit({ name: `another-${index}`, requests }, never);
  }
}

test.each(FORMATS)("%s: a batch whose id was lost is found among others, on a later page", async (format) => {
  await using server = await startModelServer({
    batches: { pageSize: 2, submissions: [null, null, "taken-then-reset"] },
  });
  await submitOthers(format, server.url, [4, 2]);
  const service = serviceAt(format, server.url);
  const requests = requestsFor(format, server.url, TEXTS);
  const wanted = { name: "scan-1", units: unitsOf(requests), since: LONG_AGO, noted: NOTHING_NOTED };
  expect(await service.find(wanted, never)).toBe(null);
  const error = await caught(service.submit({ name: "scan-1", requests }, never));
  expect(error).toBeInstanceOf(SubmissionUnknown);
  await submitOthers(format, server.url, [4, 3, 4]);

  const id = await service.find(wanted, never);
  expect(id).toBe(server.batches[2]?.id);
  const answers = await answersOf(service, id ?? "", requests);
  expect([...answers.values()].map((answer) => "status" in answer && answer.status)).toEqual(
    TEXTS.map(() => 200),
  );
  expect(await service.find({ ...wanted, noted: new Set([id ?? ""]) }, never)).toBe(null);
});

test("Anthropic's batches have no name: one of the right size that runs could be the lost one", async () => {
  await using server = await startModelServer({ batches: { endsAfterLooks: 2 } });
  await submitOthers("anthropic", server.url, [4, 3]);
  const service = serviceAt("anthropic", server.url);
  const requests = requestsFor("anthropic", server.url, TEXTS);
  const wanted = { name: "scan-1", units: unitsOf(requests), since: LONG_AGO, noted: NOTHING_NOTED };
  expect(await service.find(wanted, never)).toBe("unknown");
  expect(await service.find(wanted, never)).toBe("unknown");
  expect(await service.find(wanted, never)).toBe(null);
});

test("Anthropic's older batches are not looked at", async () => {
  await using server = await startModelServer();
  const service = serviceAt("anthropic", server.url);
  const requests = requestsFor("anthropic", server.url, TEXTS);
  const id = await service.submit({ name: "scan-1", requests }, never);
  const units = unitsOf(requests);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const justNow = new Date().toISOString();
  expect(await service.find({ name: "", units, since: inAnHour, noted: NOTHING_NOTED }, never)).toBe(null);
  expect(await service.find({ name: "", units, since: justNow, noted: NOTHING_NOTED }, never)).toBe(id);
});

test.each(FORMATS)("%s: a submission is in doubt unless it was certainly not taken", async (format) => {
  await using server = await startModelServer({
    batches: { submissions: ["taken-then-500", "refused-503", "refused-429"] },
  });
  const service = serviceAt(format, server.url);
  const batch = { name: "scan-1", requests: requestsFor(format, server.url, TEXTS) };
  expect(await caught(service.submit(batch, never))).toBeInstanceOf(SubmissionUnknown);
  expect(await caught(service.submit(batch, never))).toBeInstanceOf(SubmissionUnknown);
  expect(await caught(service.submit(batch, never))).toMatchObject({ kind: "rate_limited" });
  expect(server.batches).toHaveLength(1);
  const closed = await startModelServer();
  await closed.close();
  const elsewhere = { name: "scan-1", requests: requestsFor(format, closed.url, TEXTS) };
  const error = await caught(serviceAt(format, closed.url).submit(elsewhere, never));
  expect(error).toBeInstanceOf(AttemptError);
  expect(error).toMatchObject({ failure: { kind: "network", isUnreachable: true } });
});

test.each(FORMATS)("%s: a server that says nothing puts a submission in doubt", async (format) => {
  const server = createServer((incoming, response) => {
    // OpenAI accepts the file, and nothing more.
    if (incoming.url === "/v1/files") response.end('{"id":"file-1"}');
  });
  const { port, close } = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}`;
  const service = serviceAt(format, url, { timeoutMs: 100_000, clock: quickClock });
  const requests = requestsFor(format, url, ["one"]);
  const error = await caught(service.submit({ name: "scan-1", requests }, never));
  expect(error).toBeInstanceOf(SubmissionUnknown);
  expect(error.message).toBe("no answer within 100 s");
  expect(await caught(service.state("batches/1", never))).toMatchObject({ kind: "timeout" });
  await close();
});

test.each(FORMATS)(
  "%s: a wrong key and a redirect end everything, and no key is shown or sent on",
  async (format) => {
    await using server = await startModelServer({ apiKeys: ["another"] });
    const batch = { name: "scan-1", requests: requestsFor(format, server.url, TEXTS) };
    const refused = await caught(serviceAt(format, server.url).submit(batch, never));
    expect(refused).toBeInstanceOf(ProviderRefusedError);
    await using elsewhere = await productThatSays(200, {}, "{}");
    await using sending = await productThatSays(307, { location: `${elsewhere.url}/v1` }, "");
    const requests = requestsFor(format, sending.url, TEXTS);
    const redirected = await caught(
      serviceAt(format, sending.url).submit({ name: "scan-1", requests }, never),
    );
    expect(redirected).toMatchObject({ code: "IB_PROVIDER_REDIRECTED" });
    expect(elsewhere.requests).toEqual([]);
    for (const key of Object.values(KEYS)) expect(shownOf(refused) + shownOf(redirected)).not.toContain(key);
  },
);

test("results on another host are not fetched, and no key goes there", async () => {
  await using elsewhere = await productThatSays(200, {}, "{}");
  await using server = await startModelServer({ batches: { resultsOrigin: elsewhere.url } });
  const service = serviceAt("anthropic", server.url);
  const requests = requestsFor("anthropic", server.url, TEXTS);
  const id = await service.submit({ name: "scan-1", requests }, never);
  const error = await caught(answersOf(service, id, requests));
  expect(error).toMatchObject({ code: "IB_OTHER_HOST" });
  expect(error.message).toContain(`the call would go to ${new URL(elsewhere.url).host}`);
  const wanted = { name: "scan-1", units: unitsOf(requests), since: LONG_AGO, noted: NOTHING_NOTED };
  expect(await caught(service.find(wanted, never))).toMatchObject({ code: "IB_OTHER_HOST" });
  expect(elsewhere.requests).toEqual([]);
});

const MEBIBYTE = 2 ** 20;

/** Serves an ended Anthropic batch with these results. */
async function resultsServer(write: (send: (text: string) => Promise<void>) => Promise<void>) {
  const server = createServer(async (incoming, response) => {
    if (incoming.url?.endsWith("/results")) {
      await write((text) => new Promise((resolve) => response.write(text, () => resolve())));
      response.end();
      return;
    }
    const counts = { processing: 0, succeeded: 1, errored: 0, canceled: 0, expired: 0 };
    const results = `http://${incoming.headers.host}/results`;
    response.end(
      JSON.stringify({
        id: "msgbatch_1",
        processing_status: "ended",
        created_at: LONG_AGO,
        results_url: results,
        request_counts: counts,
      }),
    );
  });
  const { port, close } = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

const succeeded = (text: string, message: unknown) =>
  `${JSON.stringify({ custom_id: unitFor(text), result: { type: "succeeded", message } })}\n`;

test("results may be larger than any live response, but no line of them", async () => {
  await using server = await resultsServer(async (send) => {
    for (const text of ["a", "b", "c"]) await send(succeeded(text, "x".repeat(5 * MEBIBYTE)));
    await send(succeeded("d", "x".repeat(9 * MEBIBYTE)));
    // The last line needs no end.
    await send(succeeded("e", "the last").trimEnd());
  });
  const service = serviceAt("anthropic", server.url);
  const requests = requestsFor("anthropic", server.url, ["a", "b", "c", "d", "e"]);
  const answers = await answersOf(service, "msgbatch_1", requests);
  expect([...answers.values()].map((answer) => ("lost" in answer ? answer.lost : answer.status))).toEqual([
    200,
    200,
    200,
    200,
    "missing",
  ]);
  expect(answers.get(unitFor("d"))).toMatchObject({ lost: "missing" });
});

test("foreign results and second ones are passed over", async () => {
  await using server = await resultsServer(async (send) => {
    await send(succeeded("foreign", "no") + succeeded("a", "first") + succeeded("a", "second"));
  });
  const service = serviceAt("anthropic", server.url);
  const answers = await answersOf(service, "msgbatch_1", requestsFor("anthropic", server.url, ["a"]));
  expect([...answers.values()]).toEqual([{ unit: unitFor("a"), status: 200, body: "first" }]);
});

test("the server in a process of its own keeps the batches of clients that are gone", async () => {
  await using server = await startModelServerProcess({ batches: { submissions: ["taken-then-reset"] } });
  const requests = requestsFor("openai-chat", server.url, TEXTS);
  const gone = serviceAt("openai-chat", server.url);
  expect(await caught(gone.submit({ name: "scan-1", requests }, never))).toBeInstanceOf(SubmissionUnknown);
  const units = unitsOf(requests);
  const service = serviceAt("openai-chat", server.url);
  const id = await service.find({ name: "scan-1", units, since: LONG_AGO, noted: NOTHING_NOTED }, never);
  const [batch] = await server.readBatches();
  expect(batch).toMatchObject({ id, name: "scan-1" });
  expect((await answersOf(service, id ?? "", requests)).size).toBe(4);
});

test("an interruption is an interruption, whatever was under way", async () => {
  await using server = await startModelServer();
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  const service = serviceAt("gemini", server.url);
  await expect(service.state("batches/1", stop.signal)).rejects.toThrow("enough");
});

test("who offers no batches, and who has no key, is told so before anything is sent", () => {
  const context = { provenance: ALL_OWN, endpoints: {}, clock: quickClock, timeoutMs: 1000 };
  const environment = addressesAt("http://127.0.0.1:1");
  for (const model of [MODELS.openrouter, "ollama/llama3", "nobody/knows"]) {
    expect(() => openBatchService(model, { ...context, environment: { ...environment, ...KEYS } })).toThrow(
      expect.objectContaining({ code: "IB_NO_BATCH_SERVICE" }),
    );
  }
  expect(() => openBatchService(MODELS.gemini, { ...context, environment })).toThrow(
    expect.objectContaining({ code: "IB_NO_KEY" }),
  );
});
