import { becauseOf } from "./plain-findings.ts";
import type { FoundCues } from "./search-cues.ts";
import type { Finding, VerifyRequest } from "./verifier.ts";

/** How the search for cues went: it was not made, its answer was of no use, or it found these. */
export type CueSearch = { readonly kind: "none" } | { readonly kind: "failed" } | CuesFound;
interface CuesFound {
  readonly kind: "found";
  readonly cues: FoundCues;
}

/**
 * A scenario's author marked the cues. In a conversation without one a gate must not rest on a word list alone, and
 * nothing but a failure stands where the search for cues was lost.
 */
export function unlessCueWasMissed(
  finding: Finding,
  request: Pick<VerifyRequest, "check" | "scenario" | "isGate">,
  search: CueSearch,
  isWithoutJudge: boolean,
): Finding {
  if (request.scenario !== null) return finding;
  const isEvent = request.check.routing.unit_of_analysis === "event_window";
  if (isEvent && search.kind === "failed" && finding.verdict !== "FAIL")
    return { ...finding, verdict: "UNCLEAR", confidence: 0, cause: "cue_search_failed" };
  const isKnownToBeNone = isEvent && search.kind === "found";
  if (finding.cause !== "no_cue" || !request.isGate || isKnownToBeNone) return finding;
  return becauseOf(isWithoutJudge ? "no_judge" : "no_cue", "UNCLEAR");
}
