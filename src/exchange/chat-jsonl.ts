/** Defines chat-jsonl, our own format: one table of keys for reading and writing. */
import * as z from "zod";
import { sha256 } from "../kernel/hash.ts";
import { FinishReason, type Transcript, type TranscriptMessage } from "../schema/run/transcript.ts";
import { nearestName } from "../text/match/nearest-name.ts";
import { BadImportError } from "./errors.ts";
import type { ExportedRun } from "./export-format.ts";
import {
  type ForeignConversation,
  type ForeignRecord,
  type ImportPlace,
  placeInside,
} from "./foreign-conversation.ts";
import { firstTime, flatMetadata, isObject, isoTime, without } from "./foreign-facts.ts";
import { ForeignChatMessage, gatherMessages, type MessageDetails, parseRecord } from "./gather-messages.ts";

const SHAPE =
  'A line is { "id", "model"?, "scenario_id"?, "tags"?: [], "at"?, "labels"?: [], "messages": [{ "role", "content" }], "metadata"?: {} }.';

const ChatMessage = z.looseObject({
  role: ForeignChatMessage.shape.role,
  content: z.string(),
  session_number: z.int().min(1).optional(),
  elapsed_minutes: z.number().min(0).optional(),
  branch_id: z.string().optional(),
  branch_evidence: z.string().optional(),
  answers: z.array(z.string()).min(1).optional(),
  evaded: z.array(z.string()).min(1).optional(),
  finish_reason: FinishReason.optional(),
});

/** Line of our own format, for import and export. Unknown keys are metadata, unless they look like a misspelt known key. */
const ChatLine = z.looseObject({
  id: z.string().min(1),
  model: z.string().min(1).optional(),
  scenario_id: z.string().optional(),
  tags: z.array(z.string()).optional(),
  at: z
    .unknown()
    .refine((at) => at === undefined || isoTime(at) !== null, "it is no time")
    .optional(),
  labels: z.array(z.string()).optional(),
  messages: z.array(ChatMessage).min(1),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
type ChatLine = z.infer<typeof ChatLine>;

const LINE_KEYS = Object.keys(ChatLine.shape);
const MESSAGE_KEYS = Object.keys(ChatMessage.shape);
/** Minimum length for spelling checks: a key of two letters resembles any other. */
const SHORTEST_TO_MISSPELL = 4;

export function readChatJsonl({ value, place }: ForeignRecord): readonly ForeignConversation[] {
  refuseMisspelt(value, LINE_KEYS, place);
  const written = isObject(value) && Array.isArray(value["messages"]) ? value["messages"] : [];
  written.forEach((message, index) => {
    refuseMisspelt(message, MESSAGE_KEYS, placeInside(place, "messages", index));
  });
  const line = parseRecord(value, ChatLine, place, SHAPE);
  const list = line.messages.map((message, index) => ({
    message: { role: message.role, content: message.content },
    place: placeInside(place, "messages", index),
    details: detailsOf(message),
  }));
  const others = without(line, ...LINE_KEYS);
  const [first] = line.messages;
  return [
    {
      place,
      id: line.id,
      subject: line.id,
      model: line.model ?? null,
      scenarioId: line.scenario_id ?? null,
      tags: line.tags ?? [],
      at: firstTime(
        line.at,
        ...TIMES.map((key) => first?.[key]),
        ...TIMES.map((key) => others[key]),
        ...TIMES.map((key) => line.metadata?.[key]),
      ),
      metadata: { ...flatMetadata(others), ...flatMetadata(line.metadata) },
      labels: line.labels ?? [],
      ...gatherMessages(list, place),
    },
  ];
}

/** Keys that other tools use for times, the likeliest first. */
const TIMES = ["timestamp", "created_at", "created", "time", "date"] as const;

function refuseMisspelt(value: unknown, known: readonly string[], place: ImportPlace): void {
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const meant =
      known.find((name) => name === key.toLowerCase()) ??
      nearestName(
        key,
        known.filter((name) => name.length >= SHORTEST_TO_MISSPELL),
      );
    if (meant === undefined || Object.hasOwn(value, meant)) continue;
    const hint = `Did you mean "${meant}"? What is meant as metadata goes into "metadata".`;
    throw new BadImportError(place, `the key "${key}" is nearly one of ours`, hint);
  }
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
 * Writes a conversation as a line of chat-jsonl; importing the line restores the conversation. It omits failed replies
 * and returns `null` if the only reply failed.
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
    ...(header.at === undefined ? {} : { at: header.at }),
    ...(header.labels === undefined ? {} : { labels: [...header.labels] }),
    ...(header.metadata === undefined ? {} : { metadata: header.metadata }),
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
