import { isGate } from "../domain/gates.ts";
import { profileOf } from "../domain/profiles.ts";
import { conversationTags, isEligible, suppressorOf } from "../domain/scenarios.ts";
import type { Check, Route } from "../schema/corpus/check.ts";
import type { JudgeConfig } from "../schema/corpus/judge-config.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario, TagList } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, Jurisdiction, Tag } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import { VERDICT_VERSION, type VerdictRow } from "../schema/scan/verdict.ts";
import { intervalsFor, whyNotCalledFor } from "../text/duties/which-duties.ts";
import { isInjectionSuspected } from "../text/injection/find-injection.ts";
import { checksInNeedOfCues, checksInSweep, cuesOf } from "../text/windows/question-windows.ts";
import type { ActSearch } from "./judge/found-in-replies.ts";
import type { JudgePanel } from "./judge/judge-panel.ts";
import { applyCueSearch, type CueSearch, searchCues, uncalledFinding } from "./judge/search-cues.ts";
import { actFinding, requireSweep, sweepReplies } from "./judge/sweep-replies.ts";
import { promptTemplateHash } from "./judge-prompt.ts";
import { noteCandidates } from "./noting-candidates.ts";
import { doubtNothingFound, recheckSuspectedPass } from "./suspected-text.ts";
import {
  type CheckFinding,
  leftUndecided,
  plainFinding,
  type Verifier,
  type VerifierTools,
} from "./verifier.ts";

type VerifierTable = Readonly<Record<Route, Verifier>>;

/** Shared by all transcripts of a scan. */
export interface VerifyContext {
  readonly plan: Pick<ScanPlan, "checks" | "votes" | "profile" | "as_of">;
  readonly corpus: {
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly judge: JudgeConfig;
    readonly scoring: ScoringConfig;
    readonly tags: TagList;
    readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  };
  readonly verifiers: VerifierTable;
  /** Word tools that find cues if an author marked none. */
  readonly words: Pick<VerifierTools, "matcher" | "lexicons">;
  /** The judge, for questions about a whole transcript. */
  readonly panel: JudgePanel | null;
  /** Verifiers that ask the second judge instead. */
  readonly second: { readonly panel: JudgePanel; readonly verifiers: VerifierTable } | null;
}

/** Returns one row per check of the corpus, in the order of ids, eligible or not. */
export async function verifyTranscript(
  { plan, corpus, verifiers, words, panel, second }: VerifyContext,
  {
    planned,
    transcript,
    scenario,
  }: {
    readonly planned: PlannedTranscript;
    readonly transcript: Transcript;
    readonly scenario: Scenario | null;
  },
  signal: AbortSignal,
): Promise<{ readonly rows: readonly VerdictRow[]; readonly scorerResults: readonly ScorerResult[] }> {
  const checks = [...corpus.checks.values()];
  const selected = new Set(plan.checks);
  const eligible = new Set(planned.eligible);
  const tags = conversationTags(transcript.header, scenario);
  // The plan lists selected checks only; for the others the tags decide.
  const suppressorFor = (check: Check) =>
    selected.has(check.id) ? planned.suppressed[check.id] : suppressorOf(check, tags);
  const rules = (scenario && corpus.rules.get(scenario.jurisdiction)) ?? null;
  const dutyCase = { rules: corpus.rules, product: transcript.header.product, asOf: plan.as_of };
  const isSuspected = isInjectionSuspected(transcript.messages);
  const { thorough } = profileOf(plan);
  const lookingAt = checks.filter(
    ({ id }) => selected.has(id) && planned.complete && planned.suppressed[id] === undefined,
  );
  const needing = checksInNeedOfCues(
    lookingAt.filter((check) => whyNotCalledFor(check, dutyCase) === null),
    { called: eligible, scenario },
  );
  const [search, sweep] = await Promise.all([cueSearch(), panel === null ? null : sweepBy(panel, thorough)]);
  let secondSweep: ReturnType<typeof sweepBy> | undefined;

  const findingFor = async (check: Check): Promise<CheckFinding> => {
    if (suppressorFor(check) !== undefined) return plainFinding("suppressed", "NOT_APPLICABLE");
    // Without an author's tags any gate may be at stake.
    const isAtStake = isEligible(check, tags) || (scenario === null && isGate(check, corpus.scoring));
    if (!selected.has(check.id) && isAtStake) return plainFinding("not_in_profile", "NOT_APPLICABLE");
    const whyNot = isAtStake ? whyNotCalledFor(check, dutyCase) : null;
    if (whyNot !== null) return plainFinding(whyNot, "NOT_APPLICABLE");
    const ownSweep = sweep?.get(check.id);
    const isTagged = eligible.has(check.id);
    // A failure of the benchmark itself is neither a failure nor a pass of the model.
    if (!planned.complete && isTagged) return plainFinding("incomplete_transcript", "UNCLEAR");
    if (!planned.complete && isAtStake) return plainFinding("incomplete_transcript", "NOT_APPLICABLE");
    const isSought = needing.includes(check);
    const foundByJudge = search.kind === "found" ? search.cues.get(check.id) : undefined;
    const sought = { search, isSought, isWithoutJudge: panel === null };
    const given = foundByJudge === undefined ? {} : { foundByJudge };
    const hasCue = isSought && cuesOf({ check, scenario, transcript, ...words, ...given }).length > 0;
    const isCalledFor = isTagged || hasCue;
    const isDoubted = isSuspected && isGate(check, corpus.scoring);
    if (!isCalledFor && ownSweep === undefined) {
      const nothing = uncalledFinding(isAtStake, sought);
      // Without a judge, word-list hits are the only evidence.
      const uncalled =
        nothing.cause === "no_judge"
          ? noteCandidates(nothing, { check, transcript, scenario, isCalledFor }, words)
          : nothing;
      return isDoubted ? doubtNothingFound(uncalled, scenario) : uncalled;
    }
    const votes = plan.votes[check.id];
    if (votes === undefined) throw new Error(`the plan has no votes for ${check.id}`);
    const request = {
      check,
      transcript,
      scenario,
      rules,
      intervals: intervalsFor(check, dutyCase),
      isGate: isGate(check, corpus.scoring),
      isCalledFor,
      ...votes,
      ...(ownSweep === undefined ? {} : { sweep: ownSweep }),
      ...given,
    };
    const { route } = check.routing;
    const seen = requireSweep(await verifiers[route].verify(request, signal), ownSweep);
    const finding = applyCueSearch(isCalledFor ? seen : actFinding(seen, request), request, sought);
    if (!isDoubted) return finding;
    if (finding.verdict === "FAIL") return leftUndecided(finding, "injection_suspected");
    if (!isCalledFor || finding.verdict !== "PASS") return doubtNothingFound(finding, scenario);
    const other = second && { judge: second.panel.modelId, verifier: second.verifiers[route] };
    if (second !== null) secondSweep ??= sweepBy(second.panel, true);
    const otherSweep = (await secondSweep)?.get(check.id);
    return recheckSuspectedPass(finding, { request, sweep: otherSweep, second: other }, signal);
  };

  const findings = await Promise.all(checks.map(async (check) => [check, await findingFor(check)] as const));
  const common = { plan, planned, transcript, judge: corpus.judge, isInjectionSuspected: isSuspected };
  return {
    rows: findings.map(([check, finding]) => {
      const { version } = verifiers[check.routing.route];
      const suppressedBy = suppressorFor(check);
      return verdictRow({ ...common, check, finding, suppressedBy, verifierVersion: version });
    }),
    scorerResults: findings.flatMap(([{ id }, finding]) => {
      const swept = sweep?.get(id);
      return [...(swept === undefined ? [] : [swept.result]), ...(finding.scorerResults ?? [])];
    }),
  };

  async function cueSearch(): Promise<CueSearch> {
    if (panel === null || needing.length === 0) return { kind: "none" };
    const cues = await searchCues({ transcript, checks: needing, tags: corpus.tags, panel }, signal);
    return cues === null ? { kind: "failed" } : { kind: "found", cues };
  }

  function sweepBy(judge: JudgePanel, isThorough: boolean): Promise<ReadonlyMap<CheckId, ActSearch>> {
    const sought = checksInSweep(lookingAt, { called: eligible, scenario, thorough: isThorough });
    return sweepReplies({ transcript, checks: sought, called: eligible, panel: judge }, signal);
  }
}

/**
 * Makes the row of a finding with its ids, severity and eligibility. The schema is checked once, when the row is
 * written.
 */
function verdictRow(input: {
  readonly check: Check;
  readonly finding: CheckFinding;
  readonly plan: Pick<ScanPlan, "votes">;
  readonly planned: PlannedTranscript;
  readonly transcript: Transcript;
  readonly judge: JudgeConfig;
  readonly suppressedBy: Tag | undefined;
  readonly verifierVersion: string;
  readonly isInjectionSuspected: boolean;
}): VerdictRow {
  const { check, finding, plan, planned, suppressedBy } = input;
  const isCalledFor = planned.eligible.includes(check.id);
  const isCalledBySearch = !isCalledFor && finding.verdict !== "NOT_APPLICABLE";
  const { transcript_id, model_id, scenario_id, repeat, private: isPrivate, pack } = input.transcript.header;
  return {
    schema_version: VERDICT_VERSION,
    ...(isPrivate ? { private: true } : {}),
    ...(pack === undefined ? {} : { pack }),
    transcript_id,
    model_id,
    scenario_id,
    repeat,
    mode_id: check.id,
    eligible: isCalledFor || isCalledBySearch,
    verdict: finding.verdict,
    ...severityOf(check, finding),
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
      ...lesserOf(check, finding),
      ...(finding.adjudication === undefined ? {} : { adjudication: finding.adjudication }),
      ...(isCalledBySearch ? { called_by: "search" as const } : {}),
      ...(finding.lookedBy === undefined || !isDecided(finding.verdict)
        ? {}
        : { looked_by: finding.lookedBy }),
      ...(finding.candidates === undefined ? {} : { candidates: finding.candidates }),
      ...(input.isInjectionSuspected ? { injection_suspected: true } : {}),
      ...(suppressedBy === undefined ? {} : { suppressed_by: suppressedBy }),
      ...(finding.facts === undefined ? {} : { facts: [...finding.facts] }),
    },
  };
}

function severityOf({ severity, lesser }: Check, { verdict, weight }: CheckFinding) {
  return { severity: verdict === "FAIL" && weight === "lesser" ? (lesser?.severity ?? severity) : severity };
}

function lesserOf(
  { severity, lesser }: Check,
  { verdict, weight, mayBeGrave }: CheckFinding,
): Pick<VerdictRow["details"], "lesser"> {
  if (verdict !== "FAIL" || weight !== "lesser" || lesser === undefined) return {};
  return { lesser: { of: severity, ...(mayBeGrave ? { may_be_grave: true } : {}) } };
}

function isDecided(verdict: VerdictRow["verdict"]): boolean {
  return verdict === "PASS" || verdict === "FAIL";
}
