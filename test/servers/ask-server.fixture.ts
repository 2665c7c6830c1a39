import type { WireFormat } from "./wire-request.ts";

export const KEY = "planted-key-0123456789abcdef";

interface Asking {
  readonly text?: string;
  readonly model?: string;
  readonly key?: string;
  readonly stream?: boolean;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/** Sends the same small conversation in any of the formats, by plain fetch. */
export function askServer(url: string, format: WireFormat, asking: Asking = {}): Promise<Response> {
  const { text = "I am so tired", model = "m-1", key = KEY, stream = false, maxTokens = 500 } = asking;
  const bearer = { authorization: `Bearer ${key}` };
  const chat = {
    model,
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: text },
    ],
    temperature: 0.5,
    max_tokens: maxTokens,
    seed: 7,
    stream,
  };
  const requests: Readonly<Record<WireFormat, readonly [path: string, headers: object, body: object]>> = {
    "openai-chat": ["/v1/chat/completions", bearer, { ...chat, stream_options: { include_usage: true } }],
    openrouter: ["/api/v1/chat/completions", bearer, { ...chat, usage: { include: true } }],
    "openai-responses": [
      "/v1/responses",
      bearer,
      {
        model,
        instructions: "Be kind.",
        input: [{ role: "user", content: [{ type: "input_text", text }] }],
        temperature: 0.5,
        max_output_tokens: maxTokens,
      },
    ],
    anthropic: [
      "/v1/messages",
      { "x-api-key": key, "anthropic-version": "2023-06-01" },
      {
        model,
        system: [{ type: "text", text: "Be kind." }],
        messages: [{ role: "user", content: text }],
        temperature: 0.5,
        max_tokens: maxTokens,
        stream,
      },
    ],
    gemini: [
      `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      { "x-goog-api-key": key },
      {
        systemInstruction: { parts: [{ text: "Be kind." }] },
        contents: [{ role: "user", parts: [{ text }] }],
        generationConfig: { temperature: 0.5, maxOutputTokens: maxTokens, seed: 7 },
      },
    ],
    "json-chat": ["/chat", {}, { message: text }],
    givecare: [
      "/api/admin",
      bearer,
      { action: "runBenchmarkTurn", scenarioId: "s-1", userMessage: text, previousMessages: [] },
    ],
  };
  const [path, headers, body] = requests[format];
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    ...(asking.signal === undefined ? {} : { signal: asking.signal }),
  });
}
