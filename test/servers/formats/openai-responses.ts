import * as z from "zod";
import type { WireAnswer } from "../wire-answer.ts";
import type { WireProtocol } from "../wire-protocol.ts";
import type { WireRequest } from "../wire-request.ts";
import { bearerKey } from "./bearer-key.ts";
import { MessageText } from "./message-text.ts";
import { openaiError } from "./openai-error.ts";
import { serverSentEvent } from "./server-sent-event.ts";

const Body = z.object({
  model: z.string().min(1),
  instructions: z.string().nullish(),
  input: z.union([
    z.string().transform((content) => [{ role: "user", content }]),
    z
      .array(z.object({ role: z.enum(["system", "developer", "user", "assistant"]), content: MessageText }))
      .min(1),
  ]),
  temperature: z.number().nullish(),
  max_output_tokens: z.int().nullish(),
  // Refused with a 400 rather than answered with something that is no stream.
  stream: z.literal(false).nullish(),
});

/** OpenAI's responses, without streaming. The format has no seed. */
export const openaiResponses: WireProtocol = {
  format: "openai-responses",
  needsKey: true,
  claims: (method, path) => method === "POST" && path.endsWith("/responses"),
  keyOf: bearerKey,
  read: (input) => {
    const body = Body.parse(input);
    const system = body.instructions ? [{ role: "system", text: body.instructions }] : [];
    return {
      model: body.model,
      messages: [...system, ...body.input.map(({ role, content }) => ({ role, text: content }))],
      temperature: body.temperature ?? null,
      maxTokens: body.max_output_tokens ?? null,
      seed: null,
      stream: false,
      conversationId: null,
    };
  },
  answer: (request, answer) => ({ status: 200, body: responseBody(request, answer) }),
  events: () => [],
  error: openaiError,
  errorEvent: (body) => serverSentEvent(body, "error"),
};

function responseBody(request: WireRequest, answer: WireAnswer) {
  const id = request.requestHash.slice(0, 24);
  const incomplete = { length: "max_output_tokens", "content-filter": "content_filter" } as const;
  const cut = answer.finish === "length" || answer.finish === "content-filter" ? answer.finish : null;
  const status = cut === null ? "completed" : "incomplete";
  const part =
    answer.finish === "refusal"
      ? { type: "refusal", refusal: answer.text }
      : { type: "output_text", text: answer.text, annotations: [], logprobs: [] };
  const reasoning = {
    type: "reasoning",
    id: `rs_${id}`,
    summary: [{ type: "summary_text", text: answer.reasoning ?? "" }],
  };
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: null,
    incomplete_details: cut === null ? null : { reason: incomplete[cut] },
    instructions: null,
    max_output_tokens: request.maxTokens,
    model: request.model,
    output: [
      ...(answer.reasoning === null ? [] : [reasoning]),
      { type: "message", id: `msg_${id}`, status, role: "assistant", content: [part] },
    ],
    parallel_tool_calls: true,
    temperature: request.temperature,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: answer.usage.inputTokens,
      input_tokens_details: { cached_tokens: answer.usage.cachedInputTokens },
      output_tokens: answer.usage.outputTokens,
      output_tokens_details: { reasoning_tokens: answer.usage.reasoningTokens },
      total_tokens: answer.usage.inputTokens + answer.usage.outputTokens,
    },
  };
}
