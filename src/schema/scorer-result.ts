import * as z from "zod";
import { TranscriptId } from "./ids.ts";
import { EvidenceSpan } from "./verdict.ts";

export const SCORER_RESULT_VERSION = 1;

/** One line of `scorer_results.jsonl`: one question of regard, rubric or the compliance sweep. */
export const ScorerResult = z
  .strictObject({
    schema_version: z.literal(SCORER_RESULT_VERSION),
    transcript_id: TranscriptId,
    scorer: z.enum(["regard", "rubric", "sweep"]),
    question_id: z.string(),
    window: z.strictObject({ first_turn: z.int().min(1), last_turn: z.int().min(1) }),
    answer: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    evidence: z.array(EvidenceSpan),
    details: z.strictObject({
      votes: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
      cause: z.string().optional(),
    }),
  })
  .meta({ id: "ScorerResult" });
export type ScorerResult = z.infer<typeof ScorerResult>;
