import type { SSEStreamingApi } from "hono/streaming";
import type { Clock } from "../kernel/clock.ts";

const LOOK_EVERY_MS = 400;
/** A silent connection is cut by what lies between. */
const SPEAK_EVERY_MS = 15_000;

/** Sends a run's state whenever it has changed, until the reader goes away or the server stops. */
export async function followRun(
  stream: SSEStreamingApi,
  read: () => Promise<object | null>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let sent = "";
  let sentAt = clock.monotonicMs();
  while (!signal.aborted && !stream.aborted) {
    const state = JSON.stringify(await read());
    if (state !== sent) {
      await stream.writeSSE({ event: "progress", data: state });
      sent = state;
      sentAt = clock.monotonicMs();
    } else if (clock.monotonicMs() - sentAt > SPEAK_EVERY_MS) {
      await stream.write(": still here\n\n");
      sentAt = clock.monotonicMs();
    }
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
  }
}
