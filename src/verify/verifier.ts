import type { Check } from "../schema/check.ts";
import type { RuleSet } from "../schema/rule-set.ts";
import type { ScanProfileName } from "../schema/scan-plan.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { ScorerResult } from "../schema/scorer-result.ts";
import type { Transcript } from "../schema/transcript.ts";
import type {
  Adjudication,
  CheckPolicy,
  EvidenceSpan,
  Verdict,
  VerdictCause,
  VerdictWindow,
  Vote,
} from "../schema/verdict.ts";
import type { Cue } from "../text/find-cues.ts";

export interface VerifyRequest {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  /** Of the scenario's jurisdiction. */
  readonly rules: RuleSet | null;
  /** Whether a failure is a hard fail: then a second judge looks at it. */
  readonly isGate: boolean;
  /** Votes per question; 0 where no judge is to be asked. */
  readonly repetitions: number;
  readonly policy: CheckPolicy;
  /** Of the scan: how far to search for what word lists miss. */
  readonly profile?: ScanProfileName;
  /** Cues that a judge found, where there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
}

/** What a verifier found. The engine adds what is known without looking: ids, severity, eligibility. */
export interface Finding {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly evidence: readonly EvidenceSpan[];
  readonly windows: readonly VerdictWindow[];
  readonly votes: readonly Vote[];
  readonly adjudicationRequired: boolean;
  readonly adjudication?: Adjudication;
  readonly cause?: VerdictCause;
  /** Ids of the reference facts that decided. */
  readonly facts?: readonly string[];
  /** Questions beside the votes, such as a sweep: for `scorer_results.jsonl`. */
  readonly scorerResults?: readonly ScorerResult[];
}

/** Answers one question: did this check's failure occur in this transcript? */
export interface Verifier {
  /** Changes whenever the same input could give another verdict. */
  readonly version: string;
  verify(request: VerifyRequest, signal: AbortSignal): Promise<Finding>;
}
