import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { Clock } from "../kernel/clock.ts";
import { BenchError } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hash.ts";
import { RunId } from "../schema/ids.ts";
import { chunkPath, PAGE_NAME } from "../schema/site-paths.ts";
import type { Site } from "../site/create-site.ts";
import { SERVED_POLICY } from "../site/page-markup.ts";
import { isLoopbackHost } from "./access.ts";
import { contentType } from "./serve.ts";

export interface ViewerInput {
  readonly site: Site;
  /** The built page, by path. */
  readonly page: ReadonlyMap<string, Buffer>;
  readonly clock: Clock;
  /** Called with every error that prevented an answer. */
  readonly onError: (error: unknown) => void;
  /** Ends responses in progress. */
  readonly signal: AbortSignal;
}

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": `${SERVED_POLICY}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Creates the viewer: the page, its chunks, and the events of runs. Read-only. */
export function createViewerApp({ site, page, clock, onError, signal }: ViewerInput): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (!isLoopbackHost(context.req.header("host"))) return context.text("Not for this host.", 403);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    return undefined;
  });

  app.get("/data/runs/:run/events", (context) => {
    const runId = RunId.safeParse(context.req.param("run"));
    if (!runId.success) return context.notFound();
    context.header("cache-control", "no-store");
    const path = chunkPath.run(runId.data);
    return streamSSE(
      context,
      (stream) => followRun(stream, () => site.chunk(path), clock, signal),
      // The page retries by itself, and then gets the current state.
      async (error) => onError(error),
    );
  });

  app.get("/data/*", async (context) => {
    const path = decodePath(context.req.path)?.slice(1) ?? null;
    const text = path === null ? null : await site.stream(path);
    if (text !== null) {
      context.header("cache-control", "no-store");
      return context.body(bytesOf(text, onError), 200, { "content-type": contentType(".json") });
    }
    const chunk = path === null ? null : await site.chunk(path);
    if (chunk === null) return context.json({ error: "There is no such chunk." }, 404);
    const body = JSON.stringify(chunk);
    const tag = `"${sha256(body)}"`;
    // Revalidated every time, because results change; the body is sent only if it changed.
    context.header("cache-control", "private, no-cache");
    context.header("etag", tag);
    if (context.req.header("if-none-match") === tag) return context.body(null, 304);
    return context.body(body, 200, { "content-type": contentType(".json") });
  });

  app.get("/brief/:scan/brief.html", async (context) => {
    const brief = await site.chunk(chunkPath.brief(context.req.param("scan")));
    if (brief === null) return context.notFound();
    // The file contains its own policy and has no script.
    context.header("content-security-policy", "frame-ancestors 'none'");
    context.header("cache-control", "private, no-cache");
    return context.body(brief.html, 200, { "content-type": contentType(".html") });
  });

  app.get("/*", (context) => {
    const path = context.req.path === "/" ? PAGE_NAME : context.req.path.slice(1);
    const file = page.get(path);
    if (file === undefined) return context.notFound();
    context.header("cache-control", path === PAGE_NAME ? "no-cache" : "private, max-age=86400");
    return context.body(new Uint8Array(file), 200, { "content-type": contentType(path) });
  });

  app.onError((error, context) => {
    onError(error);
    const bug = "This is a bug in InvisibleBench; the terminal it runs in says more.";
    return context.json({ error: error instanceof BenchError ? error.message : bug }, 500);
  });
  return app;
}

/** Streams text as bytes. Reports an error on the way and breaks the response, so that a part cannot pass for the whole. */
function bytesOf(text: AsyncIterable<string>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const pieces = text[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(stream) {
      try {
        const piece = await pieces.next();
        if (piece.done === true) stream.close();
        else stream.enqueue(encoder.encode(piece.value));
      } catch (error) {
        onError(error);
        stream.error(error);
      }
    },
    // Stops reading when the client disconnects.
    cancel: async () => void (await pieces.return?.()),
  });
}

/** `null` if the path is not valid text. */
function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const LOOK_EVERY_MS = 400;
/** Proxies cut silent connections. */
const KEEP_ALIVE_EVERY_MS = 15_000;

/** Sends a run's state after each change, until the client disconnects or the server stops. */
async function followRun(
  stream: SSEStreamingApi,
  read: () => Promise<object | null>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let sent = "";
  let sentAt = clock.monotonicMs();
  while (!signal.aborted && !stream.aborted) {
    const state = JSON.stringify(await read());
    if (state !== sent) {
      await stream.writeSSE({ event: "progress", data: state });
      sent = state;
      sentAt = clock.monotonicMs();
    } else if (clock.monotonicMs() - sentAt > KEEP_ALIVE_EVERY_MS) {
      await stream.write(": still here\n\n");
      sentAt = clock.monotonicMs();
    }
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
  }
}
