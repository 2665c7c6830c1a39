import * as z from "zod";
import type { FinishReason } from "../schema/transcript.ts";
import { BadImportError } from "./bad-import-error.ts";
import { contentText, ForeignContent } from "./content-text.ts";
import type { ForeignConversation, ForeignMessage } from "./foreign-conversation.ts";
import { type ImportPlace, inside } from "./import-place.ts";

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"] as const;

/** A message as chat formats write it, with what we read of it. */
export const ChatMessage = z.looseObject({
  role: z.enum(ROLES, {
    error: ({ input }) =>
      typeof input === "string" ? `no message has the role "${input}"` : "a message needs a role",
  }),
  content: ForeignContent.optional(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  function_call: z.unknown().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What a format says about a message beside its text. */
export type MessageDetails = Omit<ForeignMessage, "role" | "content">;

export interface PlacedMessage {
  readonly message: ChatMessage;
  readonly place: ImportPlace;
  readonly details?: MessageDetails;
}

export type Gathered = Pick<ForeignConversation, "systemPrompt" | "messages" | "changes">;

/**
 * The conversation in a list of messages. What the system was told is apart; tools are left out and counted; what one
 * side said in several messages becomes one, because a turn is what stands between two words of the other.
 */
export function gatherMessages(list: readonly PlacedMessage[], place: ImportPlace): Gathered {
  const told: string[] = [];
  const messages: ForeignMessage[] = [];
  const changes = { joined: 0, toolMessages: 0, reasoningParts: 0 };
  for (const { message, place: at, details = {} } of list) {
    const { role } = message;
    if (role === "tool" || role === "function") {
      changes.toolMessages += 1;
      continue;
    }
    const { text, isRefusal, reasoningParts, toolParts } = contentText(
      message.content ?? null,
      inside(at, "content"),
    );
    changes.reasoningParts += reasoningParts;
    changes.toolMessages += toolParts;
    if (role === "system" || role === "developer") {
      told.push(text);
      continue;
    }
    const calls = (message.tool_calls?.length ?? 0) + Number(message.function_call != null);
    changes.toolMessages += calls;
    const words = text === "" ? (message.refusal ?? "") : text;
    if (words === "" && calls + toolParts > 0) continue;
    if (message.content == null && words === "") {
      throw new BadImportError(at, `the ${role}'s message has no content`, 'Give it a "content".');
    }
    const refused: { finishReason?: FinishReason } =
      isRefusal || (message.refusal != null && text === "") ? { finishReason: "refusal" } : {};
    const said: ForeignMessage = { role, content: words, ...details, ...refused };
    const before = messages.at(-1);
    if (before?.role === role && before.sessionNumber === said.sessionNumber) {
      messages[messages.length - 1] = { ...before, ...said, content: `${before.content}\n\n${words}` };
      changes.joined += 1;
    } else messages.push(said);
  }
  if (!messages.some(({ role }) => role === "assistant")) {
    const hint = "A conversation to be judged has at least one assistant message.";
    throw new BadImportError(place, "the assistant says nothing in it", hint);
  }
  if (!messages.some(({ role }) => role === "user")) {
    const hint = "A conversation to be judged has at least one user message.";
    throw new BadImportError(place, "the user says nothing in it", hint);
  }
  return { systemPrompt: told.join("\n\n"), messages, changes };
}
