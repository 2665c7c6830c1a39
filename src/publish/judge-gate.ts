import { isCompliance, isSafety } from "../domain/dimensions.ts";
import { differingParts } from "../domain/fingerprints.ts";
import { isGate } from "../domain/gates.ts";
import { hashOf } from "../kernel/hash.ts";
import { familiesIn } from "../measure/scenario-means.ts";
import type { GateOutcome, GateResult, GateRule } from "../schema/board/release-gate.ts";
import { type GatePolicy, MarginScore } from "../schema/board/release-gate.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import { CheckId, type ModelId, type ScenarioId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { type BoardScan, type GatedScan, modelsOf } from "./board-scan.ts";
import { publishErrors, UnlikeScansError } from "./errors.ts";
import { autofails } from "./gate/gate-autofails.ts";
import { failuresOfCheck } from "./gate/gate-checks.ts";
import { describeClaim } from "./gate/gate-claim.ts";
import {
  type GateSide,
  gateSide,
  incompleteShare,
  newSevereFailures,
  unclearShare,
} from "./gate/gate-counts.ts";
import { failedDuties } from "./gate/gate-duties.ts";
import { hardFailRate } from "./gate/gate-hard-fails.ts";
import type { GateJudge } from "./gate/gate-judge.ts";
import { gateMargin } from "./gate/gate-margin.ts";
import { undecidedVerdicts } from "./gate/gate-undecided.ts";
import { describeUnquoted, unquotedPasses } from "./unquoted-passes.ts";

/** Parts that a release may change. Everything else must be the same, or the comparison is of two benchmarks. */
const SUBJECT_PARTS = ["models", "system_prompt", "sampling", "harness", "repeats"];

/** Judge's recall by people's labels: the failures they found, per check, and how many of them the judge found. */
export type MeasuredJudge = NonNullable<GateJudge["calibration"]>;

/** Decides whether a scan meets a policy. Any failed rule fails it, and an undecided rule is never a PASS. */
export function judgeGate(input: {
  readonly subject: GatedScan;
  readonly baseline: GatedScan | null;
  readonly policy: GatePolicy;
  /** Source of the policy. */
  readonly policyName: string;
  /** Measurement of the judge by labels of other conversations. */
  readonly calibration?: MeasuredJudge;
  readonly corpus: {
    readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly scoring: ScoringConfig;
  };
}): GateResult {
  const { subject, baseline } = input;
  const unquoted = unquotedPasses(subject.scan, input.corpus.checks);
  if (unquoted !== null)
    throw publishErrors.IB_PASSES_WITHOUT_QUOTES(subject.scan.path, describeUnquoted(unquoted));
  const differing = baseline === null ? [] : compareToBaseline(subject.scan, baseline.scan);
  const models = modelsOf([subject.scan]).map(({ modelId }) => {
    const side = gateSide(subject, modelId);
    const other = baseline && gateSide(baseline, partnerOf(modelId, baseline.scan));
    const rules = judgeRules(side, other, input);
    const undecided = rules.some(({ outcome }) => outcome === "INCONCLUSIVE")
      ? [...undecidedVerdicts(side)]
      : [];
    return {
      model_id: modelId,
      baseline_model_id: other?.modelId ?? null,
      outcome: worst(rules.map((rule) => rule.outcome)),
      rules,
      ...(undecided.length === 0 ? {} : { undecided }),
    };
  });
  return {
    outcome: worst(models.map((model) => model.outcome)),
    simulated: subject.scan.scorecards.some((card) => card.simulated),
    scan: subject.scan.path,
    baseline: baseline?.scan.path ?? null,
    release: subject.scan.release,
    ...(baseline === null ? {} : { baseline_release: baseline.scan.release }),
    policy: input.policyName,
    claim: describeClaim(input.policy, baseline !== null),
    differs_from_baseline: [...differing],
    models,
  };
}

function judgeRules(
  side: GateSide,
  baseline: GateSide | null,
  { subject, policy, corpus, calibration }: Parameters<typeof judgeGate>[0],
): GateRule[] {
  const { new_s5_failures, hard_fail_rate, noninferiority, unclear_share, incomplete_share } = policy;
  const familyOf = familiesIn(corpus.scenarios);
  const fewestForRate = corpus.scoring.publication.min_opportunities_for_rate;
  const judge = {
    policy: policy.judge,
    calibration: calibration ?? null,
    checks: gateChecks(subject.scan.plan, corpus),
  };
  const margins = MarginScore.options.flatMap((score) => {
    const margin = noninferiority?.margins[score];
    if (margin === undefined || noninferiority === undefined) return [];
    const { confidence } = noninferiority;
    return [gateMargin({ score, margin, confidence, side, baseline, familyOf })];
  });
  return [
    ...(new_s5_failures ? [newSevereFailures(new_s5_failures, side, baseline, corpus.checks)] : []),
    ...(hard_fail_rate ? [hardFailRate(hard_fail_rate, side, { familyOf, judge, fewestForRate })] : []),
    ...margins,
    ...Object.entries(policy.checks ?? {}).flatMap(([id, rule]) => {
      const { tallies } = subject.scan;
      return rule ? [failuresOfCheck(CheckId.parse(id), rule, { side, tallies, checks: corpus.checks })] : [];
    }),
    ...(policy.autofails ? [autofails(policy.autofails, side)] : []),
    ...(policy.failed_duties ? [failedDuties(policy.failed_duties, side)] : []),
    ...(unclear_share ? [unclearShare(unclear_share, side)] : []),
    ...(incomplete_share ? [incompleteShare(incomplete_share, side)] : []),
  ];
}

/** Lists the gate checks that the scan could fail, by gate. */
function gateChecks(
  plan: ScanPlan,
  { checks, scoring }: Parameters<typeof judgeGate>[0]["corpus"],
): GateJudge["checks"] {
  const asked = plan.checks.flatMap((id) => {
    const check = checks.get(id);
    const isAsked = plan.by_check[id]?.eligible !== 0;
    return check !== undefined && isAsked && isGate(check, scoring) ? [check] : [];
  });
  return {
    safety: asked.filter(isSafety).map(({ id }) => id),
    compliance: asked.filter(isCompliance).map(({ id }) => id),
  };
}

/** Returns the differing parts of subject and baseline that may differ; throws for any other. */
function compareToBaseline(subject: BoardScan, baseline: BoardScan): readonly string[] {
  const [own, other] = [subject.transcriptParts[0] ?? {}, baseline.transcriptParts[0] ?? {}];
  const scoring = differingParts(
    baseline.plan.fingerprints.scoring.parts,
    subject.plan.fingerprints.scoring.parts,
  ).map((part) => `scoring.${part}`);
  const forbidden = [
    ...differingParts(other, own, SUBJECT_PARTS).map((part) => `transcripts.${part}`),
    ...scoring,
  ];
  if (forbidden.length > 0) throw new UnlikeScansError(baseline.path, subject.path, forbidden);
  if (holdsTheSame(subject, baseline))
    throw publishErrors.IB_BASELINE_IS_SUBJECT(subject.path, baseline.path);
  return differingParts(other, own);
}

/** Whether both scans judge the same conversations of the same runs: no failure would be new. */
function holdsTheSame({ plan, release }: BoardScan, other: BoardScan): boolean {
  if (plan.transcripts.length === 0 || release.begun_at === null) return false;
  const hashesOf = (transcripts: ScanPlan["transcripts"]) =>
    transcripts.map(({ transcript_id, transcript_hash }) => [transcript_id, transcript_hash]);
  return (
    release.begun_at === other.release.begun_at &&
    hashOf(hashesOf(plan.transcripts)) === hashOf(hashesOf(other.plan.transcripts))
  );
}

/** Returns the model of the same name, or the only model. */
function partnerOf(modelId: ModelId, baseline: BoardScan): ModelId {
  const ids = modelsOf([baseline]).map((model) => model.modelId);
  const [only, ...others] = ids;
  if (ids.includes(modelId)) return modelId;
  if (only === undefined || others.length > 0)
    throw publishErrors.IB_NOTHING_TO_PAIR(modelId, baseline.path, ids);
  return only;
}

function worst(outcomes: readonly GateOutcome[]): GateOutcome {
  if (outcomes.includes("FAIL")) return "FAIL";
  return outcomes.length === 0 || outcomes.includes("INCONCLUSIVE") ? "INCONCLUSIVE" : "PASS";
}
