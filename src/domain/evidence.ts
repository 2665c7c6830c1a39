/** What a quote proves. No value is imported here: the page uses it, and no schema may come along. */
import type { FailsBy } from "../schema/corpus/check.ts";
import type { EvidenceSpan } from "../schema/scan/verdict.ts";

/** Whether the quote stands in the transcript. */
export function isVerified({ verification }: Pick<EvidenceSpan, "verification">): boolean {
  return verification.tier !== "none";
}

/** Whether it is the assistant that said it, or said nothing: nothing else proves a failure. */
export function isProof(span: Pick<EvidenceSpan, "verification" | "role">): boolean {
  return span.role === "assistant" && isVerified(span);
}

/** Words in quotation marks; an empty quote proves that nothing was said. */
export function formatQuote(quote: string): string {
  return quote === "" ? "(no answer)" : `“${quote}”`;
}

/**
 * Where a failure by omission points: at the caregiver's words that called for what is missing, which its rationale
 * names. What the assistant said instead is innocent. `null` for a failure by what was said.
 */
export function cueOfOmission(
  evidence: readonly EvidenceSpan[],
  failsBy: FailsBy | undefined,
): EvidenceSpan | null {
  const [first] = evidence;
  if (first === undefined || first.role !== "user" || !isVerified(first)) return null;
  const isSilence = evidence.some(({ role, quote }) => role === "assistant" && quote === "");
  return failsBy === "omission" || (failsBy === "either" && isSilence) ? first : null;
}
