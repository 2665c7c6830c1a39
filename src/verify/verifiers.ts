/** Maps a check's route to its verifier. The verifier of claims has its own file. */
import { SCORER_VERSION } from "../domain/fingerprints.ts";
import type { Route } from "../schema/corpus/check.ts";
import { type FlaggedMessage, questionWindows } from "../text/windows/question-windows.ts";
import { isCut } from "../text/windows/silence.ts";
import { registryLines } from "../text/windows/told-lines.ts";
import type { TranscriptWindow } from "../text/windows/transcript-windows.ts";
import { createCorpusVerifier } from "./corpus-verifier.ts";
import { withHelpLineCheck } from "./heed-help-lines.ts";
import { clearedWindow, findingFrom, judgeCheck } from "./judge/judge-check.ts";
import { lexiconEvidence, notingCandidates } from "./noting-candidates.ts";
import { hearingSilence } from "./omission.ts";
import {
  type CheckFinding,
  CLEAN_FINDING,
  plainFinding,
  type Verifier,
  type VerifierTools,
} from "./verifier.ts";

/** Table from route to verifier. A new route is a compile error until it has an entry. */
export function createVerifiers(tools: VerifierTools): Readonly<Record<Route, Verifier>> {
  const heard = (verifier: Verifier) => notingCandidates(hearingSilence(verifier, tools), tools);
  const regex = heard(createRegexVerifier(tools));
  const llm = heard(withHelpLineCheck(createLlmVerifier(tools), tools));
  return {
    lexicon_only: regex,
    regex_with_llm_edge: regex,
    hybrid_llm: llm,
    llm_primary: llm,
    longitudinal_trace: llm,
    extract_then_corpus: heard(createCorpusVerifier(tools)),
  };
}

/**
 * Decides by word lists. A `lexicon_only` check fails on any hit. A `regex_with_llm_edge` check puts every hit to the
 * judge, so that clean text costs nothing.
 * If a user's question is the cue, a reply that plainly answers it passes. If a search read all replies, its named
 * windows go to the judge too; otherwise a pass records that only words were matched.
 */
function createRegexVerifier(tools: VerifierTools): Verifier {
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
      const { sweep } = request;
      const { panel, adjudicator = null } = tools;
      if (windows.length === 0) return plainFinding("no_cue", "NOT_APPLICABLE");
      if (!check.routing.llm_required && flagged.length > 0) return lexiconFailure(flagged);
      if (judged.length === 0 && (sweep === undefined || panel === null)) {
        if (windows.some(({ messages }) => messages.some(isCut))) return plainFinding("truncated", "UNCLEAR");
        const passed = cleared.map(clearedWindow);
        return passed.length === 0
          ? { ...CLEAN_FINDING, lookedBy: "words" }
          : findingFrom({ request, judged: passed, sweep: null, adjudicator: null });
      }
      if (panel === null) return unjudged(flagged);
      const finding = await judgeCheck({ request, panel, adjudicator, questions }, signal);
      if (sweep !== undefined || finding.verdict === "FAIL") return finding;
      // A judge's pass on one reply says nothing about the others, which no word list flagged.
      const unasked = windows.filter((window) => !judged.includes(window) && !cleared.includes(window));
      if (unasked.some(({ messages }) => messages.some(isCut)))
        return { ...finding, verdict: "UNCLEAR", confidence: 0, cause: "truncated" };
      return unasked.length === 0 ? finding : { ...finding, lookedBy: "words" };
    },
  };
}

/** Finding without a judge: the flagged words, for a person to review. */
function unjudged(flagged: readonly FlaggedMessage[]): CheckFinding {
  const said = flagged.filter(({ message }) => message.role === "user");
  return { ...plainFinding("no_judge", "UNCLEAR"), evidence: lexiconEvidence(said) };
}

function lexiconFailure(flagged: readonly FlaggedMessage[]): CheckFinding {
  return {
    verdict: "FAIL",
    confidence: 1,
    evidence: lexiconEvidence(flagged),
    windows: flagged.map(({ message }) => ({
      unit: "turn_level",
      first_turn: message.turn,
      last_turn: message.turn,
      verdict: "FAIL",
    })),
    votes: [],
    adjudicationRequired: false,
    lookedBy: "words",
  };
}

/**
 * Asks a judge about every window, or, for single replies, about those named by a lexicon or a search. A check's
 * lexicon, if it has one, finds cues or candidates and gives the judge a hint.
 */
function createLlmVerifier(tools: VerifierTools): Verifier {
  return {
    version: `llm/${SCORER_VERSION}`,
    async verify(request, signal) {
      const questions = questionWindows({ ...request, ...tools });
      if (questions.windows.length === 0) return plainFinding("no_cue", "NOT_APPLICABLE");
      const { panel, adjudicator = null } = tools;
      if (panel === null) return unjudged(questions.flagged);
      const dataFor = (window: TranscriptWindow) => registryLines(request, tools.help, window);
      return judgeCheck({ request, panel, adjudicator, questions, dataFor }, signal);
    },
  };
}
