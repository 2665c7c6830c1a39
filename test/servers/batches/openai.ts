import * as z from "zod";
import type { BatchResult, BatchStore, StoredBatch } from "../batch-store.ts";
import { openaiChat } from "../formats/openai-chat.ts";
import type { BatchCall, BatchRoutes } from "../handle-batch-request.ts";

const PATH = /^\/v1\/(files|batches)(?:\/([^/]+)(\/content)?)?$/;

const Wish = z.strictObject({
  input_file_id: z.string(),
  endpoint: z.literal("/v1/chat/completions"),
  completion_window: z.literal("24h"),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
});

const Line = z.strictObject({
  custom_id: z.string().min(1),
  method: z.literal("POST"),
  url: z.string(),
  body: z.unknown(),
});

const protocol = openaiChat("openai-chat");

/** OpenAI's files, as far as batches need them, and its batches. */
export const openaiBatchRoutes: BatchRoutes = {
  protocol,
  claims: (_method, path) => PATH.test(path),
  submits: ({ method, url }) => method === "POST" && url.pathname === "/v1/batches",
  async respond(call, store) {
    const [, kind, id, content] = PATH.exec(call.url.pathname) ?? [];
    if (kind === "files") {
      if (call.method === "POST") return { status: 200, body: await takeFile(call, store) };
      return content === undefined ? null : contentOf(decodeURIComponent(id ?? ""), store);
    }
    if (call.method === "POST") return { status: 200, body: await takeBatch(call, store) };
    if (id === undefined) return { status: 200, body: listBatches(call, store) };
    const batch = store.look(decodeURIComponent(id));
    return batch === undefined ? null : { status: 200, body: batchObject(batch, store) };
  },
};

async function takeFile({ headers, body }: BatchCall, store: BatchStore) {
  const type = headers["content-type"] ?? "";
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  z.literal("batch").parse(form.get("purpose"));
  const file = z.instanceof(File).parse(form.get("file"));
  const id = `file-${store.files.size + 1}`;
  store.files.set(id, await file.text());
  return { id, object: "file", bytes: file.size, filename: file.name, purpose: "batch", status: "processed" };
}

async function takeBatch({ headers, body }: BatchCall, store: BatchStore) {
  const wish = Wish.parse(JSON.parse(body.toString("utf8")));
  const lines = z.string({ error: "no such file" }).parse(store.files.get(wish.input_file_id));
  const requests = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Line.parse(JSON.parse(line)))
    .map(({ custom_id: unit, url: path, body: asked }) => ({ unit, path, body: asked }));
  const name = wish.metadata?.["invisiblebench"] ?? null;
  const batch = await store.submit("batch_", { protocol, name, requests, headers });
  return batchObject(batch, store, wish.metadata ?? null);
}

function listBatches({ url: { searchParams } }: BatchCall, store: BatchStore) {
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .parse(searchParams.get("limit") ?? 20);
  const { page, hasMore } = store.list(protocol.format, searchParams.get("after"), limit);
  return {
    object: "list",
    data: page.map((batch) => batchObject(batch, store)),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}

function batchObject(
  batch: StoredBatch,
  store: BatchStore,
  metadata: Record<string, string> | null = batch.name === null ? null : { invisiblebench: batch.name },
) {
  const { id, createdMs, results } = batch;
  const status = statusOf(batch, store);
  const { turnedAway } = store.behaviour;
  const hasFiles = status !== "in_progress" && status !== "failed";
  const problem = { code: "invalid_request", message: turnedAway, line: null, param: null };
  return {
    id,
    object: "batch",
    endpoint: "/v1/chat/completions",
    errors: status === "failed" ? { object: "list", data: [problem] } : null,
    input_file_id: "file-of-requests",
    completion_window: "24h",
    status,
    output_file_id: hasFiles && results.some(isOutput) ? `${id}.output` : null,
    error_file_id: hasFiles && results.some(isError) ? `${id}.errors` : null,
    created_at: Math.floor(createdMs / 1000),
    expires_at: Math.floor(createdMs / 1000) + 86_400,
    request_counts: {
      total: results.length,
      completed: hasFiles ? results.filter(isOutput).length : 0,
      failed: hasFiles ? results.filter(isError).length : 0,
    },
    metadata,
  };
}

function statusOf(batch: StoredBatch, store: BatchStore) {
  if (!store.hasEnded(batch)) return "in_progress";
  if (store.behaviour.turnedAway !== undefined) return "failed";
  if (batch.results.some(({ outcome }) => outcome === "expired")) return "expired";
  return batch.results.some(({ outcome }) => outcome === "cancelled") ? "cancelled" : "completed";
}

function isOutput({ outcome }: BatchResult): boolean {
  return outcome === "unreadable" || (typeof outcome === "object" && outcome.status === 200);
}

function isError(result: BatchResult): boolean {
  return result.outcome !== "missing" && !isOutput(result);
}

function contentOf(file: string, store: BatchStore): string | null {
  const [, id, kind] = /^(.*)\.(output|errors)$/.exec(file) ?? [];
  const batch = store.batches.find((each) => each.id === id);
  if (batch === undefined || !store.hasEnded(batch) || store.behaviour.filesAreGone) return null;
  const lines = batch.results.filter(kind === "output" ? isOutput : isError).map(resultLine);
  return lines.map((line) => `${line}\n`).join("");
}

function resultLine({ unit, outcome }: BatchResult): string {
  const line = { id: `batch_req_${unit.slice(0, 12)}`, custom_id: unit };
  if (typeof outcome === "object") {
    const response = { status_code: outcome.status, request_id: "req_local", body: outcome.body };
    return JSON.stringify({ ...line, response, error: null });
  }
  if (outcome === "unreadable") return `{"custom_id":"${unit}","resp`;
  const error = { code: `batch_${outcome}`, message: "This request could not be executed in time." };
  return JSON.stringify({ ...line, response: null, error });
}
