import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface ProxyOptions {
  /** Real targets by `host:port`, so that a provider's own address can lead to a local server. */
  readonly routes?: Readonly<Record<string, string>>;
  /** `user:password`; without it the proxy answers 407. */
  readonly credentials?: string;
}

export interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** Tunnels opened by CONNECT and requests forwarded, in order, each as `host:port`. */
  readonly targets: readonly string[];
  readonly tunnels: number;
  readonly forwarded: number;
  /** Turned away with 407. */
  readonly refused: number;
  close(): Promise<void>;
}

/** An HTTP proxy on the loopback that tunnels and forwards, and counts both. */
export async function startProxy(options: ProxyOptions = {}): Promise<Proxy> {
  const targets: string[] = [];
  const count = { tunnels: 0, forwarded: 0, refused: 0 };
  const outward = new Set<Socket>();
  const admits = (headers: IncomingHttpHeaders) => {
    const expected = Buffer.from(options.credentials ?? "").toString("base64");
    const admitted =
      options.credentials === undefined || headers["proxy-authorization"] === `Basic ${expected}`;
    if (!admitted) count.refused += 1;
    return admitted;
  };
  const route = (target: string) => {
    targets.push(target);
    const { hostname, port } = new URL(`http://${options.routes?.[target] ?? target}`);
    return { host: hostname, port: Number(port || 80) };
  };

  const server = createServer((incoming, response) => {
    if (!admits(incoming.headers)) {
      response.writeHead(407, { "proxy-authenticate": "Basic" }).end();
      return;
    }
    const url = URL.parse(incoming.url ?? "");
    if (url === null || url.protocol !== "http:") {
      response.writeHead(400).end("a proxy needs an absolute http address");
      return;
    }
    count.forwarded += 1;
    const { "proxy-authorization": _ours, "proxy-connection": _hop, ...headers } = incoming.headers;
    const onward = httpRequest(
      {
        ...route(`${url.hostname}:${url.port || 80}`),
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once("error", () => response.destroy());
      },
    );
    onward.once("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });

  server.on("connect", (incoming, client: Socket, head: Buffer) => {
    if (!admits(incoming.headers)) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n");
      return;
    }
    count.tunnels += 1;
    const upstream = connect(route(incoming.url ?? ""), () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    outward.add(upstream);
    // Either side's end is the other's: a fault injected behind the tunnel reaches the client.
    upstream.once("error", () => client.destroy()).once("close", () => client.destroy());
    client.once("error", () => upstream.destroy()).once("close", () => upstream.destroy());
  });

  const { port, close: stop } = await listenOnLoopback(server);
  const close = () => {
    for (const socket of outward) socket.destroy();
    return stop();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    get tunnels() {
      return count.tunnels;
    },
    get forwarded() {
      return count.forwarded;
    },
    get refused() {
      return count.refused;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
