import * as z from "zod";
import type { WireAnswer } from "../wire-answer.ts";
import type { WireError, WireProtocol } from "../wire-protocol.ts";
import type { WireRequest } from "../wire-request.ts";
import { bearerKey } from "./bearer-key.ts";
import { MessageText } from "./message-text.ts";
import { serverSentEvent } from "./server-sent-event.ts";
import { splitText } from "./split-text.ts";

const Body = z.object({
  model: z.string().min(1),
  system: MessageText.optional(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: MessageText })).min(1),
  temperature: z.number().nullish(),
  max_tokens: z.int().min(1),
  stream: z.boolean().nullish(),
});

const ERRORS: Readonly<Record<WireError["problem"], readonly [type: string, status?: number]>> = {
  "bad-request": ["invalid_request_error"],
  "no-key": ["authentication_error"],
  "bad-key": ["authentication_error"],
  forbidden: ["permission_error"],
  "unknown-model": ["not_found_error"],
  "rate-limit": ["rate_limit_error"],
  // An empty account is a faulty request here, told apart by its message alone.
  quota: ["invalid_request_error", 400],
  server: ["api_error"],
  overloaded: ["overloaded_error"],
};

/** Anthropic's messages. The format has no seed. */
export const anthropic: WireProtocol = {
  format: "anthropic",
  needsKey: true,
  claims: (method, path) => method === "POST" && path.endsWith("/messages"),
  // Anthropic's own client sends the key as a bearer token, the AI SDK in the older header.
  keyOf: (headers) => headers["x-api-key"]?.toString() ?? bearerKey(headers),
  faultyHeaders: (headers) =>
    headers["anthropic-version"] === undefined ? "anthropic-version: header is required" : null,
  read: (input) => {
    const body = Body.parse(input);
    const system = body.system === undefined ? [] : [{ role: "system", text: body.system }];
    return {
      model: body.model,
      messages: [...system, ...body.messages.map(({ role, content }) => ({ role, text: content }))],
      temperature: body.temperature ?? null,
      maxTokens: body.max_tokens,
      seed: null,
      stream: body.stream ?? false,
      conversationId: null,
    };
  },
  answer: (request, answer) =>
    answer.finish === "content-filter"
      ? failure({
          problem: "bad-request",
          status: 400,
          message: "Output blocked by content filtering policy",
        })
      : {
          status: 200,
          body: {
            ...envelope(request),
            content: blocks(answer),
            ...ending(answer),
            usage: { ...inputUsage(answer), output_tokens: answer.usage.outputTokens },
          },
        },
  events: (request, answer) => {
    const event = (type: string, members: object = {}) => serverSentEvent({ type, ...members }, type);
    const start = {
      ...envelope(request),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...inputUsage(answer), output_tokens: 1 },
    };
    return [
      event("message_start", { message: start }),
      event("ping"),
      ...blocks(answer).flatMap((block, index) => [
        event("content_block_start", { index, content_block: emptied(block) }),
        ...deltas(block).map((delta) => event("content_block_delta", { index, delta })),
        event("content_block_stop", { index }),
      ]),
      event("message_delta", {
        delta: ending(answer),
        usage: { output_tokens: answer.usage.outputTokens },
      }),
      event("message_stop"),
    ];
  },
  error: failure,
  errorEvent: (body) => serverSentEvent(body, "error"),
};

function failure({ problem, status, message }: WireError) {
  const [type, ownStatus = status] = ERRORS[problem];
  return { status: ownStatus, body: { type: "error", error: { type, message }, request_id: "req_local" } };
}

function envelope(request: WireRequest) {
  const id = `msg_${request.requestHash.slice(0, 24)}`;
  return { id, type: "message", role: "assistant", model: request.model };
}

type Block =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string };

function blocks(answer: WireAnswer): readonly Block[] {
  const thought = { type: "thinking", thinking: answer.reasoning ?? "", signature: "c2lnbmF0dXJl" } as const;
  return [
    ...(answer.reasoning === null ? [] : [thought]),
    ...(answer.text === "" ? [] : [{ type: "text", text: answer.text } as const]),
  ];
}

function emptied(block: Block): Block {
  return block.type === "text" ? { ...block, text: "" } : { ...block, thinking: "", signature: "" };
}

function deltas(block: Block): readonly object[] {
  if (block.type === "text") return splitText(block.text).map((text) => ({ type: "text_delta", text }));
  const thoughts = splitText(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking }));
  return [...thoughts, { type: "signature_delta", signature: block.signature }];
}

function ending(answer: WireAnswer) {
  const reasons = {
    stop: "end_turn",
    length: "max_tokens",
    refusal: "refusal",
    // Only in a stream, where the status is already sent.
    "content-filter": "refusal",
  } as const;
  return { stop_reason: reasons[answer.finish], stop_sequence: null };
}

function inputUsage({ usage }: WireAnswer) {
  return {
    input_tokens: usage.inputTokens - usage.cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cachedInputTokens,
  };
}
