import type { EvidenceSpan } from "../schema/verdict.ts";
import { type FlaggedMessage, questionWindows } from "../text/question-windows.ts";
import { judgeWindows } from "./judge-windows.ts";
import { becauseOf, CLEAN } from "./plain-findings.ts";
import { SCORER_VERSION } from "./scorer-version.ts";
import type { Finding, Verifier } from "./verifier.ts";
import type { VerifierTools } from "./verifier-tools.ts";

/**
 * Decides by word lists. A `lexicon_only` check fails on any hit; a `regex_with_llm_edge` check puts every hit to
 * the judge, so that clean text costs nothing and a hit is confirmed or dismissed.
 */
export function createRegexVerifier(tools: VerifierTools): Verifier {
  return {
    version: `regex/${SCORER_VERSION}`,
    async verify(request, signal) {
      const { check, transcript } = request;
      const { windows, judged, flagged } = questionWindows({ ...request, ...tools });
      if (windows.length === 0) return becauseOf("no_cue", "NOT_APPLICABLE");
      if (!check.routing.llm_required && flagged.length > 0) return failure(flagged);
      if (judged.length === 0) {
        const cut = transcript.messages.some((message) => message.truncated);
        return cut ? becauseOf("truncated", "UNCLEAR") : CLEAN;
      }
      if (tools.panel === null) return { ...becauseOf("no_judge", "UNCLEAR"), evidence: evidenceOf(flagged) };
      return judgeWindows({ request, panel: tools.panel, windows: judged, flagged }, signal);
    },
  };
}

function failure(flagged: readonly FlaggedMessage[]): Finding {
  return {
    verdict: "FAIL",
    confidence: 1,
    evidence: evidenceOf(flagged),
    windows: flagged.map(({ message }) => ({
      unit: "turn_level",
      first_turn: message.turn,
      last_turn: message.turn,
      verdict: "FAIL",
    })),
    votes: [],
    adjudicationRequired: false,
  };
}

function evidenceOf(flagged: readonly FlaggedMessage[]): EvidenceSpan[] {
  return flagged.flatMap(({ message, hits }) =>
    hits.map((hit) => ({
      role: message.role,
      turn: message.turn,
      quote: hit.text,
      rationale: `Found by the lexicon ${hit.lexicon}.`,
      verification: { tier: "exact" as const, start: hit.start, end: hit.end },
    })),
  );
}
