import * as z from "zod";
import { Fingerprint } from "./fingerprint.ts";
import { ModelId, Sha256, Version } from "./ids.ts";
import { Verdict } from "./verdict.ts";

export const JUDGED_SET_VERSION = 1;

/** What a judge said of a fixed set of items: a baseline for drift, or the verdicts that people's labels are held against. */
export const JudgedSet = z
  .strictObject({
    schema_version: z.literal(JUDGED_SET_VERSION),
    judge: ModelId,
    corpus_version: Version,
    scoring: Fingerprint.meta({ description: "What the verdicts were reached with." }),
    verdicts: z
      .array(
        z.strictObject({
          item: z.string().min(1).meta({ description: "A golden card, or <transcript_id>#<mode_id>." }),
          text_hash: Sha256.meta({ description: "Of what was judged." }),
          verdict: Verdict,
        }),
      )
      .min(1),
  })
  .meta({ id: "JudgedSet" });
export type JudgedSet = z.infer<typeof JudgedSet>;
