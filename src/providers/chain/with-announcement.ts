import type { ModelClient } from "../model-client.ts";

/** Whoever asks is told when the request's turn has come, and nothing goes out before that is written down. */
export function withAnnouncement(client: ModelClient): ModelClient {
  return {
    ...client,
    announcesSending: true,
    async complete(request, signal) {
      await request.beforeSending?.();
      return client.complete(request, signal);
    },
  };
}
