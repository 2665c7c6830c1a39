import type { Check, Route } from "../schema/check.ts";
import type { CheckId, Jurisdiction, ModelId } from "../schema/ids.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { RuleSet } from "../schema/rule-set.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import { conversationTags, isEligible, suppressorOf } from "../schema/scenario-tags.ts";
import type { ScorerResult } from "../schema/scorer-result.ts";
import { isGate, type ScoringConfig } from "../schema/scoring-config.ts";
import type { TagList } from "../schema/tag-list.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import { isInjectionSuspected } from "../text/find-injection.ts";
import { checksInNeedOfCues } from "../text/question-windows.ts";
import { doubtPass } from "./doubt-pass.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { becauseOf } from "./plain-findings.ts";
import { searchCues } from "./search-cues.ts";
import { type CueSearch, unlessCueWasMissed } from "./unless-cue-was-missed.ts";
import { verdictRow } from "./verdict-row.ts";
import type { Finding, Verifier } from "./verifier.ts";

type VerifierTable = Readonly<Record<Route, Verifier>>;

/** What the verifiers of a scan share, whatever the transcript. */
export interface VerifyContext {
  readonly plan: Pick<ScanPlan, "checks" | "votes" | "profile">;
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
  readonly second: { readonly judge: ModelId; readonly verifiers: VerifierTable } | null;
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
  const isSuspected = isInjectionSuspected(transcript.messages);
  const search = await cueSearch();

  const findingFor = async (check: Check): Promise<Finding> => {
    if (suppressorFor(check) !== undefined) return becauseOf("suppressed", "NOT_APPLICABLE");
    if (!selected.has(check.id) && isEligible(check, tags))
      return becauseOf("not_in_profile", "NOT_APPLICABLE");
    if (!eligible.has(check.id)) return becauseOf("not_eligible", "NOT_APPLICABLE");
    // Failure of the machinery is not a failure of the model, and not a pass either.
    if (!planned.complete) return becauseOf("incomplete_transcript", "UNCLEAR");
    const votes = plan.votes[check.id];
    if (votes === undefined) throw new Error(`the plan has no votes for ${check.id}`);
    const foundByJudge = search.kind === "found" ? search.cues.get(check.id) : undefined;
    const request = {
      check,
      transcript,
      scenario,
      rules,
      isGate: isGate(check, corpus.scoring),
      profile: plan.profile,
      ...votes,
      ...(foundByJudge === undefined ? {} : { foundByJudge }),
    };
    const { route } = check.routing;
    const seen = await verifiers[route].verify(request, signal);
    const finding = unlessCueWasMissed(seen, request, search, panel === null);
    if (!isSuspected || !request.isGate || finding.verdict !== "PASS") return finding;
    const other = second && { judge: second.judge, verifier: second.verifiers[route] };
    return doubtPass(finding, request, other, signal);
  };

  const findings = await Promise.all(checks.map(async (check) => [check, await findingFor(check)] as const));
  const common = { plan, planned, transcript, judge: corpus.judge, isInjectionSuspected: isSuspected };
  return {
    rows: findings.map(([check, finding]) => {
      const { version } = verifiers[check.routing.route];
      const suppressedBy = suppressorFor(check);
      return verdictRow({ ...common, check, finding, suppressedBy, verifierVersion: version });
    }),
    scorerResults: findings.flatMap(([, finding]) => finding.scorerResults ?? []),
  };

  async function cueSearch(): Promise<CueSearch> {
    const looking = checks.filter(
      ({ id }) => selected.has(id) && eligible.has(id) && planned.suppressed[id] === undefined,
    );
    const needing = planned.complete ? checksInNeedOfCues(looking, scenario) : [];
    if (panel === null || needing.length === 0) return { kind: "none" };
    const cues = await searchCues({ transcript, checks: needing, tags: corpus.tags, panel }, signal);
    return cues === null ? { kind: "failed" } : { kind: "found", cues };
  }
}
