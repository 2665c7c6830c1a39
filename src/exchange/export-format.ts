/** Formats for whole conversations, for other tools; `src/tables/` has the tables. */
export const CONVERSATION_FORMATS = ["chat-jsonl", "inspect"] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

/** Facts of a run for an export, besides its transcripts. */
export interface ExportedRun {
  readonly runId: string;
  /** System prompt of the models, if known; the transcripts have its hash. */
  readonly systemPrompt: string | null;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Ids of imported conversations in their original files. */
  readonly importedIds: ReadonlyMap<string, string>;
}
