import * as z from "zod";
import { CheckId, Version } from "./ids.ts";

export const CALIBRATION_STATUS_VERSION = 1;

const Coefficient = z.number().min(-1).max(1).nullable();

/** How a check's verdicts stood up against people's labels. */
export const CheckCalibration = z.strictObject({
  items: z.int().min(0),
  failures: z.int().min(0).meta({ description: "Items that people call FAIL." }),
  annotators: z.int().min(0).meta({ description: "People who labelled independently; an AI is none." }),
  kappa: Coefficient.meta({ description: "Between the people; null where it is undefined." }),
  recall: Coefficient,
  precision: Coefficient,
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

const LEAST = {
  items: 80,
  failures: 30,
  annotators: 2,
  kappa: 0.65,
  recall: 0.85,
  precision: 0.8,
} as const satisfies Readonly<Record<keyof CheckCalibration, number>>;

const WORDS = {
  items: "labelled items",
  failures: "labelled FAILs",
  annotators: "independent human annotators",
  kappa: "kappa between annotators",
  recall: "recall",
  precision: "precision",
} as const satisfies Readonly<Record<keyof CheckCalibration, string>>;

const QUANTITIES = ["items", "failures", "annotators", "kappa", "recall", "precision"] as const;

/** What keeps a check from being claim-ready, in words; nothing where it is. */
export function missingForClaim(calibration: CheckCalibration | undefined): readonly string[] {
  if (calibration === undefined || calibration.items === 0) {
    return [
      `${LEAST.items} ${WORDS.items} with ${LEAST.failures} FAILs by ${LEAST.annotators} ${WORDS.annotators}, kappa ${LEAST.kappa}, recall ${LEAST.recall} and precision ${LEAST.precision}: none so far`,
    ];
  }
  return QUANTITIES.flatMap((quantity) => {
    const measured = calibration[quantity];
    if (measured !== null && measured >= LEAST[quantity]) return [];
    return [
      `${WORDS[quantity]}: ${measured === null ? "undefined" : round(measured)}, at least ${LEAST[quantity]} needed`,
    ];
  });
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
