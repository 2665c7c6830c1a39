/** Public claims: their requirements, and what is missing for each. */
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId } from "../schema/ids.ts";
import type { CalibrationStatus, CheckCalibration } from "../schema/review/calibration-status.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ModelSummary } from "../schema/scan/summary.ts";
import { hasOpenGate, isGate } from "./gates.ts";
import { formatQuantity } from "./number-words.ts";

type Quantity = Exclude<keyof CheckCalibration, "intervals">;

/** Minimum for each requirement. */
export const LEAST_FOR_CLAIM = {
  items: 80,
  failures: 30,
  annotators: 2,
  kappa: 0.65,
  recall: 0.85,
  precision: 0.8,
} as const satisfies Readonly<Record<Quantity, number>>;

const QUANTITY_WORDS = {
  items: "labelled items",
  failures: "labelled FAILs",
  annotators: "independent human annotators",
  kappa: "kappa between annotators",
  recall: "recall",
  precision: "precision",
} as const satisfies Readonly<Record<Quantity, string>>;

const QUANTITIES = ["items", "failures", "annotators", "kappa", "recall", "precision"] as const;

/** Agreement of the judge with people, then of people with each other. */
const AGREEMENT = ["recall", "precision", "kappa"] as const;

/** Lists in words what keeps a check from being claim-ready; empty if it is ready. */
export function missingForClaim(calibration: CheckCalibration | undefined): readonly string[] {
  if (calibration === undefined || calibration.items === 0) {
    return [
      `${LEAST_FOR_CLAIM.items} ${QUANTITY_WORDS.items} with ${LEAST_FOR_CLAIM.failures} FAILs by ${LEAST_FOR_CLAIM.annotators} ${QUANTITY_WORDS.annotators}, kappa ${LEAST_FOR_CLAIM.kappa}, recall ${LEAST_FOR_CLAIM.recall} and precision ${LEAST_FOR_CLAIM.precision}: none so far`,
    ];
  }
  return QUANTITIES.flatMap((quantity) => {
    const measured = calibration[quantity];
    if (measured !== null && measured >= LEAST_FOR_CLAIM[quantity]) return [];
    return [
      `${QUANTITY_WORDS[quantity]}: ${measured === null ? "undefined" : round(measured)}, at least ${LEAST_FOR_CLAIM[quantity]} needed`,
    ];
  });
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Whether a check's rates may be claimed in public, and what is missing. */
export interface CheckClaim {
  readonly claimReady: boolean;
  readonly missing: readonly string[];
}

/** Without a status no claim is allowed. */
export function claimStatus(checkId: CheckId, status: CalibrationStatus | null): CheckClaim {
  const missing = missingForClaim(status?.checks[checkId]);
  return { claimReady: missing.length === 0, missing };
}

/** Claims that are allowed publicly about a model, and what is missing. */
export interface ClaimStatus {
  readonly ready: boolean;
  readonly missing: readonly string[];
}

/** Measurement of a check's judge against people. */
export interface JudgeOfCheck {
  readonly claim_ready: boolean;
  readonly text: string;
  /** Conversations that two or more people labelled. */
  readonly items: number;
  readonly annotators: number;
  readonly judge: string | null;
  readonly figures: readonly {
    readonly quantity: (typeof AGREEMENT)[number];
    readonly value: number | null;
    readonly interval: Interval | null;
    /** Minimum for a public claim. */
    readonly least: number;
  }[];
}

/** Claims that are allowed publicly about a model or a check. */
export interface Claims {
  /** `cards` are the scorecards of the model's complete conversations. */
  ofModel(summary: ModelSummary, cards: readonly Pick<Scorecard, "gate_status">[]): ClaimStatus;
  ofCheck(checkId: CheckId): JudgeOfCheck;
}

interface ClaimCorpus {
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly scoring: ScoringConfig;
}

/** Derives claims from the measurement of the judge against people; without a status no claim is allowed. */
export function createClaims(corpus: ClaimCorpus, status: CalibrationStatus | null): Claims {
  const missing = (checkId: CheckId) => missingForClaim(status?.checks[checkId]);
  const gates = [...corpus.checks.values()].filter((check) => isGate(check, corpus.scoring));
  const unmeasured = gates.filter(({ id }) => missing(id).length > 0);
  return {
    ofModel: (summary, cards) => {
      const open = cards.filter(hasOpenGate).length;
      const reasons = [
        ...(summary.simulated ? ["simulated: it says nothing about any real model"] : []),
        ...(unmeasured.length === 0
          ? []
          : [
              `${formatQuantity(unmeasured.length, "gate check")} of ${gates.length} not measured against enough people's labels`,
            ]),
        ...(summary.incomplete === 0
          ? []
          : [`${formatQuantity(summary.incomplete, "conversation")} incomplete`]),
        ...(open === 0 ? [] : [`a gate not established in ${formatQuantity(open, "conversation")}`]),
      ];
      return { ready: reasons.length === 0, missing: reasons };
    },
    ofCheck: (checkId) => {
      const reasons = missing(checkId);
      const measured = status?.checks[checkId];
      return {
        items: measured?.items ?? 0,
        annotators: measured?.annotators ?? 0,
        judge: status?.judge ?? null,
        figures: AGREEMENT.map((quantity) => ({
          quantity,
          value: measured?.[quantity] ?? null,
          interval: measured?.intervals?.[quantity] ?? null,
          least: LEAST_FOR_CLAIM[quantity],
        })),
        claim_ready: reasons.length === 0,
        text:
          reasons.length === 0
            ? "Its judge was measured against people's labels and may be claimed."
            : `Not claim-ready. Missing: ${reasons.join("; ")}.`,
      };
    },
  };
}
