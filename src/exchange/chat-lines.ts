import { sha256 } from "../kernel/hash.ts";
import type { Transcript, TranscriptMessage } from "../schema/transcript.ts";
import type { ExportedRun } from "./export-format.ts";
import type { ChatLine } from "./read-chat-jsonl.ts";

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
  const { role, content, session_number, elapsed_minutes, branch_id, branch_evidence, finish_reason } =
    message;
  return {
    role,
    content,
    ...(session_number === undefined ? {} : { session_number }),
    ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
    ...(branch_id === undefined ? {} : { branch_id }),
    ...(branch_evidence === undefined ? {} : { branch_evidence }),
    ...(finish_reason === undefined ? {} : { finish_reason }),
  };
}
