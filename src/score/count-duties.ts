import { dutiesOf } from "../corpus/corpus.ts";
import { type DutyConversation, findDuty } from "../measure/duty-findings.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Jurisdiction, ModelId, ScenarioId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { GateStatus, Scorecard } from "../schema/scan/scorecard.ts";
import type { DutyCounts, DutyOutcome, ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Summary } from "../schema/scan/summary.ts";
import { isYetToCome } from "../text/duties/which-duties.ts";

/** Returns the duty rows of a conversation, without quotes, which sums do not need. */
export function dutiesAmong(results: readonly ScorerResult[]): readonly ScorerResult[] {
  return results.flatMap((row) => (row.scorer === "duty" ? [{ ...row, evidence: [] }] : []));
}

/** Transcripts cannot show such a duty, so it does not count as undecided. */
const OUTSIDE = "outside_transcript";

/** Counts the outcomes of a conversation's duties; `undefined` if it has none. */
export function countDuties(results: readonly ScorerResult[]): DutyCounts | undefined {
  const duties = results.filter(({ scorer, details }) => scorer === "duty" && details.cause !== OUTSIDE);
  const count = (outcome: DutyOutcome) => duties.filter(({ answer }) => answer === outcome).length;
  const counts = {
    held: count("held"),
    failed: count("failed"),
    undecided: count("not_established"),
  };
  return counts.held + counts.failed + counts.undecided === 0 ? undefined : counts;
}

type ComplianceScorer = Scorecard["scorers"]["compliance"];

/** Adds duties beside the compliance gate, also if no check of that gate applied. */
export function withDuties(
  scorer: ComplianceScorer,
  status: GateStatus,
  results: readonly ScorerResult[],
): ComplianceScorer {
  const duties = countDuties(results);
  if (duties === undefined) return scorer;
  return { ...(scorer ?? { status, failed_checks: [], unresolved_checks: [] }), duties };
}

/** Counts a pack's duties over a scan by its own checks; counts nothing in a scan by the core's checks. */
export function createDutyCounter(
  plan: Pick<ScanPlan, "by_pack" | "product" | "as_of">,
  { rules }: { readonly rules: ReadonlyMap<Jurisdiction, RuleSet> },
) {
  const conversations: DutyConversation[] = [];
  const rows: ScorerResult[] = [];
  return {
    add(
      card: { readonly model_id: ModelId; readonly scenario_id: ScenarioId },
      duties: readonly ScorerResult[],
    ): void {
      const [first] = duties;
      if (first === undefined) return;
      const { model_id, scenario_id } = card;
      conversations.push({ transcript_id: first.transcript_id, model_id, scenario_id });
      rows.push(...duties);
    },
    /** @param models all models of the scan, also those without a duty */
    of(models: readonly ModelId[]): Pick<Summary, "duties"> {
      const stated = plan.by_pack === undefined ? [] : dutiesOf({ rules });
      if (stated.length === 0) return {};
      const law = { rules, product: plan.product, asOf: plan.as_of };
      const duties = stated.map((duty) => {
        const scan = { models, conversations, rows, isYetToCome: isYetToCome(duty, law) };
        const found = findDuty(duty, scan).findings.map(
          ({ model_id, standing, conversations: byOutcome }) => ({
            model_id,
            standing,
            conversations: byOutcome,
          }),
        );
        return { duty_id: duty.id, text: duty.text, models: found };
      });
      return { duties };
    },
  };
}
