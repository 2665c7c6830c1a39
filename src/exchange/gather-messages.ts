/**
 * Shared by the readers of all formats: parses a record by its schema, extracts a message's text, and gathers a list of
 * messages into a conversation.
 */
import * as z from "zod";
import type { FinishReason } from "../schema/run/transcript.ts";
import { BadImportError } from "./errors.ts";
import {
  type ForeignConversation,
  type ForeignMessage,
  type ImportPlace,
  placeInside,
} from "./foreign-conversation.ts";

/** Content of a message in chat formats: text, or a list of parts. */
const ForeignContent = z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()], {
  error: "a text or a list of parts is expected",
});
type ForeignContent = z.infer<typeof ForeignContent>;

const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text", "refusal"]);
const REASONING_TYPES: ReadonlySet<string> = new Set(["reasoning", "thinking", "redacted_thinking"]);
const TOOL_TYPES: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_call",
  "tool_result",
  "tool_call_response",
  "server_tool_call",
  "server_tool_call_response",
]);
const Words = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ refusal: z.string() }).transform(({ refusal }) => refusal),
  z.object({ content: z.string() }).transform(({ content }) => content),
]);

export interface ContentText {
  readonly text: string;
  readonly isRefusal: boolean;
  readonly reasoningParts: number;
  readonly toolParts: number;
}

/** Returns the text of a message. Throws for pictures and sounds: without them, the text about them cannot be judged. */
function contentText(content: ForeignContent, place: ImportPlace): ContentText {
  if (content === null) return { text: "", isRefusal: false, reasoningParts: 0, toolParts: 0 };
  if (typeof content === "string") {
    return { text: content, isRefusal: false, reasoningParts: 0, toolParts: 0 };
  }
  const texts: string[] = [];
  const counts = { refusals: 0, reasoningParts: 0, toolParts: 0 };
  content.forEach((part, index) => {
    const { type } = part;
    if (REASONING_TYPES.has(type)) counts.reasoningParts += 1;
    else if (TOOL_TYPES.has(type)) counts.toolParts += 1;
    else if (TEXT_TYPES.has(type)) {
      const words = Words.safeParse(part);
      if (!words.success)
        throw new BadImportError(placeInside(place, index), "a part without its text", "Mend the part.");
      counts.refusals += Number(type === "refusal");
      texts.push(words.data);
    } else {
      const hint = "Only text can be judged: leave the conversation out, or put the part into words.";
      throw new BadImportError(placeInside(place, index), `a part of the type "${type}"`, hint);
    }
  });
  const { refusals, ...left } = counts;
  return { text: texts.join("\n"), isRefusal: refusals > 0, ...left };
}

/** Returns the words that a person heard or said in a message; `null` for instructions and tools. */
export function saidWords({ role, content, refusal }: ForeignChatMessage, place: ImportPlace): string | null {
  if (role !== "user" && role !== "assistant") return null;
  const { text } = contentText(content ?? null, placeInside(place, "content"));
  const words = text === "" ? (refusal ?? "") : text;
  return words === "" ? null : words;
}

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"] as const;

/** A message in the form of chat formats, with the fields that we read. */
export const ForeignChatMessage = z.looseObject({
  role: z.enum(ROLES, {
    error: ({ input }) =>
      typeof input === "string" ? `no message has the role "${input}"` : "a message needs a role",
  }),
  content: ForeignContent.optional(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  function_call: z.unknown().optional(),
});
export type ForeignChatMessage = z.infer<typeof ForeignChatMessage>;

/** Data of a message besides its text. */
export type MessageDetails = Omit<ForeignMessage, "role" | "content">;

export interface PlacedMessage {
  readonly message: ForeignChatMessage;
  readonly place: ImportPlace;
  readonly details?: MessageDetails;
}

export type GatheredMessages = Pick<ForeignConversation, "systemPrompt" | "messages" | "changes">;

/**
 * Gathers a conversation from messages. It separates the system prompt, and omits and counts tool messages. It joins
 * consecutive messages of one side, because a turn lies between two messages of the other side.
 */
export function gatherMessages(list: readonly PlacedMessage[], place: ImportPlace): GatheredMessages {
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
      placeInside(at, "content"),
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

/** Parses a part of a record by its schema. The error names the first fault and the format's shape. */
export function parseRecord<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  place: ImportPlace,
  shape: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue === undefined ? place : placeInside(place, ...issue.path);
  throw new BadImportError(at, issue?.message ?? "not understood", shape, { cause: result.error });
}
