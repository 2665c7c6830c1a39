/** Reads the messages from the input and output of observability tools: a chat in any of the shapes that libraries write. */
import { BadImportError } from "../errors.ts";
import { type ImportPlace, placeInside } from "../foreign-conversation.ts";
import { isObject, parsedOr } from "../foreign-facts.ts";
import { ForeignChatMessage, type PlacedMessage, parseRecord } from "../gather-messages.ts";
import type { LoggedCall } from "../logged-span.ts";

type Speaker = "user" | "assistant";

const SHAPE =
  'What was said is a text, a message { "role", "content" }, a list of them, or an object with "messages", "choices" or "generations".';

/** Role names of other libraries; LangChain uses the class of a message. */
const ROLES: ReadonlyMap<string, ForeignChatMessage["role"]> = new Map([
  ...(["system", "developer", "user", "assistant", "tool", "function"] as const).map(
    (role) => [role, role] as const,
  ),
  ["human", "user"],
  ["humanmessage", "user"],
  ["humanmessagechunk", "user"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["aimessage", "assistant"],
  ["aimessagechunk", "assistant"],
  ["systemmessage", "system"],
  ["toolmessage", "tool"],
  ["functionmessage", "function"],
]);

/** Keys that applications use for a single text, the most reliable first. */
const ONE_TEXT: Readonly<Record<Speaker, readonly string[]>> = {
  user: ["input", "question", "query", "prompt", "message", "text", "content", "human_input", "user_input"],
  assistant: ["output", "answer", "response", "message", "text", "content", "result", "completion", "reply"],
};

/** Returns the messages in order. A bare text belongs to `speaker`. Throws if it recognises no message. */
export function chatIn(value: unknown, place: ImportPlace, speaker: Speaker): readonly PlacedMessage[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") {
    const parsed = parsedOr(value, null);
    if (parsed !== null && isChat(parsed)) return chatIn(parsed, place, speaker);
    return [{ message: { role: speaker, content: value }, place }];
  }
  if (Array.isArray(value)) return chatInList(value, place, speaker);
  if (isObject(value)) return chatInObject(value, place, speaker);
  throw unknownShape(place);
}

function isChat(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => isMessage(item) || isChat(item));
  return (
    isObject(value) &&
    (isMessage(value) || ["messages", "choices", "generations"].some((key) => key in value))
  );
}

function isMessage(value: unknown): boolean {
  return (
    isObject(value) &&
    roleOf(value) !== null &&
    ["content", "parts", "kwargs", "data", "tool_calls"].some((key) => key in value)
  );
}

function chatInList(
  list: readonly unknown[],
  place: ImportPlace,
  speaker: Speaker,
): readonly PlacedMessage[] {
  const [first] = list;
  if (list.length === 1 && Array.isArray(first)) return chatInList(first, placeInside(place, 0), speaker);
  if (
    list.length > 0 &&
    list.every((item) => isObject(item) && !isMessage(item) && ("text" in item || item["type"] === "text"))
  ) {
    return [messageFrom({ role: speaker, content: list }, place)];
  }
  return list.map((item, index) => messageFrom(item, placeInside(place, index)));
}

function chatInObject(
  value: Readonly<Record<string, unknown>>,
  place: ImportPlace,
  speaker: Speaker,
): readonly PlacedMessage[] {
  if (isMessage(value)) return [messageFrom(value, place)];
  if ("messages" in value) return chatIn(value["messages"], placeInside(place, "messages"), speaker);
  if ("choices" in value) return [chosen(value["choices"], placeInside(place, "choices"))];
  if ("generations" in value) return [generated(value["generations"], placeInside(place, "generations"))];
  for (const key of ONE_TEXT[speaker]) {
    if (value[key] != null) return chatIn(value[key], placeInside(place, key), speaker);
  }
  throw unknownShape(place);
}

/** Reads OpenAI's choices. */
function chosen(choices: unknown, place: ImportPlace): PlacedMessage {
  const choice = onlyOne(choices, place);
  if (!isObject(choice)) throw unknownShape(place);
  const message = messageFrom(choice["message"], placeInside(place, 0, "message"));
  return withFinishReason(message, choice["finish_reason"]);
}

/** Reads LangChain's generations: for each prompt, the replies to it. */
function generated(generations: unknown, place: ImportPlace): PlacedMessage {
  const generation = onlyOne(onlyOne(generations, place), place);
  if (!isObject(generation)) throw unknownShape(place);
  const inner = placeInside(place, 0, 0);
  const info = isObject(generation["generation_info"]) ? generation["generation_info"] : {};
  const message =
    generation["message"] == null
      ? messageFrom({ role: "assistant", content: generation["text"] }, placeInside(inner, "text"))
      : messageFrom(generation["message"], placeInside(inner, "message"));
  return withFinishReason(message, info["finish_reason"]);
}

function onlyOne(list: unknown, place: ImportPlace): unknown {
  if (!Array.isArray(list)) return list;
  if (list.length > 1) {
    const hint = "Which of them the user saw is not in the log: leave the call out, or all but that reply.";
    throw new BadImportError(place, `there are ${list.length} replies to choose from`, hint);
  }
  return list[0];
}

/** Reads the input and output of an agent or a chain. The output may hold the whole conversation so far, not only the reply. */
export function toldOver(
  asked: readonly PlacedMessage[],
  replied: readonly PlacedMessage[],
): Pick<LoggedCall, "asked" | "replied"> {
  const isState = replied.some(({ message }) => message.role === "user");
  return isState ? { asked: replied.slice(0, -1), replied: replied.slice(-1) } : { asked, replied };
}

/** Adds the finish reason, in the words that most libraries share. */
export function withFinishReason(placed: PlacedMessage, reason: unknown): PlacedMessage {
  if (typeof reason !== "string" || reason === "") return placed;
  const known = reason === "stop" || reason === "length" || reason === "content_filter" ? reason : "other";
  // A tool call does not end the reply.
  return reason.startsWith("tool")
    ? placed
    : { ...placed, details: { ...placed.details, finishReason: known } };
}

/** Reads one message of any library. */
export function messageFrom(value: unknown, place: ImportPlace): PlacedMessage {
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === "string") {
    return messageFrom({ role: value[0], content: value[1] }, place);
  }
  if (!isObject(value)) throw unknownShape(place);
  // LangChain keeps a message's fields in `kwargs`, or in `data`.
  const inner = isObject(value["kwargs"]) ? value["kwargs"] : isObject(value["data"]) ? value["data"] : value;
  const content = inner["content"] ?? inner["parts"] ?? null;
  const message = {
    role: roleOf(value) ?? value["role"],
    content: Array.isArray(content) ? content.map(partFrom) : content,
    ...(inner["refusal"] == null ? {} : { refusal: inner["refusal"] }),
    ...(inner["tool_calls"] == null ? {} : { tool_calls: Object.values(inner["tool_calls"]) }),
  };
  return { message: parseRecord(message, ForeignChatMessage, place, SHAPE), place };
}

function roleOf(value: Readonly<Record<string, unknown>>): ForeignChatMessage["role"] | null {
  const named = Array.isArray(value["id"]) ? value["id"].at(-1) : (value["role"] ?? value["type"]);
  return typeof named === "string" ? (ROLES.get(named.toLowerCase()) ?? null) : null;
}

/** Gemini's parts and bare texts have no type. */
function partFrom(part: unknown): unknown {
  if (typeof part === "string") return { type: "text", text: part };
  return isObject(part) && !("type" in part) && typeof part["text"] === "string"
    ? { type: "text", ...part }
    : part;
}

function unknownShape(place: ImportPlace): BadImportError {
  return new BadImportError(place, "it is not known where in it somebody speaks", SHAPE);
}
