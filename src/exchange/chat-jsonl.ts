/** chat-jsonl is our own format: one table of keys for reading and for writing. */
import * as z from "zod";
import { sha256 } from "../kernel/hash.ts";
import { FinishReason, type Transcript, type TranscriptMessage } from "../schema/run/transcript.ts";
import type { ExportedRun } from "./export-format.ts";
import { type ForeignConversation, type ForeignRecord, placeInside } from "./foreign-conversation.ts";
import { ForeignChatMessage, gatherMessages, type MessageDetails, parseRecord } from "./gather-messages.ts";

const SHAPE =
  'A line is { "id", "model"?, "scenario_id"?, "tags"?: [], "messages": [{ "role", "content" }], "metadata"? }.';

/** Our own format, in and out: its keys are all known, so that a misspelt one is noticed. */
const ChatLine = z.strictObject({
  id: z.string().min(1),
  model: z.string().min(1).optional(),
  scenario_id: z.string().optional(),
  tags: z.array(z.string()).optional(),
  messages: z
    .array(
      z.strictObject({
        role: ForeignChatMessage.shape.role,
        content: z.string(),
        session_number: z.int().min(1).optional(),
        elapsed_minutes: z.number().min(0).optional(),
        branch_id: z.string().optional(),
        branch_evidence: z.string().optional(),
        answers: z.array(z.string()).min(1).optional(),
        evaded: z.array(z.string()).min(1).optional(),
        finish_reason: FinishReason.optional(),
      }),
    )
    .min(1),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
type ChatLine = z.infer<typeof ChatLine>;

export function readChatJsonl({ value, place }: ForeignRecord): readonly ForeignConversation[] {
  const line = parseRecord(value, ChatLine, place, SHAPE);
  const list = line.messages.map((message, index) => ({
    message: { role: message.role, content: message.content },
    place: placeInside(place, "messages", index),
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
      at: null,
      metadata: {},
      labels: [],
      ...gatherMessages(list, place),
    },
  ];
}

function detailsOf(message: ChatLine["messages"][number]): MessageDetails {
  const { finish_reason, session_number, elapsed_minutes, branch_id, branch_evidence, answers, evaded } =
    message;
  return {
    ...(finish_reason === undefined ? {} : { finishReason: finish_reason }),
    ...(session_number === undefined ? {} : { sessionNumber: session_number }),
    ...(elapsed_minutes === undefined ? {} : { elapsedMinutes: elapsed_minutes }),
    ...(branch_id === undefined ? {} : { branchId: branch_id }),
    ...(branch_evidence === undefined ? {} : { branchEvidence: branch_evidence }),
    ...(answers === undefined ? {} : { answers }),
    ...(evaded === undefined ? {} : { evaded }),
  };
}

/**
 * A conversation as a line of chat-jsonl; importing it gives the same conversation. A reply that could not be had is
 * left out; `null` where that was the only one.
 */
export function chatLine({ header, messages }: Transcript, run: ExportedRun): ChatLine | null {
  const said = messages.filter(({ error }) => error === undefined);
  if (!said.some(({ role }) => role === "assistant")) return null;
  const isFromCorpus = header.tags === undefined;
  const isTold = run.systemPrompt !== null && sha256(run.systemPrompt) === header.system_prompt_hash;
  return {
    id: run.importedIds.get(header.transcript_id) ?? header.transcript_id,
    model: header.model_id,
    ...(isFromCorpus ? { scenario_id: header.scenario_id } : { tags: [...(header.tags ?? [])] }),
    messages: [
      ...(isTold && run.systemPrompt ? [{ role: "system" as const, content: run.systemPrompt }] : []),
      ...said.map(chatMessage),
    ],
  };
}

function chatMessage(message: TranscriptMessage): ChatLine["messages"][number] {
  const { role, content, session_number, elapsed_minutes, branch_id, branch_evidence } = message;
  const { answers, evaded, finish_reason } = message;
  return {
    role,
    content,
    ...(session_number === undefined ? {} : { session_number }),
    ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
    ...(branch_id === undefined ? {} : { branch_id }),
    ...(branch_evidence === undefined ? {} : { branch_evidence }),
    ...(answers === undefined ? {} : { answers }),
    ...(evaded === undefined ? {} : { evaded }),
    ...(finish_reason === undefined ? {} : { finish_reason }),
  };
}
