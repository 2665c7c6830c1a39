import type { Payload } from "./send-response.ts";

/** A response that is whole for HTTP and broken for whoever parses it. */
export function damagePayload(payload: Payload, damage: "truncated-json" | "invalid-json"): Payload {
  const body = payload.frames.join("");
  const streamed = payload.frames.length > 1;
  if (damage === "truncated-json") {
    // A stream is cut inside its last frames, so that text has already come.
    return { ...payload, frames: [body.slice(0, Math.floor(body.length * (streamed ? 0.8 : 0.6)))] };
  }
  const nonsense = '{"id": local, "content": [}';
  return { ...payload, frames: [streamed ? `${payload.frames[0]}data: ${nonsense}\n\n` : nonsense] };
}

export const HTML_ERROR: Payload = {
  status: 502,
  type: "text/html; charset=utf-8",
  frames: [
    "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>" +
      "<body><h1>Bad Gateway</h1><p>The web server reported a gateway error.</p></body></html>\n",
  ],
};
