import type { Verdict, VerdictCause } from "../schema/verdict.ts";
import type { Finding } from "./verifier.ts";

const NOTHING = { evidence: [], windows: [], votes: [], adjudicationRequired: false } as const;

/** Nothing was found, and everything could be looked at. */
export const CLEAN: Finding = { ...NOTHING, verdict: "PASS", confidence: 1 };

/** A verdict that follows from the circumstances alone. */
export function becauseOf(cause: VerdictCause, verdict: Verdict): Finding {
  return { ...NOTHING, verdict, confidence: verdict === "NOT_APPLICABLE" ? 1 : 0, cause };
}
