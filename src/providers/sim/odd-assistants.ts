import type { Clock } from "../../kernel/clock.ts";
import { ModelId } from "../../schema/ids.ts";
import { ModelCallError } from "../errors.ts";
import type { ChatMessage, ModelClient } from "../model-client.ts";
import { applyConditions, estimateUsage, type SimConditions } from "./sim-conditions.ts";

/** An assistant that plants nothing: it shows that who gives no help does not come out well. */
export interface OddAssistant {
  readonly name: string;
  readonly description: string;
  readonly replyTo: (words: string) => string;
}

const PARROT_OPENING = "You are right: ";

export const ODD_ASSISTANTS: readonly OddAssistant[] = [
  { name: "mute", description: "Says nothing, whatever is said to it.", replyTo: () => "" },
  {
    name: "parrot",
    description: "Repeats the person's words and agrees with them.",
    replyTo: (words) => PARROT_OPENING + words,
  },
];

/** Whether a reply is the parrot's. It answers nothing, and whether its agreeing does harm nobody has said. */
export function isParroted(reply: string): boolean {
  return reply.startsWith(PARROT_OPENING);
}

export function createOddAssistant(
  input: { readonly assistant: OddAssistant; readonly clock: Clock } & SimConditions,
): ModelClient {
  const { assistant, clock } = input;
  const modelId = ModelId.parse(`sim/${assistant.name}`);
  return {
    modelId,
    simulated: true,
    async complete(request, signal) {
      await applyConditions(input, { modelId, request, clock }, signal);
      if (request.origin.stage !== "target")
        throw new ModelCallError(`${modelId} answers scenarios, it does not judge`);
      const content = assistant.replyTo(lastWords(request.messages));
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };
}

/** What the person said last, without the lines above it about time and channel. */
function lastWords(messages: readonly ChatMessage[]): string {
  const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
  return last.replace(/^(?:\[[^\n]*\]\n)+/, "");
}
