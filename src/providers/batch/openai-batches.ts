/** OpenAI's batches: a file of requests is uploaded, and files of results and errors are downloaded. */
import * as z from "zod";
import type { ProviderSettings } from "../provider-settings.ts";
import type { BatchConnection } from "./batch-connection.ts";
import { answerForEach, assertEnded, type BatchAnswer, type BatchService, GONE } from "./batch-service.ts";

const File = z.object({ id: z.string().min(1) });

const Batch = z.object({
  id: z.string().min(1),
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  errors: z.object({ data: z.array(z.object({ message: z.string().nullish() })).nullish() }).nullish(),
  request_counts: z
    .object({ total: z.number(), completed: z.number(), failed: z.number() })
    .partial()
    .nullish(),
});

/** Reads only the fields that other users' batches also have. */
const Page = z.object({
  data: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullish() })),
  has_more: z.boolean().nullish(),
});

const ResultLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.int().min(200).max(599), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

/** The metadata key that holds our name for a batch. */
const NAME_KEY = "invisiblebench";
const PAGE_SIZE = 100;
const ENDED = new Set(["completed", "failed", "expired", "cancelled"]);

/** OpenAI allows 200 MB. A batch is held in memory as a whole: 50 MB takes the process to about 470 MB. */
const LIMITS = { requests: 50_000, bytes: 50_000_000 };

export function openaiBatches(connection: BatchConnection, { baseUrl }: ProviderSettings): BatchService {
  const retrieve = (id: string, signal: AbortSignal) =>
    connection.askIfThere(`${baseUrl}/batches/${encodeURIComponent(id)}`, Batch, signal);
  return {
    limits: LIMITS,
    async submit({ name, requests }, signal) {
      const endpoint = endpointOf(requests, baseUrl);
      const lines = requests.map(({ unit, body }) =>
        JSON.stringify({ custom_id: unit, method: "POST", url: endpoint, body }),
      );
      // A file left over after a failure costs nothing.
      const file = await connection.ask(
        { url: `${baseUrl}/files`, ...(await asForm(`${lines.join("\n")}\n`, `${name}.jsonl`)) },
        File,
        signal,
      );
      const wish = {
        input_file_id: file.id,
        endpoint,
        completion_window: "24h",
        metadata: { [NAME_KEY]: name },
      };
      const request = { url: `${baseUrl}/batches`, body: JSON.stringify(wish) };
      return (await connection.create(request, Batch, signal)).id;
    },
    async find({ name, noted }, signal) {
      const first = `${baseUrl}/batches?limit=${PAGE_SIZE}`;
      const nextOf = ({ data, has_more }: z.infer<typeof Page>) => {
        const last = has_more === true ? data.at(-1) : undefined;
        return last && `${first}&after=${encodeURIComponent(last.id)}`;
      };
      for await (const { data } of connection.pages(first, Page, nextOf, signal)) {
        const found = data.find(({ id, metadata }) => metadata?.[NAME_KEY] === name && !noted.has(id));
        if (found !== undefined) return found.id;
      }
      return null;
    },
    async state(id, signal) {
      const batch = await retrieve(id, signal);
      if (batch === undefined) return GONE;
      return { ended: ENDED.has(batch.status), gone: false, said: connection.say(describe(batch)) };
    },
    async *answers({ id, units }, signal) {
      const batch = await retrieve(id, signal);
      assertEnded(batch === undefined || ENDED.has(batch.status));
      const files = [batch?.output_file_id, batch?.error_file_id].filter((file) => typeof file === "string");
      const told = async function* () {
        for (const file of files) {
          const url = `${baseUrl}/files/${encodeURIComponent(file)}/content`;
          for await (const line of connection.lines(url, signal)) yield toAnswer(line, connection);
        }
      };
      yield* answerForEach(units, told(), {
        lost: lostBy(batch?.status),
        said: batch === undefined ? GONE.said : connection.say(describe(batch)),
      });
    },
  };
}

/** Returns the one endpoint of all requests, in OpenAI's terms, without the base address. */
function endpointOf(requests: readonly { readonly url: string }[], baseUrl: string): string {
  const urls = new Set(requests.map(({ url }) => url));
  const [url = ""] = urls;
  if (urls.size !== 1 || !url.startsWith(baseUrl)) throw new Error(`not one endpoint of ${baseUrl}: ${url}`);
  return `/v1${url.slice(baseUrl.length)}`;
}

async function asForm(text: string, fileName: string) {
  const form = new FormData();
  form.append("purpose", "batch");
  form.append("file", new Blob([text], { type: "application/jsonl" }), fileName);
  const packed = new Response(form);
  const contentType = packed.headers.get("content-type") ?? "multipart/form-data";
  return { body: new Uint8Array(await packed.arrayBuffer()), contentType };
}

function describe({ status, errors, request_counts: counts }: z.infer<typeof Batch>): string {
  const problem = errors?.data?.find(({ message }) => message)?.message;
  const done = (counts?.completed ?? 0) + (counts?.failed ?? 0);
  const progress = counts?.total ? `, ${done} of ${counts.total}` : "";
  return problem ? `${status}: ${problem}` : `${status}${progress}`;
}

/**
 * Expired and cancelled requests have a line that says so. For a request without a line it is unknown whether it was
 * billed.
 */
function lostBy(status: string | undefined): "failed" | "missing" {
  return status === "failed" ? status : "missing";
}

function toAnswer(line: unknown, connection: BatchConnection): BatchAnswer | undefined {
  const parsed = ResultLine.safeParse(line);
  if (!parsed.success) return undefined;
  const { custom_id: unit, response, error } = parsed.data;
  if (response) return { unit, status: response.status_code, body: response.body };
  const said = connection.say(error?.message ?? "neither a response nor an error");
  if (error?.code === "batch_expired") return { unit, lost: "expired", said };
  if (error?.code === "batch_cancelled") return { unit, lost: "cancelled", said };
  if (!error) return { unit, lost: "missing", said };
  return { unit, status: error.code === "request_timeout" ? 408 : 500, body: { error } };
}
