import * as z from "zod";
import type { BatchResult, BatchStore, StoredBatch } from "../batch-store.ts";
import { gemini } from "../formats/gemini.ts";
import type { BatchCall, BatchRoutes } from "../handle-batch-request.ts";

const CREATE = /^\/v1beta\/(models\/[^/]+):batchGenerateContent$/;
const PATH = /^\/v1beta\/batches(?:\/([^/]+))?$/;

const Wish = z.strictObject({
  batch: z.strictObject({
    displayName: z.string().min(1),
    inputConfig: z.strictObject({
      requests: z.strictObject({
        requests: z
          .array(z.strictObject({ request: z.unknown(), metadata: z.object({ key: z.string().min(1) }) }))
          .min(1),
      }),
    }),
  }),
});

/** The code that stands for a status where there is no HTTP. */
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  429: 8,
  500: 13,
  503: 14,
  504: 4,
};

/** Google's batches with the requests in them. */
export const geminiBatchRoutes: BatchRoutes = {
  protocol: gemini,
  claims: (method, path) => (method === "POST" ? CREATE.test(path) : PATH.test(path)),
  submits: ({ method }) => method === "POST",
  async respond(call, store) {
    if (call.method === "POST") return { status: 200, body: await takeBatch(call, store) };
    const [, id] = PATH.exec(call.url.pathname) ?? [];
    if (id === undefined) return { status: 200, body: listBatches(call, store) };
    const batch = store.look(`batches/${id}`);
    return batch === undefined ? null : { status: 200, body: operation(batch, store) };
  },
};

async function takeBatch({ url, body, headers }: BatchCall, store: BatchStore) {
  const [, model] = CREATE.exec(url.pathname) ?? [];
  const { batch: wish } = Wish.parse(JSON.parse(body.toString("utf8")));
  const batch = await store.submit("batches/", {
    protocol: gemini,
    name: wish.displayName,
    requests: wish.inputConfig.requests.requests.map(({ request, metadata }) => ({
      unit: metadata.key,
      path: `/v1beta/${model}:generateContent`,
      body: request,
    })),
    headers,
  });
  return operation(batch, store);
}

function listBatches({ url: { searchParams } }: BatchCall, store: BatchStore) {
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .parse(searchParams.get("pageSize") ?? 20);
  const { page, hasMore } = store.list(gemini.format, searchParams.get("pageToken"), limit);
  return {
    operations: page.map((batch) => operation(batch, store)),
    ...(hasMore ? { nextPageToken: page.at(-1)?.id } : {}),
  };
}

function operation(batch: StoredBatch, store: BatchStore) {
  const { id: name, name: displayName, createdMs, results } = batch;
  const state = stateOf(batch, store);
  const { turnedAway } = store.behaviour;
  const metadata = {
    "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
    displayName,
    createTime: new Date(createdMs).toISOString(),
    batchStats: { requestCount: String(results.length) },
    state: `BATCH_STATE_${state}`,
    name,
  };
  if (state === "RUNNING") return { name, metadata };
  if (state === "FAILED") return { name, metadata, done: true, error: { code: 3, message: turnedAway } };
  const inlinedResponses = { inlinedResponses: results.flatMap(inlinedResponse) };
  return { name, metadata, done: true, response: { inlinedResponses } };
}

function stateOf(batch: StoredBatch, store: BatchStore) {
  if (!store.hasEnded(batch)) return "RUNNING";
  if (store.behaviour.turnedAway !== undefined) return "FAILED";
  if (batch.results.some(({ outcome }) => outcome === "expired")) return "EXPIRED";
  return batch.results.some(({ outcome }) => outcome === "cancelled") ? "CANCELLED" : "SUCCEEDED";
}

const Failure = z.object({ error: z.looseObject({ message: z.string() }) });

function inlinedResponse({ unit, outcome }: BatchResult): readonly object[] {
  if (outcome === "unreadable") return [{ metadata: {} }];
  if (typeof outcome === "string") return [];
  const metadata = { key: unit };
  if (outcome.status === 200) return [{ metadata, response: outcome.body }];
  const { message } = Failure.parse(outcome.body).error;
  return [{ metadata, error: { code: CODES[outcome.status] ?? 2, message } }];
}
