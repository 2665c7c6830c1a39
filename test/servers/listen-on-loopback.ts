import { once } from "node:events";
import type { Server, Socket } from "node:net";

/** Listens on a free port; `close` also ends open connections, tunnels included, and can be called twice. */
export async function listenOnLoopback(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen({ host: "127.0.0.1", port: 0, backlog: 1024 });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  let closed: Promise<void> | undefined;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    port: address.port,
    close: () => {
      closed ??= stop();
      return closed;
    },
  };
}
