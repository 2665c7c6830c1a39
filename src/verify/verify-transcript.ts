import type { Check, Route } from "../schema/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript } from "../schema/transcript.ts";
import { VERDICT_VERSION, VerdictRow } from "../schema/verdict.ts";
import { promptTemplateHash } from "./judge-prompt.ts";
import { becauseOf } from "./plain-findings.ts";
import type { Finding, Verifier } from "./verifier.ts";

/** One row for every check of the corpus, in the order of their ids, eligible or not. */
export async function verifyTranscript(
  input: {
    readonly plan: ScanPlan;
    readonly planned: PlannedTranscript;
    readonly transcript: Transcript;
    readonly scenario: Scenario | null;
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly judge: JudgeConfig;
    readonly verifiers: Readonly<Record<Route, Verifier>>;
  },
  signal: AbortSignal,
): Promise<readonly VerdictRow[]> {
  const { plan, planned, transcript } = input;
  const selected = new Set(plan.checks);
  const eligible = new Set(planned.eligible);

  const findingFor = async (check: Check, verifier: Verifier): Promise<Finding> => {
    if (!selected.has(check.id)) return becauseOf("not_in_profile", "NOT_APPLICABLE");
    if (planned.suppressed[check.id] !== undefined) return becauseOf("suppressed", "NOT_APPLICABLE");
    if (!eligible.has(check.id)) return becauseOf("not_eligible", "NOT_APPLICABLE");
    // Failure of the machinery is not a failure of the model, and not a pass either.
    if (!planned.complete) return becauseOf("incomplete_transcript", "UNCLEAR");
    const votes = plan.votes[check.id];
    if (votes === undefined) throw new Error(`the plan has no votes for ${check.id}`);
    return verifier.verify({ check, transcript, scenario: input.scenario, ...votes }, signal);
  };

  return Promise.all(
    [...input.checks.values()].map(async (check) => {
      const verifier = input.verifiers[check.routing.route];
      const finding = await findingFor(check, verifier);
      const { transcript_id, model_id, scenario_id, repeat } = transcript.header;
      const suppressedBy = planned.suppressed[check.id];
      return VerdictRow.parse({
        schema_version: VERDICT_VERSION,
        transcript_id,
        model_id,
        scenario_id,
        repeat,
        mode_id: check.id,
        eligible: eligible.has(check.id),
        verdict: finding.verdict,
        severity: check.severity,
        primary_bucket: check.primary_bucket,
        confidence: finding.confidence,
        evidence: finding.evidence,
        scorer_version: verifier.version,
        prompt_hash: check.prompt === undefined ? null : promptTemplateHash(check, input.judge),
        details: {
          route: check.routing.route,
          ...(finding.cause === undefined ? {} : { cause: finding.cause }),
          windows: finding.windows,
          votes: finding.votes,
          policy: finding.votes.length === 0 ? null : (plan.votes[check.id]?.policy ?? null),
          adjudication_required: finding.adjudicationRequired,
          ...(suppressedBy === undefined ? {} : { suppressed_by: suppressedBy }),
        },
      });
    }),
  );
}
