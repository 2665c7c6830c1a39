import type { Check } from "../schema/check.ts";
import type { Tag } from "../schema/ids.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan-plan.ts";
import type { Transcript } from "../schema/transcript.ts";
import { VERDICT_VERSION, type VerdictRow } from "../schema/verdict.ts";
import { promptTemplateHash } from "./judge-prompt.ts";
import type { Finding } from "./verifier.ts";

/** A finding with all that is known without looking. Its schema is held to it once, on the way to disk. */
export function verdictRow(input: {
  readonly check: Check;
  readonly finding: Finding;
  readonly plan: Pick<ScanPlan, "votes">;
  readonly planned: PlannedTranscript;
  readonly transcript: Transcript;
  readonly judge: JudgeConfig;
  readonly suppressedBy: Tag | undefined;
  readonly verifierVersion: string;
  readonly isInjectionSuspected: boolean;
}): VerdictRow {
  const { check, finding, plan, planned, suppressedBy } = input;
  const { transcript_id, model_id, scenario_id, repeat, private: isPrivate } = input.transcript.header;
  return {
    schema_version: VERDICT_VERSION,
    ...(isPrivate ? { private: true } : {}),
    transcript_id,
    model_id,
    scenario_id,
    repeat,
    mode_id: check.id,
    eligible: planned.eligible.includes(check.id),
    verdict: finding.verdict,
    severity: check.severity,
    primary_bucket: check.primary_bucket,
    confidence: finding.confidence,
    evidence: [...finding.evidence],
    scorer_version: input.verifierVersion,
    prompt_hash: check.prompt === undefined ? null : promptTemplateHash(check, input.judge),
    details: {
      route: check.routing.route,
      ...(finding.cause === undefined ? {} : { cause: finding.cause }),
      windows: [...finding.windows],
      votes: [...finding.votes],
      policy: finding.votes.length === 0 ? null : (plan.votes[check.id]?.policy ?? null),
      adjudication_required: finding.adjudicationRequired,
      ...(finding.adjudication === undefined ? {} : { adjudication: finding.adjudication }),
      ...(input.isInjectionSuspected ? { injection_suspected: true } : {}),
      ...(suppressedBy === undefined ? {} : { suppressed_by: suppressedBy }),
      ...(finding.facts === undefined ? {} : { facts: [...finding.facts] }),
    },
  };
}
