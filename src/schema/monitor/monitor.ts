/**
 * Files that `monitor` keeps of a log: counts, hits and drawn conversations. Only word lists are used, so
 * none of it is a verdict.
 */
import * as z from "zod";
import { CheckId, IsoDate, LexiconName, RedactedMark, Sha256, Version } from "../ids.ts";
import { ImportFormat } from "../run/run-plan.ts";

export const MONITOR_VERSION = 1;

const Count = z.int().min(0);

/** Hit of a word list: a candidate in a reply, a cue in the person's message. */
export const FoundByWords = z.enum(["candidate", "cue"]);
export type FoundByWords = z.infer<typeof FoundByWords>;

const place = {
  day: IsoDate.nullable().meta({ description: "In UTC; null where the log has no time." }),
  label: z.string().nullable().meta({ description: "What the log sorts by; null where it says nothing." }),
};

/** Messages and conversations of a day, by label: the denominator of the counts. */
export const MonitorDay = z.strictObject({
  ...place,
  conversations: Count,
  answered: Count.meta({ description: "Conversations with a reply: what candidates are a share of." }),
  replies: Count,
});
export type MonitorDay = z.infer<typeof MonitorDay>;

/** Hits of a check's words on a day. Zero hits have no row. */
export const MonitorCount = z.strictObject({
  ...place,
  mode_id: CheckId,
  found: FoundByWords,
  conversations: Count.meta({ description: "In which something was found." }),
  messages: Count.meta({ description: "In which something was found: replies, or the person's for a cue." }),
});
export type MonitorCount = z.infer<typeof MonitorCount>;

/** Hash of everything that affects the counts. The key is the name of the part. */
const scoring = Sha256.meta({ description: "Of checks, lexicons, words and engine." });

/** `chunks/<chunk>.<scoring>.counts.json`: written last, so its presence marks a finished chunk. */
export const ChunkCounts = z
  .strictObject({
    schema_version: z.literal(MONITOR_VERSION),
    chunk: Sha256,
    scoring,
    days: z.array(MonitorDay),
    counts: z.array(MonitorCount),
    strata: z
      .string()
      .regex(/^[0-3]*$/)
      .meta({
        description: "One digit for each conversation, in order: 1 for a candidate, 2 for a cue, added.",
      }),
  })
  .meta({ id: "ChunkCounts" });
export type ChunkCounts = z.infer<typeof ChunkCounts>;

/** A row of `hits.parquet` and of `chunks/<chunk>.<scoring>.hits.jsonl`: a message that contains words of a check. */
export const MonitorHit = z
  .strictObject({
    conversation_id: z.string(),
    model: z.string().nullable(),
    at: z.iso.datetime({ offset: true }).nullable(),
    label: place.label,
    mode_id: CheckId,
    lexicon: LexiconName,
    found: FoundByWords,
    turn: z.int().min(1),
    hits: z.int().min(1),
    quote: z.string().meta({ description: "The first of them, as it stands in the message." }),
  })
  .meta({ id: "MonitorHit" });
export type MonitorHit = z.infer<typeof MonitorHit>;

/** Location of a record that could not be read, and the reason, without its words. */
export const BadRecordNote = z.strictObject({
  file: z.string(),
  line: z.int().min(1).optional(),
  reason: z.string(),
});
export type BadRecordNote = z.infer<typeof BadRecordNote>;

/** `reads/<hash>.json`: how a file was split, so that an unchanged file is not read again. */
export const FileRead = z.strictObject({
  schema_version: z.literal(MONITOR_VERSION),
  name: z.string(),
  bytes: Count,
  modified_ms: z.number(),
  conversations: Count,
  chunks: z.array(Sha256),
  bad: z.array(BadRecordNote),
});
export type FileRead = z.infer<typeof FileRead>;

/** Total hits of a check's words. */
export const MonitorCheck = z.strictObject({
  mode_id: CheckId,
  lexicon: LexiconName.nullable().meta({ description: "null: no word list looks for it, only a judge can." }),
  found: FoundByWords.nullable(),
  conversations: Count,
  messages: Count,
  could_apply: Count.nullable().meta({
    description:
      "Conversations in which it could apply: with a reply, or with its cue; null where words cannot tell.",
  }),
});
export type MonitorCheck = z.infer<typeof MonitorCheck>;

/** `monitor.json`: the totals of a log. */
export const MonitorSummary = z
  .strictObject({
    schema_version: z.literal(MONITOR_VERSION),
    private: z.literal(true),
    tool: z.literal("word lists").meta({ description: "Nobody judged: what was found are candidates." }),
    corpus: z.strictObject({ version: Version, hash: Sha256 }),
    scoring,
    by: z
      .string()
      .nullable()
      .meta({ description: "The key whose values are the labels; null for the log's own." }),
    format: ImportFormat,
    chunk_size: z.int().min(1),
    files: z.array(
      z.strictObject({
        name: z.string(),
        place: Sha256.optional().meta({ description: "Of where it stands, by which it is known again." }),
        content: Sha256.optional().meta({ description: "Of its chunks, by which it is known elsewhere." }),
        conversations: Count,
        bad: Count,
        chunks: Count,
      }),
    ),
    chunks: z.array(Sha256).meta({ description: "By name, each as often as it stands in the files." }),
    totals: z.strictObject({
      conversations: Count,
      answered: Count,
      replies: Count,
      bad: Count,
      without_day: Count,
    }),
    days: z.strictObject({ first: IsoDate.nullable(), last: IsoDate.nullable(), count: Count }),
    checks: z.array(MonitorCheck),
    redacted: RedactedMark,
  })
  .meta({ id: "MonitorSummary" });
export type MonitorSummary = z.infer<typeof MonitorSummary>;

/** `counts.json`: messages per day and label, and hits per check. */
export const MonitorCounts = z
  .strictObject({
    schema_version: z.literal(MONITOR_VERSION),
    scoring,
    days: z.array(MonitorDay),
    counts: z.array(MonitorCount),
  })
  .meta({ id: "MonitorCounts" });
export type MonitorCounts = z.infer<typeof MonitorCounts>;

/** `forgotten.json`: hashes of the ids of conversations whose words must not be kept. */
export const Forgotten = z.strictObject({
  schema_version: z.literal(MONITOR_VERSION),
  ids: z.array(Sha256),
});
export type Forgotten = z.infer<typeof Forgotten>;
