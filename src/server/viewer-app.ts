import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { BenchError } from "../kernel/bench-error.ts";
import type { Clock } from "../kernel/clock.ts";
import { sha256 } from "../kernel/hash.ts";
import { RunId } from "../schema/ids.ts";
import { chunkPath } from "../schema/site-data.ts";
import { SERVED_POLICY } from "../site/content-policy.ts";
import type { Site } from "../site/create-site.ts";
import { contentType } from "./content-types.ts";
import { followRun } from "./follow-run.ts";
import { isLoopbackHost } from "./loopback-host.ts";

export interface ViewerInput {
  readonly site: Site;
  /** The built page, by path. */
  readonly page: ReadonlyMap<string, Buffer>;
  readonly clock: Clock;
  /** Told of everything that could not be answered. */
  readonly onError: (error: unknown) => void;
  /** Ends what is still being sent. */
  readonly signal: AbortSignal;
}

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": `${SERVED_POLICY}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The viewer: the page, its chunks, and the events of runs. Reads only. */
export function createViewerApp({ site, page, clock, onError, signal }: ViewerInput): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (!isLoopbackHost(context.req.header("host"))) return context.text("Not for this host.", 403);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
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
      // The page asks again by itself, and then is told what there is.
      async (error) => onError(error),
    );
  });

  app.get("/data/*", async (context) => {
    const path = decodePath(context.req.path);
    const chunk = path === null ? null : await site.chunk(path.slice(1));
    if (chunk === null) return context.json({ error: "There is no such chunk." }, 404);
    const body = JSON.stringify(chunk);
    const tag = `"${sha256(body)}"`;
    // Asked again every time, because results change; sent again only where they did.
    context.header("cache-control", "private, no-cache");
    context.header("etag", tag);
    if (context.req.header("if-none-match") === tag) return context.body(null, 304);
    return context.body(body, 200, { "content-type": contentType(".json") });
  });

  app.get("/*", (context) => {
    const path = context.req.path === "/" ? "index.html" : context.req.path.slice(1);
    const file = page.get(path);
    if (file === undefined) return context.notFound();
    context.header("cache-control", path === "index.html" ? "no-cache" : "private, max-age=86400");
    return context.body(new Uint8Array(file), 200, { "content-type": contentType(path) });
  });

  app.onError((error, context) => {
    onError(error);
    const bug = "This is a bug in InvisibleBench; the terminal it runs in says more.";
    return context.json({ error: error instanceof BenchError ? error.message : bug }, 500);
  });
  return app;
}

/** `null` where it is no text at all. */
function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
