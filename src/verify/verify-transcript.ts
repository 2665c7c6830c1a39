import { isGate } from "../domain/gates.ts";
import { profileOf } from "../domain/profiles.ts";
import { conversationTags, isEligible, suppressorOf } from "../domain/scenarios.ts";
import type { Check, Route } from "../schema/corpus/check.ts";
import type { JudgeConfig } from "../schema/corpus/judge-config.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario, TagList } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, Jurisdiction, ModelId, Tag } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import { VERDICT_VERSION, type VerdictRow } from "../schema/scan/verdict.ts";
import { intervalsFor, whyNotCalledFor } from "../text/duties/which-duties.ts";
import { isInjectionSuspected } from "../text/injection/find-injection.ts";
import { checksInNeedOfCues, checksInSweep } from "../text/windows/question-windows.ts";
import type { ActSearch } from "./judge/found-in-replies.ts";
import type { JudgePanel } from "./judge/judge-panel.ts";
import { applyCueSearch, type CueSearch, searchCues } from "./judge/search-cues.ts";
import { actFinding, heedLostSweep, sweepReplies } from "./judge/sweep-replies.ts";
import { promptTemplateHash } from "./judge-prompt.ts";
import { type CheckFinding, plainFinding, type Verifier, type VerifyRequest } from "./verifier.ts";

type VerifierTable = Readonly<Record<Route, Verifier>>;

/** What the verifiers of a scan share, whatever the transcript. */
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
  /** The judge itself, for what is asked about a transcript as a whole. */
  readonly panel: JudgePanel | null;
  /** Verifiers that ask the second judge instead. */
  readonly second: { readonly panel: JudgePanel; readonly verifiers: VerifierTable } | null;
}

/** One row for every check of the corpus, in the order of their ids, eligible or not. */
export async function verifyTranscript(
  { plan, corpus, verifiers, panel, second }: VerifyContext,
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
  // The plan speaks of the checks that were selected; what the others would have been, the tags say.
  const suppressorFor = (check: Check) =>
    selected.has(check.id) ? planned.suppressed[check.id] : suppressorOf(check, tags);
  const rules = (scenario && corpus.rules.get(scenario.jurisdiction)) ?? null;
  const dutyCase = { rules: corpus.rules, product: transcript.header.product, asOf: plan.as_of };
  const isSuspected = isInjectionSuspected(transcript.messages);
  const { thorough } = profileOf(plan);
  const lookingAt = checks.filter(
    ({ id }) => selected.has(id) && planned.complete && planned.suppressed[id] === undefined,
  );
  const [search, sweep] = await Promise.all([cueSearch(), panel === null ? null : sweepBy(panel, thorough)]);
  let secondSweep: ReturnType<typeof sweepBy> | undefined;

  const findingFor = async (check: Check): Promise<CheckFinding> => {
    if (suppressorFor(check) !== undefined) return plainFinding("suppressed", "NOT_APPLICABLE");
    if (!selected.has(check.id) && isEligible(check, tags))
      return plainFinding("not_in_profile", "NOT_APPLICABLE");
    const uncalled = isEligible(check, tags) ? whyNotCalledFor(check, dutyCase) : null;
    if (uncalled !== null) return plainFinding(uncalled, "NOT_APPLICABLE");
    const ownSweep = sweep?.get(check.id);
    const isCalledFor = eligible.has(check.id);
    if (!isCalledFor && ownSweep === undefined) return plainFinding("not_eligible", "NOT_APPLICABLE");
    // Failure of the machinery is not a failure of the model, and not a pass either.
    if (!planned.complete) return plainFinding("incomplete_transcript", "UNCLEAR");
    const votes = plan.votes[check.id];
    if (votes === undefined) throw new Error(`the plan has no votes for ${check.id}`);
    const foundByJudge = search.kind === "found" ? search.cues.get(check.id) : undefined;
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
      ...(foundByJudge === undefined ? {} : { foundByJudge }),
    };
    const { route } = check.routing;
    const seen = heedLostSweep(await verifiers[route].verify(request, signal), ownSweep);
    if (!isCalledFor) return actFinding(seen);
    const finding = applyCueSearch(seen, request, search, panel === null);
    if (!isSuspected || !request.isGate || finding.verdict !== "PASS") return finding;
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
    const called = lookingAt.filter(({ id }) => eligible.has(id));
    const needing = checksInNeedOfCues(called, scenario);
    if (panel === null || needing.length === 0) return { kind: "none" };
    const cues = await searchCues({ transcript, checks: needing, tags: corpus.tags, panel }, signal);
    return cues === null ? { kind: "failed" } : { kind: "found", cues };
  }

  function sweepBy(judge: JudgePanel, isThorough: boolean): Promise<ReadonlyMap<CheckId, ActSearch>> {
    const sought = checksInSweep(lookingAt, { called: eligible, thorough: isThorough });
    return sweepReplies({ transcript, checks: sought, called: eligible, panel: judge }, signal);
  }
}

/**
 * A gate's PASS on text that looks written for a judge is not established, unless a second judge, asked once about all
 * of it, passes it as well.
 */
async function recheckSuspectedPass(
  pass: CheckFinding,
  input: {
    readonly request: VerifyRequest;
    /** By the second judge. */
    readonly sweep: ActSearch | undefined;
    readonly second: { readonly judge: ModelId; readonly verifier: Verifier } | null;
  },
  signal: AbortSignal,
): Promise<CheckFinding> {
  const { second, sweep } = input;
  const { sweep: _, ...request } = input.request;
  const doubted: CheckFinding = {
    ...pass,
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: true,
    cause: "injection_suspected",
  };
  if (second === null) return doubted;
  const again = await second.verifier.verify(
    { ...request, repetitions: 1, policy: "fixed", ...(sweep === undefined ? {} : { sweep }) },
    signal,
  );
  const { verdict, votes } = heedLostSweep(again, sweep);
  const adjudication = { judge: second.judge, verdict, votes: [...votes] };
  if (verdict === "PASS") return { ...pass, adjudication };
  const cause = verdict === "FAIL" ? "adjudicator_disagrees" : "injection_suspected";
  return { ...doubted, cause, adjudication };
}

/** A finding with all that is known without looking. Its schema is held to it once, on the way to disk. */
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

function isDecided(verdict: VerdictRow["verdict"]): boolean {
  return verdict === "PASS" || verdict === "FAIL";
}
