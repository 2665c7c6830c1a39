import type { ServerResponse } from "node:http";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import type { WireProtocol } from "./wire-protocol.ts";

/** A body ready to be sent: one text, or the frames of a stream. */
export interface Payload {
  readonly status: number;
  readonly type: string;
  readonly frames: readonly string[];
}

export function jsonPayload({ status, body }: ReturnType<WireProtocol["error"]>): Payload {
  return { status, type: "application/json", frames: [JSON.stringify(body)] };
}

export function streamPayload(frames: readonly string[]): Payload {
  return { status: 200, type: "text/event-stream; charset=utf-8", frames };
}

export async function sendWhole(response: ServerResponse, payload: Payload): Promise<void> {
  const [only = "", ...others] = payload.frames;
  if (others.length === 0) {
    writeHead(response, payload, Buffer.byteLength(only));
    response.end(only);
    return;
  }
  writeHead(response, payload);
  for (const frame of payload.frames) {
    if (response.destroyed) return;
    response.write(frame);
    // Each frame in a packet of its own, as a client meets them.
    await setImmediate();
  }
  response.end();
}

/** Half of the body under a header that promises all of it, then a reset. */
export async function sendHalfThenReset(response: ServerResponse, payload: Payload): Promise<void> {
  const body = payload.frames.join("");
  writeHead(response, payload, Buffer.byteLength(body));
  const half = Buffer.from(body).subarray(0, Math.floor(Buffer.byteLength(body) / 2));
  await new Promise<void>((resolve) => response.write(half, () => resolve()));
  // A reset can overtake what was written; the client is to meet the headers first.
  await delay(20);
  reset(response);
}

export async function drip(
  response: ServerResponse,
  payload: Payload,
  totalMs: number,
  signal: AbortSignal,
): Promise<void> {
  const body = Buffer.from(payload.frames.join(""));
  const drops = Math.min(body.length, 40);
  writeHead(response, payload, body.length);
  for (let drop = 0; drop < drops; drop += 1) {
    const [from, to] = [drop, drop + 1].map((number) => Math.floor((number * body.length) / drops));
    response.write(body.subarray(from, to));
    await delay(totalMs / drops, undefined, { signal });
  }
  response.end();
}

/** Ends the connection with a TCP reset where there is one to send: TLS sockets are only torn down. */
export function reset(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

function writeHead(response: ServerResponse, { status, type }: Payload, length?: number): void {
  response.writeHead(status, {
    "content-type": type,
    ...(length === undefined ? {} : { "content-length": length }),
  });
}
