/** Requests about batches, only to the one provider: mostly JSON, plus results line by line. */
import type * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { BenchError } from "../../kernel/errors.ts";
import { AttemptError, NotThere, SubmissionUnknown } from "../errors.ts";
import { LARGEST_RESPONSE_BYTES, openNetwork, responseTooLarge } from "../network.ts";
import type { ProviderContext } from "../provider-context.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import { redactedBody } from "../redact.ts";
import { statusFailure, toAttemptError } from "../served/to-attempt-error.ts";
import { jsonLines, parseJson } from "./json-lines.ts";

/** The results of a whole batch. Each line has the limit of a live response. */
const LARGEST_RESULTS_BYTES = 2 ** 31;
/** Uploads slower than this time out. */
const SLOWEST_UPLOAD_BYTES_PER_MS = 50;

interface BatchRequest {
  readonly url: string;
  /** Sent with POST; without a body the method is GET. */
  readonly body?: string | Uint8Array;
  /** Defaults to JSON. */
  readonly contentType?: string;
  /** Then HTTP 404 means that this one resource is gone. It says nothing about the model or the address. */
  readonly mayBeGone?: true;
}

export interface BatchConnectionOptions {
  readonly settings: ProviderSettings;
  /** Headers that carry the key, in the provider's format. */
  readonly headers: Readonly<Record<string, string>>;
  readonly environment: ProviderContext["environment"];
  readonly provenance: ProviderContext["provenance"];
  readonly clock: Clock;
  /** Time without any data before the request fails. */
  readonly timeoutMs: number;
}

export class BatchConnection {
  readonly #options: BatchConnectionOptions;

  constructor(options: BatchConnectionOptions) {
    this.#options = options;
  }

  /** A provider's message about a batch, redacted for display. */
  say(text: string): string {
    return redactedBody(text, this.#options.settings.secrets);
  }

  /** Returns one JSON response. Shapes require only the fields in use. */
  async ask<Shape extends z.ZodType>(
    request: BatchRequest,
    shape: Shape,
    signal: AbortSignal,
    largestBytes: number = LARGEST_RESPONSE_BYTES,
  ): Promise<z.infer<Shape>> {
    const text = await wholeText(this.#read(request, signal), largestBytes);
    const parsed = shape.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new AttemptError(`a response that makes no sense: ${this.say(text)}`, {
      kind: "bad_response",
      isRetryable: true,
    });
  }

  /** Like `ask`, but returns `undefined` if the resource no longer exists. */
  async askIfThere<Shape extends z.ZodType>(
    url: string,
    shape: Shape,
    signal: AbortSignal,
    largestBytes?: number,
  ): Promise<z.infer<Shape> | undefined> {
    try {
      return await this.ask({ url, mayBeGone: true }, shape, signal, largestBytes);
    } catch (error) {
      if (error instanceof NotThere) return undefined;
      throw error;
    }
  }

  /** Yields all pages of a list. */
  async *pages<Shape extends z.ZodType>(
    url: string,
    shape: Shape,
    nextOf: (page: z.infer<Shape>) => string | undefined,
    signal: AbortSignal,
    largestBytes?: number,
  ): AsyncGenerator<z.infer<Shape>> {
    const seen = new Set<string>();
    for (let next: string | undefined = url; next !== undefined; ) {
      if (seen.has(next)) {
        throw new AttemptError("a list that begins again and again", {
          kind: "bad_response",
          isRetryable: true,
        });
      }
      seen.add(next);
      const page = await this.ask({ url: next }, shape, signal, largestBytes);
      yield page;
      next = nextOf(page);
    }
  }

  /** The only request that must not be repeated. */
  async create<Shape extends z.ZodType>(
    request: BatchRequest,
    shape: Shape,
    signal: AbortSignal,
  ): Promise<z.infer<Shape>> {
    try {
      return await this.ask(request, shape, signal);
    } catch (error) {
      if (error instanceof AttemptError && mayHaveBeenTaken(error))
        throw new SubmissionUnknown(error.message);
      throw error;
    }
  }

  /** Yields results line by line. Yields `undefined` for an unreadable line, or once if the results no longer exist. */
  async *lines(url: string, signal: AbortSignal): AsyncGenerator<unknown> {
    try {
      yield* jsonLines(this.#read({ url, mayBeGone: true }, signal), LARGEST_RESPONSE_BYTES);
    } catch (error) {
      if (!(error instanceof NotThere)) throw error;
      yield undefined;
    }
  }

  /** Rejects as a live call does. Closes the connection if the reader stops. */
  async *#read(request: BatchRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    const { settings, clock, timeoutMs } = this.#options;
    const attempt = new AbortController();
    const abort = () => attempt.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const through = await openNetwork(this.#options, settings.baseUrl, LARGEST_RESULTS_BYTES);
    try {
      const uploadMs = Buffer.byteLength(request.body ?? "") / SLOWEST_UPLOAD_BYTES_PER_MS;
      const response = await this.#inTime(
        this.#send(through, request, attempt),
        timeoutMs + uploadMs,
        attempt,
      );
      const chunks = this.#chunksInTime(response, attempt);
      if (response.ok) return yield* chunks;
      const { status } = response;
      if (status === 404 && request.mayBeGone) throw new NotThere();
      const body = await wholeText(chunks, LARGEST_RESPONSE_BYTES);
      const failed = { status, headers: Object.fromEntries(response.headers), body };
      throw statusFailure(failed, settings, clock.now());
    } catch (error) {
      signal.throwIfAborted();
      // An error already in our terms stays unchanged: our codes are not network codes.
      if (error instanceof AttemptError || error instanceof BenchError) throw error;
      throw toAttemptError(error, settings, { nowMs: clock.now() });
    } finally {
      signal.removeEventListener("abort", abort);
      attempt.abort();
    }
  }

  #send(through: typeof fetch, request: BatchRequest, attempt: AbortController): Promise<Response> {
    const { url, body, contentType = "application/json" } = request;
    const { headers, settings } = this.#options;
    return through(url, {
      headers: {
        accept: "application/json",
        ...headers,
        ...settings.headers,
        ...(body === undefined ? {} : { "content-type": contentType }),
      },
      ...(body === undefined ? {} : { method: "POST", body }),
      signal: attempt.signal,
    });
  }

  async *#chunksInTime({ body }: Response, attempt: AbortController): AsyncGenerator<Uint8Array> {
    if (body === null) return;
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await this.#inTime(reader.read(), this.#options.timeoutMs, attempt);
      if (done) return;
      yield value;
    }
  }

  async #inTime<Result>(work: Promise<Result>, ms: number, attempt: AbortController): Promise<Result> {
    const ended = new AbortController();
    const watch = async (): Promise<never> => {
      await this.#options.clock.sleep(ms, ended.signal);
      const error = new AttemptError(`no answer within ${Math.round(ms / 1000)} s`, {
        kind: "timeout",
        isRetryable: true,
      });
      attempt.abort(error);
      throw error;
    };
    try {
      return await Promise.race([work, watch()]);
    } finally {
      ended.abort();
    }
  }
}

async function wholeText(chunks: AsyncIterable<Uint8Array>, largestBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) throw responseTooLarge(largestBytes);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** A batch certainly does not exist only if the request never arrived, or its status says that it was refused. */
function mayHaveBeenTaken({ failure }: AttemptError): boolean {
  const wasTurnedAway = failure.kind === "rate_limited" || failure.kind === "bad_request";
  return !wasTurnedAway && failure.isUnreachable !== true;
}
