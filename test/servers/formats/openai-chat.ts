import * as z from "zod";
import type { WireAnswer } from "../wire-answer.ts";
import type { WireBody, WireError, WireProtocol } from "../wire-protocol.ts";
import type { WireRequest } from "../wire-request.ts";
import { bearerKey } from "./bearer-key.ts";
import { MessageText } from "./message-text.ts";
import { openaiError } from "./openai-error.ts";
import { serverSentEvent } from "./server-sent-event.ts";
import { splitText } from "./split-text.ts";

const Body = z.object({
  model: z.string().min(1),
  messages: z
    .array(
      z.object({
        role: z.enum(["system", "developer", "user", "assistant", "tool"]),
        content: MessageText.default(""),
      }),
    )
    .min(1),
  temperature: z.number().nullish(),
  max_tokens: z.int().nullish(),
  max_completion_tokens: z.int().nullish(),
  seed: z.int().nullish(),
  stream: z.boolean().nullish(),
});

const Wishes = z.object({
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  usage: z.object({ include: z.boolean().optional() }).nullish(),
});

/** Chat completions as OpenAI and those who copy it speak them; OpenRouter has its own address, errors and cost. */
export function openaiChat(flavour: "openai-chat" | "openrouter"): WireProtocol {
  const openrouter = flavour === "openrouter";
  return {
    format: flavour,
    needsKey: true,
    claims: (method, path) =>
      method === "POST" && path.endsWith("/chat/completions") && path.startsWith("/api/v1/") === openrouter,
    keyOf: bearerKey,
    read: (input) => {
      const body = Body.parse(input);
      return {
        model: body.model,
        messages: body.messages.map(({ role, content }) => ({ role, text: content })),
        temperature: body.temperature ?? null,
        maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
        seed: body.seed ?? null,
        stream: body.stream ?? false,
        conversationId: null,
      };
    },
    answer: (request, answer) => ({
      status: 200,
      body: {
        ...envelope(request, "chat.completion"),
        choices: [{ index: 0, message: message(answer, openrouter), logprobs: null, ...finish(answer) }],
        usage: usage(request, answer, openrouter),
      },
    }),
    events: (request, answer) => {
      const chunk = (delta: object, ended = {}) =>
        serverSentEvent({
          ...envelope(request, "chat.completion.chunk"),
          choices: [{ index: 0, delta, finish_reason: null, ...ended }],
        });
      const { reasoning, refused, said } = parts(answer);
      const counted = openrouter || Wishes.parse(request.body).stream_options?.include_usage === true;
      const counts = {
        ...envelope(request, "chat.completion.chunk"),
        choices: [],
        usage: usage(request, answer, openrouter),
      };
      return [
        chunk({ role: "assistant", content: "" }),
        ...splitText(reasoning).map((text) => chunk({ [reasoningKey(openrouter)]: text })),
        ...splitText(refused).map((refusal) => chunk({ refusal })),
        ...splitText(said).map((content) => chunk({ content })),
        chunk({}, finish(answer)),
        ...(counted ? [serverSentEvent(counts)] : []),
        serverSentEvent("[DONE]"),
      ];
    },
    error: (error) => (openrouter ? openrouterError(error) : openaiError(error)),
    errorEvent: (body) => serverSentEvent(body),
  };
}

function envelope(request: WireRequest, object: string) {
  return {
    id: `chatcmpl-${request.requestHash.slice(0, 24)}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    system_fingerprint: "fp_local",
  };
}

function parts(answer: WireAnswer) {
  const refused = answer.finish === "refusal";
  return {
    reasoning: answer.reasoning ?? "",
    refused: refused ? answer.text : "",
    said: refused ? "" : answer.text,
  };
}

const reasoningKey = (openrouter: boolean) => (openrouter ? "reasoning" : "reasoning_content");

function message(answer: WireAnswer, openrouter: boolean) {
  const refused = answer.finish === "refusal";
  return {
    role: "assistant",
    content: refused ? null : answer.text,
    refusal: refused ? answer.text : null,
    ...(answer.reasoning === null ? {} : { [reasoningKey(openrouter)]: answer.reasoning }),
  };
}

function finish(answer: WireAnswer) {
  const reasons = {
    stop: "stop",
    refusal: "stop",
    length: "length",
    "content-filter": "content_filter",
  } as const;
  return { finish_reason: reasons[answer.finish] };
}

function usage(request: WireRequest, { usage, costUsd }: WireAnswer, openrouter: boolean) {
  const withCost = openrouter && Wishes.parse(request.body).usage?.include === true;
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, audio_tokens: 0 },
    ...(withCost ? { cost: costUsd, is_byok: false } : {}),
  };
}

function openrouterError({ problem, status, message }: WireError): WireBody {
  const code = problem === "quota" ? 402 : status;
  const upstream = problem === "rate-limit" || problem === "server" || problem === "overloaded";
  const metadata = upstream ? { metadata: { provider_name: "Local", raw: message } } : {};
  return { status: code, body: { error: { code, message, ...metadata }, user_id: "user_local" } };
}
