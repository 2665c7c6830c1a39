import { hashOf } from "../../src/kernel/hash.ts";
import { createRandom } from "../../src/kernel/random.ts";
import type { FaultKind } from "./fault-kind.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import { priceCall } from "./price-call.ts";
import type { WireAnswer } from "./wire-answer.ts";
import type { WireRequest } from "./wire-request.ts";

const WORDS =
  "it sounds like a long week and I hear how much you carry today we can look at one small step together before evening comes and then rest".split(
    " ",
  );

const REFUSAL = "I can't help with that.";

const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Composes the model's reply to a request, with a content fault if requested. */
export async function composeAnswer(
  options: ModelServerOptions,
  request: WireRequest,
  fault: FaultKind | null,
): Promise<WireAnswer> {
  const given = typeof options.reply === "function" ? await options.reply(request) : options.reply;
  const parts = typeof given === "string" ? { text: given } : given;
  const whole = parts?.text ?? defaultText(request, options.replyWords ?? 20);
  const reasoning = parts?.reasoning === undefined ? (options.reasoning ?? null) : parts.reasoning;
  const room = request.maxTokens === null ? Number.POSITIVE_INFINITY : request.maxTokens * 4;
  const { text, finish } = withContentFault(fault, whole) ?? {
    text: whole.slice(0, room),
    finish: parts?.finish ?? (whole.length > room ? "length" : "stop"),
  };

  const inputTokens = tokensOf(request.messages.map((message) => message.text).join(""));
  const reasoningTokens = options.reasoningTokens ?? tokensOf(reasoning ?? "");
  const usage = {
    inputTokens,
    cachedInputTokens: Math.min(options.cachedInputTokens ?? 0, inputTokens),
    outputTokens: tokensOf(text) + reasoningTokens,
    reasoningTokens,
    ...parts?.usage,
  };
  const costUsd = parts?.costUsd ?? priceCall(options.pricePerCallUsd, request, usage);
  return { text, reasoning, finish, usage, costUsd };
}

function withContentFault(
  fault: FaultKind | null,
  whole: string,
): Pick<WireAnswer, "text" | "finish"> | null {
  if (fault === "empty-content") return { text: "", finish: "stop" };
  if (fault === "refusal") return { text: REFUSAL, finish: "refusal" };
  if (fault === "content-filter") return { text: "", finish: "content-filter" };
  if (fault === "length") return { text: whole.slice(0, Math.ceil(whole.length / 2)), finish: "length" };
  return null;
}

/** The same conversation with the same model gets the same text in every format. */
function defaultText({ model, messages }: WireRequest, words: number): string {
  const hash = hashOf({ model, messages });
  const random = createRandom(hash);
  const [first = "", ...others] = WORDS;
  const sentence = Array.from({ length: words }, () => random.pick([first, ...others])).join(" ");
  return `Reply ${hash.slice(0, 12)}: ${sentence}.`;
}
