import * as z from "zod";
import { CheckId, RunId, Sha256, TranscriptId } from "../ids.ts";
import { PeopleBrief } from "./scan-plan.ts";
import { LostCause, Verdict, VoidCause } from "./verdict.ts";

export const SEAL_VERSION = 1;

const Count = z.int().min(0);
const Path = z.string();

export const SealedFile = z.strictObject({ bytes: Count, sha256: Sha256 });
export type SealedFile = z.infer<typeof SealedFile>;

const Replies = {
  replies: Count,
  replies_from_cache: Count,
  failed: Count.meta({ description: "Calls that came to nothing." }),
  lost_in_flight: Count.meta({ description: "Sent, and nobody saw the outcome." }),
  stale_lines: Count.optional().meta({
    description: "Lines of a process that had lost the run to another: they decide nothing. Absent: none.",
  }),
  oldest_reply_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When it was first had, also where it came from the cache." }),
  newest_reply_at: z.iso.datetime().nullable(),
};

const LostKind = z.strictObject({
  count: Count,
  example: z.string().meta({ description: "The reason given most often." }),
});

/** Questions without a usable answer, and the verdicts that are undecided because of it. All of them can be retried. */
export const Losses = z.strictObject({
  questions: Count.meta({ description: "Put to judges: votes, searches, and those of scorers." }),
  unanswered: z
    .partialRecord(LostCause, LostKind)
    .meta({ description: "Those of them without an answer that could be read." }),
  open_verdicts: Count.meta({
    description: "UNCLEAR, and a question about it has no answer: one could have decided it.",
  }),
  open_answers: Count.meta({ description: "Of regard and rubric, in the same way." }),
  conversations: LostKind.optional().meta({
    description: "Broken off, because a reply could not be had.",
  }),
});
export type Losses = z.infer<typeof Losses>;

const Mark = z.literal(true).optional();

/** `seal.json`: written last. It identifies a finished scan's evidence, with its age and completeness. */
export const Seal = z
  .strictObject({
    schema_version: z.literal(SEAL_VERSION),
    scan_id: RunId,
    tool_version: z.string(),
    sealed_at: z.iso.datetime(),
    people: PeopleBrief.optional().meta({
      description: "People decided some verdicts instead of the judge.",
    }),
    repaired: Mark.meta({ description: "Some calls that were lost were asked again." }),
    imported: Mark.meta({ description: "The conversations were had elsewhere." }),
    checks: z.array(CheckId).meta({ description: "Every transcript has one row for each." }),
    rows: z.strictObject({ expected: Count, found: Count }),
    verdicts: z.record(Verdict, Count),
    scorecards: Count,
    scorer_rows: Count,
    conversations: z.strictObject({
      planned: Count,
      incomplete: Count,
      from_cache: Count.meta({ description: "Conversations all of whose replies came from the cache." }),
      ...Replies,
    }),
    judging: z.strictObject({
      ...Replies,
      void_votes: z.partialRecord(VoidCause, Count).meta({ description: "Votes that count for nothing." }),
    }),
    lost: Losses.optional().meta({ description: "Absent from seals of before it was counted." }),
    evidence: z
      .record(Path, SealedFile)
      .meta({ description: "By path from the scan's folder. A journal may go on after what was sealed." }),
    transcripts: z.record(TranscriptId, Sha256).meta({ description: "Of the bytes of each file." }),
    derived: z
      .record(Path, SealedFile)
      .meta({ description: "What follows from the evidence, and is made again where it is damaged." }),
  })
  .meta({ id: "Seal" });
export type Seal = z.infer<typeof Seal>;
