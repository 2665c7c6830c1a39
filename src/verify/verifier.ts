import type { Check } from "../schema/check.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Transcript } from "../schema/transcript.ts";
import type {
  CheckPolicy,
  EvidenceSpan,
  Verdict,
  VerdictCause,
  VerdictWindow,
  Vote,
} from "../schema/verdict.ts";

export interface VerifyRequest {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  /** Votes per question; 0 where no judge is to be asked. */
  readonly repetitions: number;
  readonly policy: CheckPolicy;
}

/** What a verifier found. The engine adds what is known without looking: ids, severity, eligibility. */
export interface Finding {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly evidence: readonly EvidenceSpan[];
  readonly windows: readonly VerdictWindow[];
  readonly votes: readonly Vote[];
  readonly adjudicationRequired: boolean;
  readonly cause?: VerdictCause;
}

/** Answers one question: did this check's failure occur in this transcript? */
export interface Verifier {
  /** Changes whenever the same input could give another verdict. */
  readonly version: string;
  verify(request: VerifyRequest, signal: AbortSignal): Promise<Finding>;
}
