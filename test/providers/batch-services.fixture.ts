import { createHash } from "node:crypto";
import { systemClock } from "../../src/kernel/clock.ts";
import type { BatchAnswer, BatchService, PostponedRequest } from "../../src/providers/batch/batch-service.ts";
import { ALL_OWN } from "../../src/providers/key-hosts.fixture.ts";
import { openBatchService } from "../../src/providers/open-batch-service.ts";
import type { ProviderContext } from "../../src/providers/provider-context.ts";
import { addressesAt, KEYS, MODELS, never } from "./served-model.fixture.ts";

/** The three formats with batches. */
export const FORMATS = ["openai-chat", "anthropic", "gemini"] as const;
export type BatchFormat = (typeof FORMATS)[number];

export function serviceAt(
  format: BatchFormat,
  url: string,
  change: Partial<Pick<ProviderContext, "environment" | "timeoutMs" | "clock">> = {},
): BatchService {
  return openBatchService(MODELS[format], {
    environment: { ...KEYS, ...addressesAt(url) },
    provenance: ALL_OWN,
    endpoints: {},
    clock: systemClock,
    timeoutMs: 60_000,
    ...change,
  });
}

/** 64 hex digits, like the journal's keys. */
export function unitFor(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const PATHS = {
  "openai-chat": "/v1/chat/completions",
  anthropic: "/v1/messages",
  gemini: "/v1beta/models/gemini-2.5-flash:generateContent",
} as const;

/** The requests of a live call with this text. */
export function requestsFor(
  format: BatchFormat,
  url: string,
  texts: readonly string[],
): readonly PostponedRequest[] {
  const model = MODELS[format].replace(/^[^/]+\//, "");
  const bodyFor = (text: string) =>
    format === "gemini"
      ? { contents: [{ role: "user", parts: [{ text }] }], generationConfig: { maxOutputTokens: 500 } }
      : { model, max_tokens: 500, messages: [{ role: "user", content: text }] };
  return texts.map((text) => ({ unit: unitFor(text), url: `${url}${PATHS[format]}`, body: bodyFor(text) }));
}

export function unitsOf(requests: readonly PostponedRequest[]): ReadonlySet<string> {
  return new Set(requests.map(({ unit }) => unit));
}

/** The response of the equivalent live call. */
export async function liveResponse({ url, body }: PostponedRequest): Promise<unknown> {
  const headers = {
    "content-type": "application/json",
    authorization: "Bearer any-key",
    "x-goog-api-key": "any-key",
    "anthropic-version": "2023-06-01",
  };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}

/** By unit; fails if a unit has two answers. */
export async function answersOf(
  service: BatchService,
  id: string,
  requests: readonly PostponedRequest[],
): Promise<ReadonlyMap<string, BatchAnswer>> {
  const answers = new Map<string, BatchAnswer>();
  for await (const answer of service.answers({ id, units: unitsOf(requests) }, never)) {
    if (answers.has(answer.unit)) throw new Error(`answered twice: ${answer.unit}`);
    answers.set(answer.unit, answer);
  }
  return answers;
}
