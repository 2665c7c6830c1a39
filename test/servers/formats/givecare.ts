import * as z from "zod";
import type { WireProtocol } from "../wire-protocol.ts";
import { bearerKey } from "./bearer-key.ts";
import { serverSentEvent } from "./server-sent-event.ts";

const Turn = z.object({
  action: z.literal("runBenchmarkTurn"),
  scenarioId: z.string().min(1),
  userMessage: z.string(),
  previousMessages: z.array(z.object({ role: z.enum(["user", "assistant"]), text: z.string() })),
});

const Health = z.object({ action: z.literal("harnessHealth") });

/** GiveCare's admin endpoint, as far as a benchmark uses it. */
export const givecare: WireProtocol = {
  format: "givecare",
  needsKey: true,
  claims: (method, path) => method === "POST" && path === "/api/admin",
  keyOf: bearerKey,
  control: (body) => (Health.safeParse(body).success ? { result: { ok: true } } : undefined),
  read: (input) => {
    const { scenarioId, userMessage, previousMessages } = Turn.parse(input);
    return {
      model: "givecare",
      messages: [...previousMessages, { role: "user", text: userMessage }],
      temperature: null,
      maxTokens: null,
      seed: null,
      stream: false,
      conversationId: scenarioId,
    };
  },
  answer: (_request, { text }) => ({ status: 200, body: { result: { replyText: text } } }),
  events: () => [],
  error: ({ status, message }) => ({ status, body: { error: message } }),
  errorEvent: (body) => serverSentEvent(body),
};
