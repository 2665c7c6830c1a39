import * as z from "zod";
import type { WireProtocol } from "../wire-protocol.ts";
import type { WireMessage } from "../wire-request.ts";
import { bearerKey } from "./bearer-key.ts";
import { serverSentEvent } from "./server-sent-event.ts";

const Body = z
  .object({
    conversation_id: z.string().optional(),
    conversationId: z.string().optional(),
    message: z.string(),
  })
  .transform(({ conversation_id, conversationId, message }) => ({
    conversationId: conversation_id ?? conversationId ?? null,
    message,
  }));

/** A product's own endpoint, `POST /chat`: it keeps each conversation under its id, and needs no key unless told. */
export function jsonChat(): WireProtocol {
  const conversations = new Map<string, readonly WireMessage[]>();
  return {
    format: "json-chat",
    needsKey: false,
    claims: (method, path) => method === "POST" && path === "/chat",
    keyOf: bearerKey,
    read: (input) => {
      const { conversationId, message } = Body.parse(input);
      const earlier = conversationId === null ? [] : (conversations.get(conversationId) ?? []);
      return {
        model: "product",
        messages: [...earlier, { role: "user", text: message }],
        temperature: null,
        maxTokens: null,
        seed: null,
        stream: false,
        conversationId,
      };
    },
    answer: ({ conversationId }, { text }) => ({
      status: 200,
      body: {
        data: { answer: text, ...(conversationId === null ? {} : { conversation_id: conversationId }) },
      },
    }),
    events: () => [],
    error: ({ status, message }) => ({ status, body: { error: { message } } }),
    errorEvent: (body) => serverSentEvent(body),
    remember: ({ conversationId, messages }, { text }) => {
      if (conversationId !== null)
        conversations.set(conversationId, [...messages, { role: "assistant", text }]);
    },
  };
}
