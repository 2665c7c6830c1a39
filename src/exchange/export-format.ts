export const EXPORT_FORMATS = ["chat-jsonl", "inspect", "csv", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

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
