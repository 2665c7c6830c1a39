import * as z from "zod";
import type { WireAnswer } from "../wire-answer.ts";
import type { WireBody, WireError, WireProtocol } from "../wire-protocol.ts";
import type { WireRequest } from "../wire-request.ts";
import { MessageText } from "./message-text.ts";
import { serverSentEvent } from "./server-sent-event.ts";
import { splitText } from "./split-text.ts";

const PATH = /\/models\/([^/]+):(generateContent|streamGenerateContent)$/;

const Body = z.object({
  systemInstruction: z.object({ parts: MessageText }).nullish(),
  contents: z.array(z.object({ role: z.enum(["user", "model"]).default("user"), parts: MessageText })).min(1),
  generationConfig: z
    .object({
      temperature: z.number().nullish(),
      maxOutputTokens: z.int().nullish(),
      seed: z.int().nullish(),
    })
    .nullish(),
});

/** Google's generateContent, whole and streamed. */
export const gemini: WireProtocol = {
  format: "gemini",
  needsKey: true,
  claims: (method, path) => method === "POST" && PATH.test(path),
  keyOf: (headers, query) => headers["x-goog-api-key"]?.toString() ?? query.get("key"),
  read: (input, path) => {
    const [, model = "", action] = PATH.exec(path) ?? [];
    const body = Body.parse(input);
    const system = body.systemInstruction ? [{ role: "system", text: body.systemInstruction.parts }] : [];
    const turns = body.contents.map(({ role, parts }) => ({
      role: role === "model" ? "assistant" : role,
      text: parts,
    }));
    return {
      model: decodeURIComponent(model),
      messages: [...system, ...turns],
      temperature: body.generationConfig?.temperature ?? null,
      maxTokens: body.generationConfig?.maxOutputTokens ?? null,
      seed: body.generationConfig?.seed ?? null,
      stream: action === "streamGenerateContent",
      conversationId: null,
    };
  },
  answer: (request, answer) => ({ status: 200, body: responseBody(request, answer, pieces(answer), true) }),
  events: (request, answer) => {
    const all = [
      ...splitText(answer.reasoning ?? "").map((text) => ({ text, thought: true })),
      ...splitText(visibleText(answer)).map((text) => ({ text })),
    ];
    const last = Math.max(all.length - 1, 0);
    return Array.from({ length: last + 1 }, (_, index) =>
      serverSentEvent(responseBody(request, answer, all.slice(index, index + 1), index === last)),
    );
  },
  error: failure,
  errorEvent: (body) => serverSentEvent(body),
};

interface Part {
  readonly text: string;
  readonly thought?: true;
}

/** A blocked candidate has no content at all. */
const visibleText = (answer: WireAnswer) =>
  answer.finish === "refusal" || answer.finish === "content-filter" ? "" : answer.text;

function pieces(answer: WireAnswer): readonly Part[] {
  const said = visibleText(answer);
  return [
    ...(answer.reasoning === null ? [] : [{ text: answer.reasoning, thought: true } as const]),
    ...(said === "" ? [] : [{ text: said }]),
  ];
}

function responseBody(request: WireRequest, answer: WireAnswer, parts: readonly object[], ended: boolean) {
  const { usage } = answer;
  const said = usage.outputTokens - usage.reasoningTokens;
  const reasons = { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" } as const;
  const blocked = answer.finish === "content-filter";
  const finish = ended && answer.finish !== "content-filter" ? { finishReason: reasons[answer.finish] } : {};
  const content = {
    ...(answer.finish === "refusal"
      ? {
          safetyRatings: [
            { category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH", blocked: true },
          ],
        }
      : { content: { role: "model", ...(parts.length > 0 ? { parts } : {}) } }),
    ...finish,
    index: 0,
  };
  return {
    ...(blocked ? { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } : { candidates: [content] }),
    usageMetadata: {
      promptTokenCount: usage.inputTokens,
      ...(usage.cachedInputTokens > 0 ? { cachedContentTokenCount: usage.cachedInputTokens } : {}),
      ...(said > 0 ? { candidatesTokenCount: said } : {}),
      ...(usage.reasoningTokens > 0 ? { thoughtsTokenCount: usage.reasoningTokens } : {}),
      totalTokenCount: usage.inputTokens + usage.outputTokens,
    },
    modelVersion: request.model,
    responseId: request.requestHash.slice(0, 22),
  };
}

const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const QUOTA_FAILURE = "type.googleapis.com/google.rpc.QuotaFailure";

const ERRORS: Readonly<
  Record<WireError["problem"], { name?: string; status?: number; details?: readonly object[] }>
> = {
  "bad-request": { name: "INVALID_ARGUMENT" },
  "no-key": { name: "PERMISSION_DENIED", status: 403 },
  // Google answers a bad or expired key with 400, and names it in the details.
  "bad-key": {
    name: "INVALID_ARGUMENT",
    status: 400,
    details: [{ "@type": ERROR_INFO, reason: "API_KEY_INVALID", domain: "googleapis.com" }],
  },
  forbidden: { name: "PERMISSION_DENIED" },
  "unknown-model": { name: "NOT_FOUND" },
  "rate-limit": {
    name: "RESOURCE_EXHAUSTED",
    details: [
      { "@type": QUOTA_FAILURE, violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel" }] },
    ],
  },
  quota: {
    name: "RESOURCE_EXHAUSTED",
    details: [
      { "@type": QUOTA_FAILURE, violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] },
    ],
  },
  server: {},
  overloaded: { name: "UNAVAILABLE" },
};

function failure({ problem, status, message }: WireError): WireBody {
  const { name, status: code = status, details } = ERRORS[problem];
  const fallback = code === 503 ? "UNAVAILABLE" : "INTERNAL";
  const error = { code, message, status: name ?? fallback, ...(details === undefined ? {} : { details }) };
  return { status: code, body: { error } };
}
