import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { serverErrors } from "./errors.ts";

const UNUSABLE_HOST: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EACCES"]);

/** Serves on one of this machine's addresses until the signal. Port 0 takes a free one. */
export async function serveOnHost(
  app: Hono,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<{ readonly port: number; readonly closed: Promise<void> }> {
  signal.throwIfAborted();
  const server = createServer(getRequestListener(app.fetch));
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EADDRINUSE") throw serverErrors.IB_PORT_TAKEN(port, { cause: error });
    throw UNUSABLE_HOST.has(code) ? serverErrors.IB_CANNOT_LISTEN(host, port, { cause: error }) : error;
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const closed = once(server, "close").then(() => undefined);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  signal.addEventListener("abort", stop, { once: true });
  // The signal may have come before the server listened.
  if (signal.aborted) stop();
  return { port: address.port, closed };
}

const LOOPBACK_ADDRESS = "127.0.0.1";

export interface Served {
  readonly url: string;
  /** Resolves when the server has stopped. */
  readonly closed: Promise<void>;
}

/** Serves on this machine only, until the signal. Port 0 takes a free one. */
export async function serveOnLoopback(app: Hono, port: number, signal: AbortSignal): Promise<Served> {
  const served = await serveOnHost(app, { host: LOOPBACK_ADDRESS, port }, signal);
  return { url: `http://${LOOPBACK_ADDRESS}:${served.port}/`, closed: served.closed };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
};

export function contentType(path: string): string {
  return CONTENT_TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
