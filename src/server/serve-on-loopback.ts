import type { Hono } from "hono";
import { serveOnHost } from "./serve-on-host.ts";

const LOOPBACK = "127.0.0.1";

export interface Served {
  readonly url: string;
  /** Resolves when the server has stopped. */
  readonly closed: Promise<void>;
}

/** Serves on this machine only, until the signal. Port 0 takes a free one. */
export async function serveOnLoopback(app: Hono, port: number, signal: AbortSignal): Promise<Served> {
  const served = await serveOnHost(app, { host: LOOPBACK, port }, signal);
  return { url: `http://${LOOPBACK}:${served.port}/`, closed: served.closed };
}
