/** Verdicts compared with people's labels: the compared verdicts, the labels that count, and the result per check. */
import * as z from "zod";
import { Fingerprint } from "../fingerprint.ts";
import { CheckId, ModelId, Sha256, Version } from "../ids.ts";
import { Interval } from "../scan/estimates.ts";
import { Verdict } from "../scan/verdict.ts";

export const CALIBRATION_STATUS_VERSION = 1;

const Coefficient = z.number().min(-1).max(1).nullable();

/** Agreement of a check's verdicts with people's labels. */
export const CheckCalibration = z.strictObject({
  items: z.int().min(0),
  failures: z.int().min(0).meta({ description: "Items that people call FAIL." }),
  annotators: z.int().min(0).meta({ description: "People who labelled independently; an AI is none." }),
  kappa: Coefficient.meta({ description: "Between the people; null where it is undefined." }),
  recall: Coefficient,
  precision: Coefficient,
  intervals: z
    .strictObject({
      kappa: Interval.nullable(),
      recall: Interval.nullable(),
      precision: Interval.nullable(),
    })
    .optional()
    .meta({ description: "95%; absent where nothing was labelled." }),
});
export type CheckCalibration = z.infer<typeof CheckCalibration>;

/** `benchmark/calibration/status.json`: which checks may be claimed. Generated. */
export const CalibrationStatus = z
  .strictObject({
    schema_version: z.literal(CALIBRATION_STATUS_VERSION),
    corpus_version: Version,
    judge: z.string().nullable().meta({ description: "Whose verdicts were compared." }),
    checks: z.partialRecord(CheckId, CheckCalibration),
  })
  .meta({ id: "CalibrationStatus" });
export type CalibrationStatus = z.infer<typeof CalibrationStatus>;

export const JUDGED_SET_VERSION = 1;

/**
 * A judge's verdicts on a fixed set of items: a baseline for drift, or the verdicts that are compared with
 * people's labels.
 */
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

/** `benchmark/calibration/annotators.yaml`: the people who made the labels that are kept there. */
export const AnnotatorList = z
  .strictObject({
    annotators: z.array(
      z.strictObject({
        annotator: z.string().min(1).meta({ description: "As in the label files." }),
        kind: z.enum(["person", "ai", "author"]).meta({
          description: "Only a person's labels count: neither an AI's, nor those of whoever wrote the items.",
        }),
        independent: z
          .boolean()
          .meta({ description: "Saw neither the judge's verdicts nor anybody else's labels." }),
      }),
    ),
  })
  .meta({ id: "AnnotatorList" });
export type AnnotatorList = z.infer<typeof AnnotatorList>;
