import type { Clock } from "../../kernel/clock.ts";
import { AttemptError } from "../errors.ts";
import type { ModelClient } from "../model-client.ts";
import { describeCall } from "../model-client.ts";

export interface TimeoutOptions {
  readonly clock: Clock;
  /** Limit for one attempt. */
  readonly timeoutMs: number;
  readonly hangAfterMs?: number;
  /** Called when an attempt has run for long without an answer. */
  readonly onHang?: ((description: string, seconds: number) => void) | undefined;
}

const HANG_AFTER_MS = 60_000;

/** Limits each attempt to the timeout, and reports a slow one earlier. */
export function withTimeout(client: ModelClient, options: TimeoutOptions): ModelClient {
  const { clock, timeoutMs, hangAfterMs = HANG_AFTER_MS, onHang } = options;
  return {
    ...client,
    async complete(request, signal) {
      signal.throwIfAborted();
      const attempt = new AbortController();
      const ended = new AbortController();
      const abort = () => attempt.abort(signal.reason);
      signal.addEventListener("abort", abort, { once: true });

      const watch = async (): Promise<never> => {
        let watchedMs = 0;
        if (hangAfterMs < timeoutMs) {
          await clock.sleep(hangAfterMs, ended.signal);
          onHang?.(`${client.modelId} ${describeCall(request.origin)}`, hangAfterMs / 1000);
          watchedMs = hangAfterMs;
        }
        await clock.sleep(timeoutMs - watchedMs, ended.signal);
        const error = new AttemptError(`no answer within ${timeoutMs / 1000} s`, {
          kind: "timeout",
          isRetryable: true,
          mayBeBilled: true,
        });
        attempt.abort(error);
        throw error;
      };
      try {
        return await Promise.race([client.complete(request, attempt.signal), watch()]);
      } finally {
        ended.abort();
        signal.removeEventListener("abort", abort);
      }
    },
  };
}
