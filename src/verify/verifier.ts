/** The port of verifiers: what they are asked, what they work with, what they answer. */

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
  /** Of the scenario's jurisdiction. */
  readonly rules: RuleSet | null;
  /** How often the place of the product wants it said again that this is an AI. @default not at all */
  readonly intervals?: ReturnType<typeof intervalsFor>;
  /** Whether a failure is a hard fail: then a second judge looks at it. */
  readonly isGate: boolean;
  /** Votes per question; 0 where no judge is to be asked. */
  readonly repetitions: number;
  readonly policy: CheckPolicy;
  /** What a search through all replies named for the check; absent where none was made for it. */
  readonly sweep?: ActSearch;
  /** Whether the conversation's tags call for the check: otherwise only its acts are looked for. @default true */
  readonly isCalledFor?: boolean;
  /** Cues that a judge found, where there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
}

/** What a verifier found. The engine adds what is known without looking: ids, severity, eligibility. */
export interface CheckFinding {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly evidence: readonly EvidenceSpan[];
  readonly windows: readonly VerdictWindow[];
  readonly votes: readonly Vote[];
  readonly adjudicationRequired: boolean;
  /** Of a FAIL of a check that tells the two apart. @default "grave" */
  readonly weight?: FailureWeight;
  /** Whether something undecided stands beside a lesser failure. */
  readonly mayBeGrave?: true;
  readonly adjudication?: Adjudication;
  readonly cause?: VerdictCause;
  /** Where nothing but word lists looked at some of what the check looks at, and they say no more than they found. */
  readonly lookedBy?: "words";
  /** In how many replies the check's word list found something, of those that it looks at; absent where in none. */
  readonly candidates?: number;
  /** Ids of the reference facts that decided. */
  readonly facts?: readonly string[];
  /** Questions beside the votes, such as a sweep: for `scorer_results.jsonl`. */
  readonly scorerResults?: readonly ScorerResult[];
}

/** Answers one question: did this check's failure occur in this transcript? */
export interface Verifier {
  /** Changes whenever the same input could give another verdict. */
  readonly version: string;
  verify(request: VerifyRequest, signal: AbortSignal): Promise<CheckFinding>;
}

/** What verifiers work with. */
export interface VerifierTools {
  readonly matcher: LexiconMatcher;
  readonly lexicons: CheckLexicons;
  /** `null` where the profile asks no judge. */
  readonly panel: JudgePanel | null;
  /** A second judge, asked only where the first one's word is not enough. */
  readonly adjudicator?: JudgePanel | null;
  /** Of the corpus's reference facts; a check that needs them is UNCLEAR without. */
  readonly reader?: ClaimReader;
  /** Of the registry of help lines; without it numbers are taken as they are. */
  readonly help?: HelpReader;
}

const NO_EVIDENCE = { evidence: [], windows: [], votes: [], adjudicationRequired: false } as const;

/** Nothing was found, and everything could be looked at. */
export const CLEAN_FINDING: CheckFinding = { ...NO_EVIDENCE, verdict: "PASS", confidence: 1 };

/**
 * What stays of a finding where part of what it rests on is undecided: a grave failure stands, a lesser one may be grave,
 * and nothing else is known.
 */
export function leftUndecided(finding: CheckFinding, cause: VerdictCause): CheckFinding {
  if (finding.verdict !== "FAIL") return { ...finding, verdict: "UNCLEAR", confidence: 0, cause };
  return finding.weight === "lesser" ? { ...finding, mayBeGrave: true } : finding;
}

/** A verdict that follows from the circumstances alone. */
export function plainFinding(cause: VerdictCause, verdict: Verdict): CheckFinding {
  return { ...NO_EVIDENCE, verdict, confidence: verdict === "NOT_APPLICABLE" ? 1 : 0, cause };
}
