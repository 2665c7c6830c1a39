import * as z from "zod";
import type { BatchResult, BatchStore, StoredBatch } from "../batch-store.ts";
import { anthropic } from "../formats/anthropic.ts";
import type { BatchCall, BatchRoutes } from "../handle-batch-request.ts";

const PATH = /^\/v1\/messages\/batches(?:\/([^/]+)(\/results)?)?$/;

const Wish = z.strictObject({
  requests: z
    .array(z.strictObject({ custom_id: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), params: z.unknown() }))
    .min(1),
});

/** Anthropic's message batches. */
export const anthropicBatchRoutes: BatchRoutes = {
  protocol: anthropic,
  claims: (_method, path) => PATH.test(path),
  submits: ({ method }) => method === "POST",
  async respond(call, store) {
    const [, id, results] = PATH.exec(call.url.pathname) ?? [];
    if (call.method === "POST") {
      const { requests } = Wish.parse(JSON.parse(call.body.toString("utf8")));
      const batch = await store.submit("msgbatch_", {
        protocol: anthropic,
        name: null,
        requests: requests.map(({ custom_id: unit, params: body }) => ({ unit, path: "/v1/messages", body })),
        headers: call.headers,
      });
      return { status: 200, body: batchObject(batch, call, store) };
    }
    if (id === undefined) return { status: 200, body: listBatches(call, store) };
    if (results !== undefined) {
      const batch = store.batches.find((each) => each.id === decodeURIComponent(id));
      return batch === undefined || !store.hasEnded(batch) ? null : resultsOf(batch);
    }
    const batch = store.look(decodeURIComponent(id));
    return batch === undefined ? null : { status: 200, body: batchObject(batch, call, store) };
  },
};

function listBatches(call: BatchCall, store: BatchStore) {
  const { searchParams } = call.url;
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .parse(searchParams.get("limit") ?? 20);
  const { page, hasMore } = store.list(anthropic.format, searchParams.get("after_id"), limit);
  return {
    data: page.map((batch) => batchObject(batch, call, store)),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}

function batchObject(batch: StoredBatch, { origin }: BatchCall, store: BatchStore) {
  const { id, createdMs, results } = batch;
  const hasEnded = store.hasEnded(batch);
  const count = (type: string) => results.filter((result) => hasEnded && typeOf(result) === type).length;
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    id,
    type: "message_batch",
    processing_status: hasEnded ? "ended" : "in_progress",
    request_counts: {
      processing: hasEnded ? 0 : results.length,
      succeeded: count("succeeded"),
      errored: count("errored"),
      canceled: count("canceled"),
      expired: count("expired"),
    },
    created_at: at(createdMs),
    expires_at: at(createdMs + 86_400_000),
    ended_at: hasEnded ? at(createdMs) : null,
    archived_at: null,
    cancel_initiated_at: null,
    results_url: hasEnded
      ? `${store.behaviour.resultsOrigin ?? origin}/v1/messages/batches/${id}/results`
      : null,
  };
}

/** Missing or damaged results were counted as answered, as by a provider that lost them later. */
function typeOf({ outcome }: BatchResult): "succeeded" | "errored" | "canceled" | "expired" {
  if (outcome === "expired") return "expired";
  if (outcome === "cancelled") return "canceled";
  return typeof outcome === "string" || outcome.status === 200 ? "succeeded" : "errored";
}

function resultsOf({ results }: StoredBatch): string {
  const shown = results.filter(({ outcome }) => outcome !== "missing");
  return shown.map((result) => `${resultLine(result)}\n`).join("");
}

function resultLine(result: BatchResult): string {
  const { unit, outcome } = result;
  if (outcome === "unreadable") return `{"custom_id":"${unit}","res`;
  const type = typeOf(result);
  const body = typeof outcome === "string" ? null : outcome.body;
  const said = type === "succeeded" ? { message: body } : type === "errored" ? { error: body } : {};
  return JSON.stringify({ custom_id: unit, result: { type, ...said } });
}
