import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { PortTakenError } from "./port-taken-error.ts";

const LOOPBACK = "127.0.0.1";

export interface Served {
  readonly url: string;
  /** Resolves when the server has stopped. */
  readonly closed: Promise<void>;
}

/** Serves on this machine only, until the signal. Port 0 takes a free one. */
export async function serveOnLoopback(app: Hono, port: number, signal: AbortSignal): Promise<Served> {
  signal.throwIfAborted();
  const server = createServer(getRequestListener(app.fetch));
  server.listen(port, LOOPBACK);
  await once(server, "listening").catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken ? new PortTakenError(port, { cause: error }) : error;
  });
  signal.addEventListener("abort", () => stop(server), { once: true });
  return {
    url: `http://${LOOPBACK}:${portOf(server)}/`,
    closed: once(server, "close").then(() => undefined),
  };
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
