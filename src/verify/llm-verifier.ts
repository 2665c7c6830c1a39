import { questionWindows } from "../text/question-windows.ts";
import { judgeWindows } from "./judge-windows.ts";
import { becauseOf } from "./plain-findings.ts";
import { SCORER_VERSION } from "./scorer-version.ts";
import type { Verifier } from "./verifier.ts";
import type { VerifierTools } from "./verifier-tools.ts";

/** Asks a judge about every window. A check's lexicon, where it has one, finds cues and goes along as a hint. */
export function createLlmVerifier(tools: VerifierTools): Verifier {
  return {
    version: `llm/${SCORER_VERSION}`,
    async verify(request, signal) {
      const { judged, flagged } = questionWindows({ ...request, ...tools });
      if (judged.length === 0) return becauseOf("no_cue", "NOT_APPLICABLE");
      if (tools.panel === null) return becauseOf("no_judge", "UNCLEAR");
      return judgeWindows({ request, panel: tools.panel, windows: judged, flagged }, signal);
    },
  };
}
