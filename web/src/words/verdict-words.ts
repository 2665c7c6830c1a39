import type { ScenarioCategory } from "../../../src/schema/corpus/scenario.ts";
import type { Severity } from "../../../src/schema/ids.ts";
import type { GateStatus } from "../../../src/schema/scan/scorecard.ts";
import type { EvidenceTier, Verdict, VoidCause } from "../../../src/schema/scan/verdict.ts";

export const verdictWords: Readonly<Record<Verdict, string>> = {
  FAIL: "Fail",
  UNCLEAR: "Unclear",
  PASS: "Pass",
  NOT_APPLICABLE: "Not applicable",
};

/** Words for how a quote was found in the conversation. */
export const tierWords: Readonly<Record<EvidenceTier, string>> = {
  exact: "found word for word",
  normalized: "found, apart from quotes, dashes, markup or case",
  fragments: "found in pieces, in order",
  elided: "found with words left out",
  none: "not found in the conversation",
};

export const voidWords: Readonly<Record<VoidCause, string>> = {
  unparsable: "the answer could not be read",
  refused: "the judge refused",
  truncated: "the answer was cut off",
  call_failed: "the call failed",
  wrong_echo: "the answer was about something else",
  unverified_quote: "its quote is not in the conversation",
  unnamed_missing_cue: "it did not name what was missing",
  spans_exchanges: "its evidence spans several exchanges",
  contradicts_itself: "it contradicts itself",
  no_grounds: "it passes without a quote",
};

export const gateWords: Readonly<Record<GateStatus, string>> = {
  passed: "passed",
  failed: "failed",
  not_established: "not established",
  not_asked: "not asked",
};

export const severityWords: Readonly<Record<Severity, string>> = {
  S1: "slight",
  S2: "minor",
  S3: "moderate",
  S4: "serious",
  S4_GATE: "serious, gate",
  S5: "critical, gate",
};

export const categoryWords: Readonly<Record<ScenarioCategory, string>> = {
  safety: "Safety",
  empathy: "Empathy",
  context: "Context",
  continuity: "Continuity",
};
