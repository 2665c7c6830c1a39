import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { CannotListenError } from "./cannot-listen-error.ts";
import { PortTakenError } from "./port-taken-error.ts";

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
    if (code === "EADDRINUSE") throw new PortTakenError(port, { cause: error });
    throw UNUSABLE_HOST.has(code) ? new CannotListenError(host, port, { cause: error }) : error;
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const closed = once(server, "close").then(() => undefined);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  signal.addEventListener("abort", stop, { once: true });
  // It may have come while the server began to listen.
  if (signal.aborted) stop();
  return { port: address.port, closed };
}
