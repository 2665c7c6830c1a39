/** Google's batches: requests and responses are parts of the batch itself, which is a long-running operation. */
import * as z from "zod";
import type { ProviderSettings } from "../provider-settings.ts";
import type { BatchConnection } from "./batch-connection.ts";
import {
  answerForEach,
  assertEnded,
  type BatchAnswer,
  type BatchService,
  GONE,
  type PostponedRequest,
} from "./batch-service.ts";

const Status = z.looseObject({ code: z.number().nullish(), message: z.string().nullish() });

const Output = z.object({
  inlinedResponses: z.object({ inlinedResponses: z.array(z.unknown()) }).nullish(),
});

const Operation = z.object({
  name: z.string().regex(/^batches\/[^/?#]+$/),
  done: z.boolean().nullish(),
  error: Status.nullish(),
  metadata: z.object({ state: z.string(), output: Output.nullish() }).partial().nullish(),
  response: Output.nullish(),
});
type Operation = z.infer<typeof Operation>;

/** Reads only the fields that other users' batches also have. */
const Page = z.object({
  operations: z
    .array(
      z.object({ name: z.string(), metadata: z.object({ displayName: z.string() }).partial().nullish() }),
    )
    .nullish(),
  nextPageToken: z.string().nullish(),
});

const InlinedResponse = z.object({
  metadata: z.object({ key: z.string() }),
  response: z.unknown().optional(),
  error: Status.nullish(),
});

/** List entries include their responses, so pages stay short. */
const PAGE_SIZE = 10;
const LARGEST_OPERATION_BYTES = 256 * 2 ** 20;
const ENDED = new Set(["SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"]);
const CANCELLED = 1;

/** Maps each of Google's codes to the status of a live call. */
const STATUSES: Readonly<Record<number, number>> = {
  3: 400,
  4: 504,
  5: 404,
  7: 403,
  8: 429,
  9: 400,
  11: 400,
  14: 503,
  16: 401,
};

/** Google allows 20 MB for inline requests. The number of requests is our own limit. */
const LIMITS = { requests: 10_000, bytes: 16_000_000 };

export function googleBatches(connection: BatchConnection, { baseUrl }: ProviderSettings): BatchService {
  const retrieve = (id: string, signal: AbortSignal) => {
    const path = id.split("/").map(encodeURIComponent).join("/");
    return connection.askIfThere(`${baseUrl}/${path}`, Operation, signal, LARGEST_OPERATION_BYTES);
  };
  return {
    limits: LIMITS,
    async submit({ name, requests }, signal) {
      const inlined = requests.map(({ unit, body }) => ({ request: body, metadata: { key: unit } }));
      const batch = { displayName: name, inputConfig: { requests: { requests: inlined } } };
      const request = { url: addressOf(requests, baseUrl), body: JSON.stringify({ batch }) };
      return (await connection.create(request, Operation, signal)).name;
    },
    async find({ name, noted }, signal) {
      const first = `${baseUrl}/batches?pageSize=${PAGE_SIZE}`;
      const nextOf = ({ nextPageToken: token }: z.infer<typeof Page>) =>
        token ? `${first}&pageToken=${encodeURIComponent(token)}` : undefined;
      for await (const page of connection.pages(first, Page, nextOf, signal, LARGEST_OPERATION_BYTES)) {
        const found = page.operations?.find(
          (operation) => operation.metadata?.displayName === name && !noted.has(operation.name),
        );
        if (found !== undefined) return found.name;
      }
      return null;
    },
    async state(id, signal) {
      const operation = await retrieve(id, signal);
      if (operation === undefined) return GONE;
      const ended = ENDED.has(stateOf(operation));
      return { ended, gone: false, said: connection.say(describe(operation)) };
    },
    async *answers({ id, units }, signal) {
      const operation = await retrieve(id, signal);
      assertEnded(operation === undefined || ENDED.has(stateOf(operation)));
      const output = operation?.response ?? operation?.metadata?.output;
      const responses = output?.inlinedResponses?.inlinedResponses ?? [];
      const told = async function* () {
        for (const response of responses) yield toAnswer(response, connection);
      };
      yield* answerForEach(units, told(), {
        lost: operation === undefined ? "missing" : lostBy(stateOf(operation)),
        said: operation === undefined ? GONE.said : connection.say(describe(operation)),
      });
    },
  };
}

/** Returns the batch address. It contains the model, so all requests must be for one model. */
function addressOf(requests: readonly PostponedRequest[], baseUrl: string): string {
  const urls = new Set(requests.map(({ url }) => url));
  const [url = ""] = urls;
  if (urls.size !== 1 || !url.startsWith(`${baseUrl}/`) || !url.endsWith(":generateContent")) {
    throw new Error(`not one model's generateContent at ${baseUrl}: ${url}`);
  }
  return url.replace(/:generateContent$/, ":batchGenerateContent");
}

/** Returns the state without its prefix, of which there are two. */
function stateOf({ done, error, metadata }: Operation): string {
  if (error) return error.code === CANCELLED ? "CANCELLED" : "FAILED";
  return metadata?.state?.replace(/^(BATCH|JOB)_STATE_/, "") ?? (done ? "SUCCEEDED" : "PENDING");
}

function describe(operation: Operation): string {
  const problem = operation.error?.message;
  return `${stateOf(operation).toLowerCase()}${problem ? `: ${problem}` : ""}`;
}

function lostBy(state: string): "expired" | "cancelled" | "failed" | "missing" {
  if (state === "EXPIRED") return "expired";
  if (state === "CANCELLED") return "cancelled";
  return state === "FAILED" ? "failed" : "missing";
}

function toAnswer(inlined: unknown, connection: BatchConnection): BatchAnswer | undefined {
  const parsed = InlinedResponse.safeParse(inlined);
  if (!parsed.success) return undefined;
  const { metadata, response, error } = parsed.data;
  const unit = metadata.key;
  if (!error) {
    if (response !== undefined && response !== null) return { unit, status: 200, body: response };
    return { unit, lost: "missing", said: "neither a response nor an error" };
  }
  const code = error.code ?? 0;
  if (code === CANCELLED) return { unit, lost: "cancelled", said: connection.say(error.message ?? "") };
  // Some errors use the status itself as their code.
  const status = code >= 400 && code <= 599 ? code : (STATUSES[code] ?? 500);
  return { unit, status, body: { error } };
}
