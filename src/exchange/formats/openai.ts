import * as z from "zod";
import type { FinishReason } from "../../schema/run/transcript.ts";
import { BadImportError } from "../errors.ts";
import type { ForeignConversation, ForeignRecord } from "../foreign-conversation.ts";
import { type ImportPlace, placeInside } from "../foreign-conversation.ts";
import { firstTime, flatMetadata, pickKeys, textsOf, without } from "../foreign-facts.ts";
import { ForeignChatMessage, gatherMessages, type PlacedMessage, parseRecord } from "../gather-messages.ts";

const SHAPE =
  'A record is { "messages": [] }, a request and its response { "request": { "messages" }, "response": { "choices" } }, or a stored completion with its "messages" and "choices".';

const Messages = z.array(ForeignChatMessage).min(1);
const Request = z.looseObject({ model: z.string().optional(), messages: Messages });
const Response = z.looseObject({
  id: z.string().optional(),
  model: z.string().optional(),
  created: z.unknown().optional(),
  choices: z
    .array(z.looseObject({ message: ForeignChatMessage, finish_reason: z.string().nullish() }))
    .min(1),
});
const Labels = z.looseObject({ scenario_id: z.string().optional() });
const Common = z.looseObject({
  id: z.string().optional(),
  custom_id: z.string().optional(),
  metadata: Labels.nullish(),
});

/** Paths to the list of records: the document itself, or OpenAI's pages. */
export const OPENAI_LISTS = [[], ["data"]];

/** Reads OpenAI's chat completions: fine-tuning lines, logs of requests with their responses, stored completions. */
export function readOpenai({ value, place, name }: ForeignRecord): readonly ForeignConversation[] {
  const record = parseRecord(value, Common, place, SHAPE);
  const asked = bodyOf(record["request"], "request") ?? bodyOf(record, "body") ?? { value: record, path: [] };
  const answered = bodyOf(record["response"], "response") ?? { value: record, path: [] };
  const request = readRequest(asked, place);
  const hasReply =
    typeof answered.value === "object" && answered.value !== null && "choices" in answered.value;
  const response = hasReply
    ? parseRecord(answered.value, Response, placeInside(place, ...answered.path), SHAPE)
    : null;
  const id = record.custom_id ?? record.id ?? response?.id ?? name;
  const base = {
    place,
    subject: id,
    model: response?.model ?? request.model ?? null,
    scenarioId: record.metadata?.scenario_id ?? null,
    tags: [],
    at: firstTime(response?.created, record["created"], record["created_at"], record["timestamp"]),
    metadata: {
      ...flatMetadata(without(record.metadata, "scenario_id")),
      ...flatMetadata(pickKeys(record, "user", "user_id", "service_tier")),
    },
    labels: textsOf(record["tags"]),
  };
  if (response === null) return [{ ...base, id, ...gatherMessages(request.list, place) }];
  return response.choices.map((choice, index) => {
    const finishReason = finishReasonOf(choice.finish_reason);
    const reply: PlacedMessage = {
      message: choice.message,
      place: placeInside(place, ...answered.path, "choices", index, "message"),
      ...(finishReason === undefined ? {} : { details: { finishReason } }),
    };
    return {
      ...base,
      id: response.choices.length === 1 ? id : `${id}#${index + 1}`,
      ...gatherMessages([...request.list, reply], place),
    };
  });
}

interface Body {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Returns the body of a request or response, which a log may keep bare or nested. */
function bodyOf(value: unknown, name: string): Body | null {
  if (typeof value !== "object" || value === null) return null;
  if ("body" in value && typeof value.body === "object" && value.body !== null) {
    return { value: value.body, path: name === "body" ? ["body"] : [name, "body"] };
  }
  return name === "body" ? null : { value, path: [name] };
}

function readRequest(asked: Body, place: ImportPlace): { model?: string | undefined; list: PlacedMessage[] } {
  const at = placeInside(place, ...asked.path);
  if (typeof asked.value === "object" && asked.value !== null && !("messages" in asked.value)) {
    const hint = `${SHAPE} A stored completion's messages are had from /chat/completions/{id}/messages.`;
    throw new BadImportError(at, 'it does not say what was asked: there are no "messages"', hint);
  }
  const { model, messages } = parseRecord(asked.value, Request, at, SHAPE);
  return {
    model,
    list: messages.map((message, index) => ({ message, place: placeInside(at, "messages", index) })),
  };
}

/** Maps OpenAI's finish reasons. */
function finishReasonOf(reason: string | null | undefined): FinishReason | undefined {
  if (reason == null) return undefined;
  if (reason === "stop" || reason === "length" || reason === "content_filter") return reason;
  return "other";
}
