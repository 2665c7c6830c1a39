/** What `monitor` keeps of a log: counts, hits and which conversations were drawn. Only word lists looked, so nothing in here is a verdict. */
import * as z from "zod";
import { CheckId, IsoDate, LexiconName, RedactedMark, Sha256, Version } from "../ids.ts";
import { kept } from "../kept.ts";
import { ImportFormat } from "../run/run-plan.ts";

export const MONITOR_VERSION = 1;

const Count = z.int().min(0);

/** What a word list found: in a reply a candidate, in what the person wrote a cue. */
export const FoundByWords = z.enum(["candidate", "cue"]);
export type FoundByWords = z.infer<typeof FoundByWords>;

const place = {
  day: IsoDate.nullable().meta({ description: "In UTC; null where the log has no time." }),
  label: z.string().nullable().meta({ description: "What the log sorts by; null where it says nothing." }),
};

/** How much there was to look at on a day, by label: what counts are a share of. */
export const MonitorDay = z.strictObject({
  ...place,
  conversations: Count,
  answered: Count.meta({ description: "Conversations with a reply: what candidates are a share of." }),
  replies: Count,
});
export type MonitorDay = z.infer<typeof MonitorDay>;

/** What the words of a check found on a day. There is no row for what was not found. */
export const MonitorCount = z.strictObject({
  ...place,
  mode_id: CheckId,
  found: FoundByWords,
  conversations: Count.meta({ description: "In which something was found." }),
  messages: Count.meta({ description: "In which something was found: replies, or the person's for a cue." }),
});
export type MonitorCount = z.infer<typeof MonitorCount>;

/** What decides about the words that are counted, by the name of the part. */
const scoring = Sha256.meta({ description: "Of checks, lexicons, words and engine." });

/** `chunks/<chunk>.<scoring>.counts.json`: written last, so that a chunk that has it is done. */
export const ChunkCounts = z
  .strictObject({
    schema_version: z.literal(MONITOR_VERSION),
    chunk: Sha256,
    scoring,
    days: z.array(MonitorDay),
    counts: z.array(MonitorCount),
    strata: kept("a digit for each conversation")
      .regex(/^[0-3]*$/)
      .meta({
        description: "One digit for each conversation, in order: 1 for a candidate, 2 for a cue, added.",
      }),
    redacted: RedactedMark,
  })
  .meta({ id: "ChunkCounts" });
export type ChunkCounts = z.infer<typeof ChunkCounts>;

/** A row of `hits.parquet` and of `chunks/<chunk>.<scoring>.hits.jsonl`: a message in which words of a check stand. */
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

/** Where a record stands that could not be read, and why; none of its words. */
export const BadRecordNote = z.strictObject({
  file: z.string(),
  line: z.int().min(1).optional(),
  reason: z.string(),
});
export type BadRecordNote = z.infer<typeof BadRecordNote>;

/** `reads/<hash>.json`: how a file was cut, so that one that did not change is not read again. */
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

/** What the words of a check found in all. */
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

/** `monitor.json`: what a log came to. */
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

/** `counts.json`: per day and label what there was, and per check what was found. */
export const MonitorCounts = z
  .strictObject({
    schema_version: z.literal(MONITOR_VERSION),
    scoring,
    days: z.array(MonitorDay),
    counts: z.array(MonitorCount),
  })
  .meta({ id: "MonitorCounts" });
export type MonitorCounts = z.infer<typeof MonitorCounts>;

/** `forgotten.json`: hashes of the ids of conversations whose words are not to be kept. */
export const Forgotten = z.strictObject({
  schema_version: z.literal(MONITOR_VERSION),
  ids: z.array(Sha256),
});
export type Forgotten = z.infer<typeof Forgotten>;
