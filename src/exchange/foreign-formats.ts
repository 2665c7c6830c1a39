import type { ImportFormat } from "../schema/run/run-plan.ts";
import { readChatJsonl } from "./chat-jsonl.ts";
import type { ForeignConversation, ForeignRecord } from "./foreign-conversation.ts";
import { readInspect } from "./inspect-log.ts";
import { readOpenai } from "./read-openai.ts";
import { readPromptfoo } from "./read-promptfoo.ts";

export interface ForeignFormat {
  /** Whether a file holds one record to a line, by its name. */
  isLines(file: string): boolean;
  read(record: ForeignRecord): readonly ForeignConversation[];
}

const LINES = /\.(jsonl|ndjson)$/i;

/** The one table from a format's name to its reader. */
export const foreignFormats: Readonly<Record<ImportFormat, ForeignFormat>> = {
  "chat-jsonl": { isLines: () => true, read: readChatJsonl },
  openai: { isLines: (file) => !/\.json$/i.test(file), read: readOpenai },
  inspect: { isLines: (file) => LINES.test(file), read: readInspect },
  promptfoo: { isLines: (file) => LINES.test(file), read: readPromptfoo },
};
