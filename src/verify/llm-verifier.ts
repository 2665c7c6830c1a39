import { questionWindows } from "../text/question-windows.ts";
import { judgeCheck } from "./judge-check.ts";
import { becauseOf } from "./plain-findings.ts";
import { SCORER_VERSION } from "./scorer-version.ts";
import type { Verifier } from "./verifier.ts";
import type { VerifierTools } from "./verifier-tools.ts";

/**
 * Asks a judge about every window, or, for single replies, about those that a lexicon or a search names. A check's
 * lexicon, where it has one, finds cues or candidates and goes along as a hint.
 */
export function createLlmVerifier(tools: VerifierTools): Verifier {
  return {
    version: `llm/${SCORER_VERSION}`,
    async verify(request, signal) {
      const questions = questionWindows({ ...request, ...tools });
      if (questions.windows.length === 0) return becauseOf("no_cue", "NOT_APPLICABLE");
      const { panel, adjudicator = null } = tools;
      if (panel === null) return becauseOf("no_judge", "UNCLEAR");
      return judgeCheck({ request, panel, adjudicator, questions }, signal);
    },
  };
}
