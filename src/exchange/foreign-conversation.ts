import type { FinishReason } from "../schema/run/transcript.ts";

/** Offsets in a file: the first byte, and the one past the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Place in an imported file. */
export interface ImportPlace {
  readonly file: string;
  /** First line of the record; in Parquet its row. */
  readonly line?: number;
  /** Bytes of its line in a plain file; absent if the file cannot be read from there. */
  readonly bytes?: ByteRange;
  /** Path inside the record: `samples[2].messages[0].content`. */
  readonly path: readonly PropertyKey[];
}

export function placeInside(place: ImportPlace, ...path: readonly PropertyKey[]): ImportPlace {
  return { ...place, path: [...place.path, ...path] };
}

export function describeImportPlace({ file, line, path }: ImportPlace): string {
  const where = line === undefined ? file : `${file}:${line}`;
  return path.length === 0 ? where : `${where}: ${describePath(path)}`;
}

/** Formats keys as in code; empty for no keys. */
export function describePath(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`,
    )
    .join("");
}

export interface ForeignMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly finishReason?: FinishReason;
  readonly sessionNumber?: number;
  readonly elapsedMinutes?: number;
  readonly branchId?: string;
  readonly branchEvidence?: string;
  readonly answers?: readonly string[];
  readonly evaded?: readonly string[];
}

export type ForeignMetadata = Readonly<Record<string, string | number | boolean>>;

/** Common form of another tool's conversation. Within a session, user and assistant alternate. */
export interface ForeignConversation {
  readonly place: ImportPlace;
  /** Id in the other tool; unique per model. */
  readonly id: string;
  /** Name of the repeated subject: conversations of one model with the same subject are repeats. */
  readonly subject: string;
  readonly model: string | null;
  readonly scenarioId: string | null;
  readonly tags: readonly string[];
  /** Time of its first message, or else of its record; ISO 8601 in UTC. */
  readonly at: string | null;
  /** Other data of the tool, flattened: nested values have dotted keys, a list is JSON. */
  readonly metadata: ForeignMetadata;
  /** Labels for sorting in the other tool. They decide nothing here; `tags` do. */
  readonly labels: readonly string[];
  /** Joined by blank lines; empty if there was none. */
  readonly systemPrompt: string;
  readonly messages: readonly ForeignMessage[];
  readonly changes: ImportChanges;
}

/** Changes that the import made and people should know. */
export interface ImportChanges {
  /** Messages joined to the previous one because they have the same speaker. */
  readonly joined: number;
  /** Tool calls and their results, which are not part of the dialogue. */
  readonly toolMessages: number;
  /** Reasoning parts of a model, which are not part of a reply. */
  readonly reasoningParts: number;
}

/** One parsed record of a file: a line, an element of a document's list, or a row. */
export interface ForeignRecord {
  readonly value: unknown;
  readonly place: ImportPlace;
  /** Content of the document before its list of records; `null` if there is none. */
  readonly head: unknown;
  /** Default name, from its place; it is the same at every import. */
  readonly name: string;
}

/** An unreadable record, with the reason. */
export interface BadRecord {
  readonly place: ImportPlace;
  readonly reason: string;
  /** Advice for this record. */
  readonly hint: string;
}
