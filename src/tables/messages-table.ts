import type { Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import { IMPORT_COLUMNS, NAME_COLUMNS, type OfConversation, RUN_ID } from "./conversation-columns.ts";
import { type Column, defineTable } from "./table.ts";

interface MessageRow extends OfConversation {
  readonly header: Transcript["header"];
  readonly message: TranscriptMessage;
  readonly position: number;
}

const COLUMNS: readonly Column<MessageRow>[] = [
  RUN_ID,
  ...NAME_COLUMNS,
  {
    name: "harness",
    type: "text",
    about: "How the conversation was had.",
    read: ({ header }) => header.harness,
  },
  {
    name: "simulated",
    type: "boolean",
    about: "Whether a program of ours replied.",
    read: ({ header }) => header.simulated,
  },
  {
    name: "private",
    type: "boolean",
    about: "Whether it must not be published.",
    read: ({ header }) => header.private ?? false,
  },
  {
    name: "complete",
    type: "boolean",
    about: "Whether the conversation came to its end.",
    read: ({ header }) => header.complete,
  },
  {
    name: "turn",
    type: "integer",
    about: "The scenario's turn, shared by the caregiver's message and the reply.",
    read: ({ message }) => message.turn,
  },
  {
    name: "role",
    type: "text",
    about: "`user` or `assistant`.",
    read: ({ message }) => message.role,
  },
  {
    name: "content",
    type: "text",
    about: "What was said.",
    read: ({ message }) => message.content,
  },
  {
    name: "session_number",
    type: "integer",
    nullable: true,
    about: "The session, where a conversation has several.",
    read: ({ message }) => message.session_number ?? null,
  },
  {
    name: "elapsed_minutes",
    type: "number",
    nullable: true,
    about: "Minutes since the conversation began, where they count.",
    read: ({ message }) => message.elapsed_minutes ?? null,
  },
  {
    name: "branch_id",
    type: "text",
    nullable: true,
    about: "The branch that the message belongs to.",
    read: ({ message }) => message.branch_id ?? null,
  },
  {
    name: "answers",
    type: "json",
    nullable: true,
    about: "Answers of the scenario's bank that stand before the scripted words.",
    read: ({ message }) => message.answers ?? null,
  },
  {
    name: "finish_reason",
    type: "text",
    nullable: true,
    about: "Why the reply ended.",
    read: ({ message }) => message.finish_reason ?? null,
  },
  {
    name: "truncated",
    type: "boolean",
    about: "Whether the reply was cut at the token cap.",
    read: ({ message }) => message.truncated ?? false,
  },
  {
    name: "error",
    type: "text",
    nullable: true,
    about: "Why the reply could not be had; the conversation ends here.",
    read: ({ message }) => message.error ?? null,
  },
  {
    name: "position",
    type: "integer",
    about: "The message's place in the conversation, from 1.",
    read: ({ position }) => position,
  },
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
