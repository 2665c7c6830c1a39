/** Anthropic's message batches. They carry no name, so a lost one is recognised by the units in its results. */
import * as z from "zod";
import type { ProviderSettings } from "../provider-settings.ts";
import type { BatchConnection } from "./batch-connection.ts";
import {
  answerForEach,
  assertEnded,
  type BatchAnswer,
  type BatchService,
  GONE,
  type UnrecordedBatch,
} from "./batch-service.ts";

const Batch = z.object({
  id: z.string().min(1),
  processing_status: z.string(),
  created_at: z.string(),
  /** Address named by the server; the network layer refuses any other origin. */
  results_url: z.url().nullish(),
  request_counts: z.object({
    processing: z.number(),
    succeeded: z.number(),
    errored: z.number(),
    canceled: z.number(),
    expired: z.number(),
  }),
});
type Batch = z.infer<typeof Batch>;

const Page = z.object({ data: z.array(Batch), has_more: z.boolean().nullish() });

const ResultLine = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion("type", [
    z.object({ type: z.literal("succeeded"), message: z.unknown() }),
    z.object({
      type: z.literal("errored"),
      error: z.looseObject({ error: z.looseObject({ type: z.string() }) }),
    }),
    z.object({ type: z.literal("canceled") }),
    z.object({ type: z.literal("expired") }),
  ]),
});

/** Maps each kind of error to the status of a live call. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

const CUSTOM_ID = /^[a-zA-Z0-9_-]{1,64}$/;
const PAGE_SIZE = 100;
/** Tolerance between the provider's clock and ours. */
const CLOCK_DIFFERENCE_MS = 600_000;

/** Anthropic allows 256 MB. A batch is held in memory as a whole, so it stays smaller. */
const LIMITS = { requests: 100_000, bytes: 50_000_000 };

export function anthropicBatches(connection: BatchConnection, { baseUrl }: ProviderSettings): BatchService {
  const address = `${baseUrl}/messages/batches`;
  const retrieve = (id: string, signal: AbortSignal) =>
    connection.askIfThere(`${address}/${encodeURIComponent(id)}`, Batch, signal);

  /** Whether all readable results are ours. If none are readable, the batch could not give an answer either. */
  const holds = async (url: string, units: ReadonlySet<string>, signal: AbortSignal) => {
    let isOurs = false;
    for await (const line of connection.lines(url, signal)) {
      const parsed = ResultLine.pick({ custom_id: true }).safeParse(line);
      if (!parsed.success) continue;
      isOurs = units.has(parsed.data.custom_id);
      if (!isOurs) return false;
    }
    return isOurs;
  };

  /** Newest first. */
  async function* createdSince(since: string, signal: AbortSignal): AsyncGenerator<Batch> {
    const earliestMs = Date.parse(since) - CLOCK_DIFFERENCE_MS;
    const first = `${address}?limit=${PAGE_SIZE}`;
    const nextOf = ({ data, has_more }: z.infer<typeof Page>) => {
      const last = has_more === true ? data.at(-1) : undefined;
      return last && `${first}&after_id=${encodeURIComponent(last.id)}`;
    };
    for await (const { data } of connection.pages(first, Page, nextOf, signal)) {
      for (const batch of data) {
        if (Date.parse(batch.created_at) < earliestMs) return;
        yield batch;
      }
    }
  }

  return {
    limits: LIMITS,
    async submit({ requests }, signal) {
      const body = JSON.stringify({
        requests: requests.map(({ unit, body: params }) => ({ custom_id: customId(unit), params })),
      });
      return (await connection.create({ url: address, body }, Batch, signal)).id;
    },
    async find({ units, since, noted }: UnrecordedBatch, signal) {
      let isAnyRunning = false;
      for await (const batch of createdSince(since, signal)) {
        if (noted.has(batch.id) || sizeOf(batch) !== units.size) continue;
        if (batch.processing_status !== "ended") isAnyRunning = true;
        else if (batch.results_url && (await holds(batch.results_url, units, signal))) return batch.id;
      }
      return isAnyRunning ? "unknown" : null;
    },
    async state(id, signal) {
      const batch = await retrieve(id, signal);
      if (batch === undefined) return GONE;
      const { processing } = batch.request_counts;
      const size = sizeOf(batch);
      const said = connection.say(`${batch.processing_status}, ${size - processing} of ${size}`);
      return { ended: batch.processing_status === "ended", gone: false, said };
    },
    async *answers({ id, units }, signal) {
      const batch = await retrieve(id, signal);
      assertEnded(batch === undefined || batch.processing_status === "ended");
      const url = batch?.results_url;
      const told = async function* () {
        if (url) for await (const line of connection.lines(url, signal)) yield toAnswer(line);
      };
      const said = url ? "not among the results" : "the results are not there any more";
      yield* answerForEach(units, told(), { lost: "missing", said });
    },
  };
}

function customId(unit: string): string {
  if (!CUSTOM_ID.test(unit)) throw new Error(`Anthropic takes no such id: ${unit}`);
  return unit;
}

function sizeOf({ request_counts: counts }: Batch): number {
  return counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired;
}

function toAnswer(line: unknown): BatchAnswer | undefined {
  const parsed = ResultLine.safeParse(line);
  if (!parsed.success) return undefined;
  const { custom_id: unit, result } = parsed.data;
  switch (result.type) {
    case "succeeded":
      return { unit, status: 200, body: result.message };
    case "errored":
      return { unit, status: STATUSES.get(result.error.error.type) ?? 500, body: result.error };
    case "canceled":
      return { unit, lost: "cancelled" };
    case "expired":
      return { unit, lost: "expired" };
  }
}
