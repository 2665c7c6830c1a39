import { hasOpenGate, isGate } from "../domain/gates.ts";
import { formatQuantity } from "../report/numbers.ts";
import type { CheckId } from "../schema/ids.ts";
import { type CalibrationStatus, missingForClaim } from "../schema/review/calibration-status.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ModelSummary } from "../schema/scan/summary.ts";
import type { ClaimStatus } from "../schema/site/site-board.ts";
import type { SiteCorpus } from "./site-ports.ts";

/** What may be claimed of a model or a check in public. */
export interface Claims {
  /** `cards` are of the model's complete conversations. */
  ofModel(summary: ModelSummary, cards: readonly Scorecard[]): ClaimStatus;
  ofCheck(checkId: CheckId): { readonly claim_ready: boolean; readonly text: string };
}

/** By how far the judge was measured against people; without a status nothing is ready. */
export function createClaims(corpus: SiteCorpus, status: CalibrationStatus | null): Claims {
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
      return {
        claim_ready: reasons.length === 0,
        text:
          reasons.length === 0
            ? "Its judge was measured against people's labels and may be claimed."
            : `Not claim-ready. Missing: ${reasons.join("; ")}.`,
      };
    },
  };
}
