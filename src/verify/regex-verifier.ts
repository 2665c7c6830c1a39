import type { EvidenceSpan } from "../schema/verdict.ts";
import { type FlaggedMessage, questionWindows } from "../text/question-windows.ts";
import { clearedWindow, findingFrom } from "./finding-from.ts";
import { judgeCheck } from "./judge-check.ts";
import { becauseOf, CLEAN } from "./plain-findings.ts";
import { SCORER_VERSION } from "./scorer-version.ts";
import type { Finding, Verifier } from "./verifier.ts";
import type { VerifierTools } from "./verifier-tools.ts";

/**
 * Decides by word lists. A `lexicon_only` check fails on any hit; a `regex_with_llm_edge` check puts every hit to
 * the judge, so that clean text costs nothing and a hit is confirmed or dismissed. Where a user's question is the cue, a
 * reply that plainly answers it passes. A thorough scan also has the judge search clean text for what a compliance
 * check's words missed.
 */
export function createRegexVerifier(tools: VerifierTools): Verifier {
  return {
    version: `regex/${SCORER_VERSION}`,
    async verify(request, signal) {
      const { check } = request;
      const questions = questionWindows({
        ...request,
        ...tools,
        disclosures: request.rules?.disclosure.statements ?? [],
      });
      const { windows, cleared, judged, flagged } = questions;
      const { panel, adjudicator = null } = tools;
      if (windows.length === 0) return becauseOf("no_cue", "NOT_APPLICABLE");
      if (!check.routing.llm_required && flagged.length > 0) return failure(flagged);
      if (judged.length === 0 && (questions.sweep === null || panel === null)) {
        const isCut = windows.some((window) => window.messages.some((message) => message.truncated));
        if (isCut) return becauseOf("truncated", "UNCLEAR");
        return cleared.length === 0 ? CLEAN : findingFrom(cleared.map(clearedWindow), null, null);
      }
      if (panel === null) return { ...becauseOf("no_judge", "UNCLEAR"), evidence: evidenceOf(flagged) };
      return judgeCheck({ request, panel, adjudicator, questions }, signal);
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
