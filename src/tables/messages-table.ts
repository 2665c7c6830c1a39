import type { Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import { IMPORT_COLUMNS, NAME_COLUMNS, type OfConversation, RUN_ID } from "./conversation-columns.ts";
import { type Column, column, defineTable } from "./table.ts";

interface MessageRow extends OfConversation {
  readonly header: Transcript["header"];
  readonly message: TranscriptMessage;
  readonly position: number;
}

const COLUMNS: readonly Column<MessageRow>[] = [
  RUN_ID,
  ...NAME_COLUMNS,
  column.text("harness", "How the conversation was had.", ({ header }) => header.harness),
  column.boolean("simulated", "Whether a program of ours replied.", ({ header }) => header.simulated),
  column.boolean("private", "Whether it must not be published.", ({ header }) => header.private ?? false),
  column.boolean("complete", "Whether the conversation came to its end.", ({ header }) => header.complete),
  column.integer(
    "turn",
    "The scenario's turn, shared by the caregiver's message and the reply.",
    ({ message }) => message.turn,
  ),
  column.text("role", "`user` or `assistant`.", ({ message }) => message.role),
  column.text("content", "What was said.", ({ message }) => message.content),
  column.integer.orNull(
    "session_number",
    "The session, where a conversation has several.",
    ({ message }) => message.session_number,
  ),
  column.number.orNull(
    "elapsed_minutes",
    "Minutes since the conversation began, where they count.",
    ({ message }) => message.elapsed_minutes,
  ),
  column.text.orNull(
    "branch_id",
    "The branch that the message belongs to.",
    ({ message }) => message.branch_id,
  ),
  column.json.orNull(
    "answers",
    "Answers of the scenario's bank that stand before the scripted words.",
    ({ message }) => message.answers,
  ),
  column.text.orNull("finish_reason", "Why the reply ended.", ({ message }) => message.finish_reason),
  column.boolean(
    "truncated",
    "Whether the reply was cut at the token cap.",
    ({ message }) => message.truncated ?? false,
  ),
  column.text.orNull(
    "error",
    "Why the reply could not be had; the conversation ends here.",
    ({ message }) => message.error,
  ),
  column.integer("position", "The message's place in the conversation, from 1.", ({ position }) => position),
  ...IMPORT_COLUMNS,
];

export const messagesTable = defineTable<MessageRow>({
  name: "messages",
  about: "One row for each message of each conversation.",
  key: ["run_id", "transcript_id", "position"],
  columns: COLUMNS,
  async *rows(source) {
    for await (const { header, messages } of source.transcripts()) {
      if (source.model !== null && header.model_id !== source.model) continue;
      const conversation = await source.conversation(header.transcript_id, header);
      for (const [index, message] of messages.entries())
        yield { named: header, conversation, header, message, position: index + 1 };
    }
  },
});
