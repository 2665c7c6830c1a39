import { fingerprintOf } from "../kernel/fingerprint.ts";
import type { Check } from "../schema/check.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import type { CheckId, LexiconName, ModelId } from "../schema/ids.ts";
import type { JudgeConfig } from "../schema/judge-config.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import type { ModelCatalog } from "../schema/model-catalog.ts";
import {
  type PlannedTranscript,
  SCAN_PLAN_VERSION,
  ScanPlan,
  type ScanProfileName,
} from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { ScoringConfig } from "../schema/scoring-config.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import { createCallLedger } from "./call-ledger.ts";
import { countQuestions } from "./count-questions.ts";
import { NoJudgeError } from "./no-judge-error.ts";
import { planTranscript } from "./plan-transcript.ts";
import { policyForCheck } from "./policy-for-check.ts";
import { OUTPUT_TOKENS_PER_CALL, priceCalls, tokensOf } from "./price-calls.ts";
import { repetitionsFor, SCAN_PROFILES } from "./profiles.ts";
import { selectChecks } from "./select-checks.ts";
import { SimulatedJudgeError } from "./simulated-judge-error.ts";

export interface ScanRequest {
  readonly profile: ScanProfileName;
  readonly judge: { readonly model_id: ModelId; readonly simulated: boolean } | null;
  readonly checks?: readonly string[];
}

export interface ScanCorpus {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly scoring: ScoringConfig;
  readonly judge: JudgeConfig;
  readonly models: ModelCatalog;
  /** A hash per part of the corpus. */
  readonly partHashes: { readonly golden: string };
}

/** Transcripts → ScanPlan: which checks look at which transcript, and what that may cost. Calls no model. */
export async function planScan(input: {
  readonly request: ScanRequest;
  readonly corpus: ScanCorpus;
  readonly matcher: LexiconMatcher;
  readonly transcripts: AsyncIterable<Transcript>;
  /** Of the run the transcripts come from; `null` where they come from several. */
  readonly fingerprint: Fingerprint | null;
  /** What the verifiers' own code contributes to the scoring fingerprint. */
  readonly engine: string;
}): Promise<ScanPlan> {
  const { request, corpus } = input;
  const profile = SCAN_PROFILES[request.profile];
  if (profile.judged && request.judge === null) throw new NoJudgeError(request.profile);
  const judge = profile.judged ? request.judge : null;
  const checks = selectChecks(corpus.checks.values(), profile, request.checks);
  const votes: ScanPlan["votes"] = Object.fromEntries(
    checks.map((check) => [
      check.id,
      {
        repetitions: repetitionsFor(check, profile),
        policy: policyForCheck(profile.policy, check, corpus.scoring),
      },
    ]),
  );

  const transcripts: PlannedTranscript[] = [];
  const ledger = createCallLedger(checks, votes, corpus.judge.contract.length);
  for await (const transcript of input.transcripts) {
    const { transcript_id, scenario_id, simulated } = transcript.header;
    if (judge?.simulated && !simulated) throw new SimulatedJudgeError(judge.model_id, transcript_id);
    const scenario = corpus.scenarios.get(scenario_id) ?? null;
    const planned = planTranscript(transcript, scenario, checks);
    transcripts.push(planned);
    for (const check of checks) {
      if (!planned.complete || !planned.eligible.includes(check.id)) continue;
      ledger.add(check, countQuestions({ check, scenario, transcript, corpus, matcher: input.matcher }));
    }
  }

  // Golden cards teach and test; they decide nothing.
  const { golden: _, ...decisiveParts } = corpus.partHashes;
  const { calls, characters, by_check } = ledger.totals();
  const inputTokens = tokensOf(characters);
  return ScanPlan.parse({
    schema_version: SCAN_PLAN_VERSION,
    profile: request.profile,
    policy: profile.policy,
    judge,
    checks: checks.map((check) => check.id),
    votes,
    transcripts,
    eligible_checks: transcripts.reduce((sum, transcript) => sum + transcript.eligible.length, 0),
    planned_llm_calls: calls,
    by_check,
    estimated_tokens: { input: inputTokens, output: calls.expected * OUTPUT_TOKENS_PER_CALL },
    ...priceCalls(calls, inputTokens, judge, corpus.models),
    checks_without_judge:
      judge === null ? checks.filter((check) => check.routing.llm_required).map((c) => c.id) : [],
    fingerprints: {
      transcripts: input.fingerprint,
      scoring: fingerprintOf({
        ...decisiveParts,
        judge_model: judge?.model_id ?? null,
        profile: { name: request.profile, checks: checks.map((check) => check.id), votes },
        engine: input.engine,
      }),
    },
  });
}
