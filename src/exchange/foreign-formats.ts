import type { ImportFormat } from "../schema/run/run-plan.ts";
import { readChatJsonl } from "./chat-jsonl.ts";
import type { BadImportError } from "./errors.ts";
import type { ForeignConversation, ForeignRecord } from "./foreign-conversation.ts";
import { LANGFUSE_LISTS, readLangfuse } from "./formats/langfuse.ts";
import { LANGSMITH_LISTS, readLangsmith } from "./formats/langsmith.ts";
import { OPENAI_LISTS, readOpenai } from "./formats/openai.ts";
import { OTEL_LISTS, readOtel } from "./formats/otel.ts";
import { PHOENIX_LISTS, readPhoenix } from "./formats/phoenix.ts";
import { PROMPTFOO_LISTS, readPromptfoo } from "./formats/promptfoo.ts";
import { INSPECT_LISTS, readInspect } from "./inspect-log.ts";
import type { LoggedSpan } from "./logged-span.ts";

interface LogShape {
  /** Paths of keys to the list of records; empty for a document that is a list. */
  readonly lists: readonly (readonly string[])[];
  /** Whether files always have one record per line. */
  readonly isLines: boolean;
}

/** A format of conversation records, or one of traces whose spans form conversations. */
export type ForeignFormat = LogShape &
  (
    | { readonly kind: "conversations"; read(record: ForeignRecord): readonly ForeignConversation[] }
    | { readonly kind: "spans"; read(record: ForeignRecord): readonly (LoggedSpan | BadImportError)[] }
  );

/** Maps each format's name to its reader. */
export const foreignFormats: Readonly<Record<ImportFormat, ForeignFormat>> = {
  "chat-jsonl": { kind: "conversations", isLines: true, lists: [], read: readChatJsonl },
  openai: { kind: "conversations", isLines: false, lists: OPENAI_LISTS, read: readOpenai },
  inspect: { kind: "conversations", isLines: false, lists: INSPECT_LISTS, read: readInspect },
  promptfoo: { kind: "conversations", isLines: false, lists: PROMPTFOO_LISTS, read: readPromptfoo },
  otel: { kind: "spans", isLines: false, lists: OTEL_LISTS, read: readOtel },
  langfuse: { kind: "spans", isLines: false, lists: LANGFUSE_LISTS, read: readLangfuse },
  langsmith: { kind: "spans", isLines: false, lists: LANGSMITH_LISTS, read: readLangsmith },
  phoenix: { kind: "spans", isLines: false, lists: PHOENIX_LISTS, read: readPhoenix },
};
