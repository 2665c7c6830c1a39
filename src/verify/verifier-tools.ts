import type { LexiconMatcher } from "../text/lexicon-matcher.ts";
import type { CheckLexicons } from "../text/question-windows.ts";
import type { JudgePanel } from "./judge-panel.ts";

/** What verifiers work with. */
export interface VerifierTools {
  readonly matcher: LexiconMatcher;
  readonly lexicons: CheckLexicons;
  /** `null` where the profile asks no judge. */
  readonly panel: JudgePanel | null;
}
