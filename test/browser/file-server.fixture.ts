import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

export interface FileServer extends AsyncDisposable {
  readonly url: string;
}

/** A minimal file server: it serves files below a path. */
export async function serveFiles(folder: string, below = "/"): Promise<FileServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const inside = path.startsWith(below) ? path.slice(below.length) : undefined;
    const name = inside === "" ? "index.html" : inside;
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    readFile(join(folder, normalize(decodeURIComponent(name)))).then(
      (bytes) => response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "" }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}${below}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
