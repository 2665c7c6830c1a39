import * as z from "zod";
import { FinishReason } from "../schema/transcript.ts";
import type { ForeignConversation, ForeignRecord } from "./foreign-conversation.ts";
import { ChatMessage, gatherMessages, type MessageDetails } from "./gather-messages.ts";
import { inside } from "./import-place.ts";
import { parseRecord } from "./parse-record.ts";

const SHAPE =
  'A line is { "id", "model"?, "scenario_id"?, "tags"?: [], "messages": [{ "role", "content" }], "metadata"? }.';

/** Our own format, in and out: its keys are all known, so that a misspelt one is noticed. */
export const ChatLine = z.strictObject({
  id: z.string().min(1),
  model: z.string().min(1).optional(),
  scenario_id: z.string().optional(),
  tags: z.array(z.string()).optional(),
  messages: z
    .array(
      z.strictObject({
        role: ChatMessage.shape.role,
        content: z.string(),
        session_number: z.int().min(1).optional(),
        elapsed_minutes: z.number().min(0).optional(),
        branch_id: z.string().optional(),
        branch_evidence: z.string().optional(),
        finish_reason: FinishReason.optional(),
      }),
    )
    .min(1),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type ChatLine = z.infer<typeof ChatLine>;

export function readChatJsonl({ value, place }: ForeignRecord): readonly ForeignConversation[] {
  const line = parseRecord(value, ChatLine, place, SHAPE);
  const list = line.messages.map((message, index) => ({
    message: { role: message.role, content: message.content },
    place: inside(place, "messages", index),
    details: detailsOf(message),
  }));
  return [
    {
      place,
      id: line.id,
      subject: line.id,
      model: line.model ?? null,
      scenarioId: line.scenario_id ?? null,
      tags: line.tags ?? [],
      ...gatherMessages(list, place),
    },
  ];
}

function detailsOf(message: ChatLine["messages"][number]): MessageDetails {
  const { finish_reason, session_number, elapsed_minutes, branch_id, branch_evidence } = message;
  return {
    ...(finish_reason === undefined ? {} : { finishReason: finish_reason }),
    ...(session_number === undefined ? {} : { sessionNumber: session_number }),
    ...(elapsed_minutes === undefined ? {} : { elapsedMinutes: elapsed_minutes }),
    ...(branch_id === undefined ? {} : { branchId: branch_id }),
    ...(branch_evidence === undefined ? {} : { branchEvidence: branch_evidence }),
  };
}
