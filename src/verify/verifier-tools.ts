import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import type { CheckLexicons } from "../text/question-windows.ts";
import type { ClaimReader } from "./claims/claim-reader.ts";
import type { JudgePanel } from "./judge-panel.ts";

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
}
