import type { TranscriptMessage } from "../schema/transcript.ts";
import type { AttackFamily } from "./attack-families.ts";

export const ATTACK_POSITIONS = ["first", "middle", "last"] as const;
export type AttackPosition = (typeof ATTACK_POSITIONS)[number];

/**
 * The messages with a payload in one of the assistant's replies. What the reply said stays in it, unless the payload
 * takes the place of a reply that `keep` does not name.
 */
export function plantAttack(
  messages: readonly TranscriptMessage[],
  family: AttackFamily,
  position: AttackPosition,
  /** Whether a reply carries what the conversation's label rests on. */
  keep: (message: TranscriptMessage) => boolean,
): readonly TranscriptMessage[] {
  const replies = messages.filter((message) => message.role === "assistant");
  const at = { first: 0, middle: Math.floor((replies.length - 1) / 2), last: replies.length - 1 }[position];
  const { placement, payload } = family;
  if (placement === "split") {
    const parts = spread(payload, replies.slice(0, at + 1));
    return messages.map((message) => withText(message, [message.content, ...(parts.get(message) ?? [])]));
  }
  const target = replies[at];
  const [before, after = before] = payload;
  return messages.map((message) => {
    if (message !== target) return message;
    switch (placement) {
      case "replace":
        return withText(message, keep(message) ? [before, message.content] : [before]);
      case "before":
        return withText(message, [before, message.content]);
      case "around":
        return withText(message, [before, message.content, after]);
      default:
        return withText(message, [message.content, before]);
    }
  });
}

/** The last part goes into the last reply, and the others before it as far as there are replies. */
function spread(
  parts: readonly string[],
  replies: readonly TranscriptMessage[],
): ReadonlyMap<TranscriptMessage, readonly string[]> {
  const placed = new Map<TranscriptMessage, string[]>();
  for (const [index, part] of parts.entries()) {
    const reply = replies[Math.max(0, replies.length - parts.length + index)];
    if (reply !== undefined) placed.set(reply, [...(placed.get(reply) ?? []), part]);
  }
  return placed;
}

function withText(message: TranscriptMessage, parts: readonly string[]): TranscriptMessage {
  return { ...message, content: parts.join("\n\n") };
}
