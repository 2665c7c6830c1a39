/** Whole conversations for other tools; tables of them are in `src/tables/`. */
export const CONVERSATION_FORMATS = ["chat-jsonl", "inspect"] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

/** What an export can know of a run beside its transcripts. */
export interface ExportedRun {
  readonly runId: string;
  /** What the models were told, where it is known; its hash is in the transcripts. */
  readonly systemPrompt: string | null;
  /** ISO 8601. */
  readonly madeAt: string;
  /** The ids that imported conversations had in their files. */
  readonly importedIds: ReadonlyMap<string, string>;
}
