import type { FinishReason } from "../schema/run/transcript.ts";

/** Offsets in a file: the first byte, and the one past the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where in an imported file something stands. */
export interface ImportPlace {
  readonly file: string;
  /** In which it begins; of Parquet its row. */
  readonly line?: number;
  /** Of its line in a plain file; absent where the file cannot be read from there. */
  readonly bytes?: ByteRange;
  /** Inside the record: `samples[2].messages[0].content`. */
  readonly path: readonly PropertyKey[];
}

export function placeInside(place: ImportPlace, ...path: readonly PropertyKey[]): ImportPlace {
  return { ...place, path: [...place.path, ...path] };
}

export function describeImportPlace({ file, line, path }: ImportPlace): string {
  const where = line === undefined ? file : `${file}:${line}`;
  return path.length === 0 ? where : `${where}: ${describePath(path)}`;
}

/** Keys as they are written in code; nothing for none. */
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

/** What every reader makes of another tool's record. Within a session the two sides take turns. */
export interface ForeignConversation {
  readonly place: ImportPlace;
  /** As the other tool calls it; unique per model. */
  readonly id: string;
  /** What it is a repetition of: conversations of one model with the same subject are its repeats. */
  readonly subject: string;
  readonly model: string | null;
  readonly scenarioId: string | null;
  readonly tags: readonly string[];
  /** When its first message was written, or else its record; ISO 8601 in UTC. */
  readonly at: string | null;
  /** What the other tool kept beside the words, flat: what was nested has a dotted key, a list is JSON. */
  readonly metadata: ForeignMetadata;
  /** Words the other tool sorts by. They decide nothing here; `tags` do. */
  readonly labels: readonly string[];
  /** Joined by blank lines; empty where there was none. */
  readonly systemPrompt: string;
  readonly messages: readonly ForeignMessage[];
  readonly changes: ImportChanges;
}

/** What a person should know was not taken over as it stood. */
export interface ImportChanges {
  /** Messages that were joined to the one before, because the same side spoke. */
  readonly joined: number;
  /** Tool calls and their results: nobody said them to anybody. */
  readonly toolMessages: number;
  /** Parts in which a model thinks; they are no part of a reply. */
  readonly reasoningParts: number;
}

/** One parsed record of a file: a line, an element of a document's list, or a row. */
export interface ForeignRecord {
  readonly value: unknown;
  readonly place: ImportPlace;
  /** What the document says before its list of records; `null` where there is none. */
  readonly head: unknown;
  /** What it is called where it has no name of its own: after its place, which is the same at every import. */
  readonly name: string;
}

/** A record that cannot be read, and why. */
export interface BadRecord {
  readonly place: ImportPlace;
  readonly reason: string;
  /** What to do about it. */
  readonly hint: string;
}
