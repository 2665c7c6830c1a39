import type { IncomingHttpHeaders } from "node:http";
import { createRandom } from "../../src/kernel/random.ts";
import { composeAnswer } from "./compose-answer.ts";
import { errorForFault } from "./error-for-fault.ts";
import type { FaultKind } from "./fault-kind.ts";
import type { Handling } from "./handle-request.ts";
import type { BatchBehaviour, BatchFate, ModelServerOptions } from "./model-server-options.ts";
import { readRequest } from "./read-request.ts";
import type { WireBody, WireProtocol } from "./wire-protocol.ts";
import type { WireRequest } from "./wire-request.ts";

/** A request of a batch, as it was submitted. */
export interface BatchedRequest {
  readonly unit: string;
  /** The path of the equivalent live call. */
  readonly path: string;
  readonly body: unknown;
}

/** Result of a request: a response like a live call's, or none. */
export interface BatchResult {
  readonly unit: string;
  readonly outcome: WireBody | "expired" | "cancelled" | "missing" | "unreadable";
}

export interface StoredBatch {
  readonly id: string;
  readonly format: WireProtocol["format"];
  /** The client's own name for it, if the format has one. */
  readonly name: string | null;
  readonly createdMs: number;
  looks: number;
  /** Known from the beginning, shown at the end; in the order in which they are shown. */
  readonly results: readonly BatchResult[];
}

interface Submission {
  readonly protocol: WireProtocol;
  readonly name: string | null;
  readonly requests: readonly BatchedRequest[];
  readonly headers: IncomingHttpHeaders;
}

/** Faults after which a result is there and cannot be read. */
const DAMAGE: readonly BatchFate[] = ["truncated-json", "invalid-json"];

/** The server's batches. Answers are composed as a live call's are, logged one by one, and billed at half the price. */
export class BatchStore {
  readonly batches: StoredBatch[] = [];
  /** Uploaded, by id. */
  readonly files = new Map<string, string>();
  readonly #handling: Handling;
  #submissions = 0;
  readonly #metFate = new Map<string, number>();

  constructor(handling: Handling) {
    this.#handling = handling;
  }

  get options(): ModelServerOptions {
    return this.#handling.options;
  }

  get behaviour(): BatchBehaviour {
    return this.options.batches ?? {};
  }

  /** The behaviour for the current submission. */
  nextSubmissionMeets(): NonNullable<BatchBehaviour["submissions"]>[number] {
    this.#submissions += 1;
    return this.behaviour.submissions?.[this.#submissions - 1] ?? null;
  }

  async submit(prefix: string, { protocol, name, requests, headers }: Submission): Promise<StoredBatch> {
    const id = `${prefix}${this.batches.length + 1}`;
    const results: BatchResult[] = [];
    for (const request of requests) results.push(await this.#answer(protocol, id, request, headers));
    if (this.behaviour.reversed) results.reverse();
    const batch = { id, format: protocol.format, name, createdMs: Date.now(), looks: 0, results };
    this.batches.push(batch);
    return batch;
  }

  /** Counts as a look. */
  look(id: string): StoredBatch | undefined {
    const batch = this.batches.find((each) => each.id === id);
    if (batch !== undefined) batch.looks += 1;
    return batch;
  }

  /** A page of those of a format, the newest first; counts as a look at each. */
  list(format: WireProtocol["format"], afterId: string | null, limit: number) {
    const all = this.batches.filter((each) => each.format === format).reverse();
    const start = afterId === null ? 0 : all.findIndex(({ id }) => id === afterId) + 1;
    const end = start + Math.min(limit, this.behaviour.pageSize ?? 100);
    const page = all.slice(start, end);
    for (const batch of page) batch.looks += 1;
    return { page, hasMore: end < all.length };
  }

  hasEnded(batch: StoredBatch): boolean {
    const { looks, createdMs } = batch;
    const { endsAfterLooks = 0, endsAfterMs = 0 } = this.behaviour;
    const needed =
      typeof endsAfterLooks === "number" ? endsAfterLooks : endsAfterLooks[this.batches.indexOf(batch)];
    return looks > (needed ?? 0) && Date.now() - createdMs >= endsAfterMs;
  }

  async #answer(
    protocol: WireProtocol,
    batch: string,
    { unit, path, body }: BatchedRequest,
    headers: IncomingHttpHeaders,
  ): Promise<BatchResult> {
    const { options, ledger, attempts } = this.#handling;
    const url = new URL(path, "http://127.0.0.1");
    const {
      request: read,
      key,
      refusal,
    } = readRequest(protocol, options, { headers, url, text: JSON.stringify(body) });
    const request: WireRequest = { ...read, attempt: (attempts.get(read.requestHash) ?? 0) + 1 };
    attempts.set(request.requestHash, request.attempt);
    const fate = refusal === null ? this.#chooseFate(unit, request) : null;
    const fault = isFault(fate) ? fate : null;
    const { body: _body, ...logged } = request;
    const entry = ledger.open({
      ...logged,
      headersPresent: Object.keys(headers).sort(),
      fault,
      at: Date.now(),
      batched: { batch, unit },
    });
    const settle = (outcome: BatchResult["outcome"]) => {
      entry.status = typeof outcome === "string" ? null : outcome.status;
      ledger.settle(entry, typeof outcome === "string" ? "severed" : "answered");
      return { unit, outcome };
    };

    if (fate === "expired" || fate === "cancelled") return settle(fate);
    const error = refusal ?? (fault === null ? null : errorForFault(fault, request, key));
    if (error !== null) return settle(protocol.error(error));
    const answer = await composeAnswer(options, request, fault);
    entry.usage = answer.usage;
    entry.costUsd = answer.costUsd / 2;
    if (fate === "missing") return settle("missing");
    if (fate !== null && DAMAGE.includes(fate)) return settle("unreadable");
    const outcome = protocol.answer(request, answer);
    if (outcome.status === 200) entry.replyText = answer.text;
    return settle(outcome);
  }

  #chooseFate(unit: string, request: WireRequest): BatchFate | null {
    const last = request.messages.at(-1)?.text ?? "";
    const rule = this.behaviour.fates?.find(
      ({ textIncludes = "", share = 1 }) =>
        last.includes(textIncludes) && createRandom(`fate/${unit}`).next() < share,
    );
    if (rule === undefined) return null;
    const met = this.#metFate.get(unit) ?? 0;
    if (met >= (rule.times ?? Number.POSITIVE_INFINITY)) return null;
    this.#metFate.set(unit, met + 1);
    return rule.fate;
  }
}

function isFault(fate: BatchFate | null): fate is FaultKind {
  return fate !== null && fate !== "expired" && fate !== "cancelled" && fate !== "missing";
}
