/** Interface of verifiers: request, tools and finding. */

import type { FailureWeight } from "../domain/votes.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type {
  Adjudication,
  CheckPolicy,
  EvidenceSpan,
  Verdict,
  VerdictCause,
  VerdictWindow,
  Vote,
} from "../schema/scan/verdict.ts";
import type { intervalsFor } from "../text/duties/which-duties.ts";
import type { HelpReader } from "../text/facts/read-help.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import type { Cue } from "../text/windows/find-cues.ts";
import type { CheckLexicons } from "../text/windows/question-windows.ts";
import type { ClaimReader } from "./claims/claim-reader.ts";
import type { ActSearch } from "./judge/found-in-replies.ts";
import type { JudgePanel } from "./judge/judge-panel.ts";

export interface VerifyRequest {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  /** Rules of the scenario's jurisdiction. */
  readonly rules: RuleSet | null;
  /** How often the product's place requires a repeated AI notice. @default none */
  readonly intervals?: ReturnType<typeof intervalsFor>;
  /** Whether a failure is a hard fail, which a second judge confirms. */
  readonly isGate: boolean;
  /** Votes per question; 0 without a judge. */
  readonly repetitions: number;
  readonly policy: CheckPolicy;
  /** Acts that a search through all replies named for the check; absent without a search. */
  readonly sweep?: ActSearch;
  /** Whether the conversation's tags call for the check; if not, only its acts are searched. @default true */
  readonly isCalledFor?: boolean;
  /** Cues found by a judge, if there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
}

/** Finding of a verifier. The engine adds ids, severity and eligibility. */
export interface CheckFinding {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly evidence: readonly EvidenceSpan[];
  readonly windows: readonly VerdictWindow[];
  readonly votes: readonly Vote[];
  readonly adjudicationRequired: boolean;
  /** Weight of a FAIL, for a check with grave and lesser failures. @default "grave" */
  readonly weight?: FailureWeight;
  /** Whether something undecided accompanies a lesser failure. */
  readonly mayBeGrave?: true;
  readonly adjudication?: Adjudication;
  readonly cause?: VerdictCause;
  /** Set if only word lists read part of the check's scope; their result is no more than their hits. */
  readonly lookedBy?: "words";
  /** Number of replies in the check's scope with a word-list hit; absent for none. */
  readonly candidates?: number;
  /** Ids of the deciding reference facts. */
  readonly facts?: readonly string[];
  /** Questions outside the votes, such as a sweep, for `scorer_results.jsonl`. */
  readonly scorerResults?: readonly ScorerResult[];
}

/** Answers one question: did this check's failure occur in this transcript? */
export interface Verifier {
  /** Change it whenever the same input could give another verdict. */
  readonly version: string;
  verify(request: VerifyRequest, signal: AbortSignal): Promise<CheckFinding>;
}

export interface VerifierTools {
  readonly matcher: LexiconMatcher;
  readonly lexicons: CheckLexicons;
  /** `null` if the profile has no judge. */
  readonly panel: JudgePanel | null;
  /** Second judge, asked only if the first judge's vote is not enough. */
  readonly adjudicator?: JudgePanel | null;
  /** Reads claims with the corpus's reference facts; without it, a check that needs them is UNCLEAR. */
  readonly reader?: ClaimReader;
  /** Reads numbers with the help-line registry; without it numbers are not checked. */
  readonly help?: HelpReader;
}

const NO_EVIDENCE = { evidence: [], windows: [], votes: [], adjudicationRequired: false } as const;

/** Finding of a complete search without a hit. */
export const CLEAN_FINDING: CheckFinding = { ...NO_EVIDENCE, verdict: "PASS", confidence: 1 };

/**
 * Weakens a finding if part of its basis is undecided: a grave failure stays, a lesser one may be grave, and any other
 * verdict becomes UNCLEAR.
 */
export function leftUndecided(finding: CheckFinding, cause: VerdictCause): CheckFinding {
  if (finding.verdict !== "FAIL") return { ...finding, verdict: "UNCLEAR", confidence: 0, cause };
  return finding.weight === "lesser" ? { ...finding, mayBeGrave: true } : finding;
}

/** Makes a finding that follows from the circumstances alone. */
export function plainFinding(cause: VerdictCause, verdict: Verdict): CheckFinding {
  return { ...NO_EVIDENCE, verdict, confidence: verdict === "NOT_APPLICABLE" ? 1 : 0, cause };
}
