/** Adds a check's word-list hits in the replies: counts in every scan, and evidence if no judge was asked. */
import type { EvidenceSpan } from "../schema/scan/verdict.ts";
import {
  type FlaggedMessage,
  flaggedBy,
  lexiconOf,
  questionWindows,
} from "../text/windows/question-windows.ts";
import { describeWindow } from "./omission.ts";
import type { CheckFinding, Verifier, VerifierTools, VerifyRequest } from "./verifier.ts";

/**
 * Wraps a verifier so that its findings count the replies with a word-list hit, of those that the check reads. Without
 * a judge, the words and their windows become the evidence.
 */
export function notingCandidates(verifier: Verifier, tools: VerifierTools): Verifier {
  return {
    version: verifier.version,
    async verify(request, signal) {
      return noteCandidates(await verifier.verify(request, signal), request, tools);
    },
  };
}

export function noteCandidates(
  finding: CheckFinding,
  request: Pick<
    VerifyRequest,
    "check" | "transcript" | "scenario" | "isCalledFor" | "sweep" | "foundByJudge"
  >,
  tools: Pick<VerifierTools, "matcher" | "lexicons">,
): CheckFinding {
  const lexicon = lexiconOf(request.check, tools.lexicons);
  if (lexicon?.role !== "assistant") return finding;
  const flagged = flaggedBy(lexicon, request.transcript.messages, tools.matcher);
  if (flagged.length === 0) return finding;
  const { windows } = questionWindows({ ...request, ...tools });
  const looked = new Set(windows.flatMap(({ messages }) => messages));
  const candidates = flagged.filter(({ message }) => looked.has(message));
  if (candidates.length === 0) return finding;
  const noted = { ...finding, candidates: candidates.length };
  if (finding.cause !== "no_judge" || finding.evidence.length > 0) return noted;
  const found = new Set(candidates.map(({ message }) => message));
  return {
    ...noted,
    evidence: lexiconEvidence(candidates),
    windows: windows
      .filter(({ messages }) => messages.some((message) => found.has(message)))
      .map((window) => describeWindow(window, finding.verdict)),
  };
}

export function lexiconEvidence(flagged: readonly FlaggedMessage[]): EvidenceSpan[] {
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
