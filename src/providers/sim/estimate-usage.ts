import type { Usage } from "../../schema/journal.ts";
import type { ModelRequest } from "../model-client.ts";

const CHARACTERS_PER_TOKEN = 4;

/** Plausible token counts for a call that no tokenizer saw. */
export function estimateUsage(request: ModelRequest, reply: string): Usage {
  const sent = request.messages.reduce((sum, message) => sum + message.content.length, 0);
  return {
    input_tokens: Math.ceil(sent / CHARACTERS_PER_TOKEN),
    cached_tokens: 0,
    output_tokens: Math.ceil(reply.length / CHARACTERS_PER_TOKEN),
    reasoning_tokens: 0,
  };
}
